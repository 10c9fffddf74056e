// Processes that one job started, found again wherever they went.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace bora {

/// Returns the processes there are but this one, as /proc lists them; elsewhere none.
std::vector<pid_t> other_processes();

/// Returns the value that a variable had in the environment that a process was started with; none if it had
/// none, the process has ended, or it belongs to another user.
std::optional<std::string> environment_value(pid_t process, const std::string& variable);

/// Name of the variable of the environment that marks what a job starts. Its value is a list separated by
/// commas: a job may be part of another.
inline constexpr const char* kJobVariable = "BORA_JOB";

/// Returns a value of kJobVariable that no other job has: that of this process, if any, and a mark behind it.
std::string new_job_mark();

/// Sends `signal` to the process group `group`, to all processes that bear the mark, and to the descendants
/// of all these, also those in sessions of their own (setsid), but not to this process. Those outside the
/// group are found by /proc, so that elsewhere, and of other users and machines, there are none. SIGKILL is
/// sent again until none is left that was started meanwhile.
void signal_job(const std::string& mark, pid_t group, int signal);

}  // namespace bora
