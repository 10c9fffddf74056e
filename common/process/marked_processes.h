// Processes that one job started, found again wherever they went.
#pragma once

#include <string>

#include <sys/types.h>

namespace bora {

/// Name of the variable of the environment that marks what a job starts. Its value is a list apart by commas:
/// a job may be part of another.
inline constexpr const char* kJobVariable = "BORA_JOB";

/// Returns a value of kJobVariable that no other job has: that of this process, if any, and a mark behind it.
std::string new_job_mark();

/// Sends `signal` to the process group `group`, to all processes that bear the mark, and to the descendants
/// of all these, also those in sessions of their own (setsid), but not to this process. Those outside the
/// group are found by /proc, so that elsewhere, and of other users and machines, there are none. SIGKILL is
/// sent again until none is left that was started meanwhile.
void signal_job(const std::string& mark, pid_t group, int signal);

}  // namespace bora
