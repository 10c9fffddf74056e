// Search for the processes that a job started, by a mark in their environment, and signals to them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace bora {

/// Returns all processes but this one, as listed in /proc; none on systems without /proc.
std::vector<pid_t> other_processes();

/// Returns the value of `variable` in the environment with which a process was started. Returns nullopt if it
/// was not set, or if the process has ended or belongs to another user.
std::optional<std::string> environment_value(pid_t process, const std::string& variable);

/// Environment variable that marks the processes of a job. Its value is a comma-separated list of marks,
/// because a job may run inside another one.
inline constexpr const char* kJobVariable = "BORA_JOB";

/// Returns a unique value of kJobVariable for a new job: that of this process, if any, and a new mark.
std::string new_job_mark();

/// Sends `signal` to the process group `group`, to all processes with the mark, and to the descendants of all
/// these, including those in sessions of their own (setsid), but not to this process. Processes outside the
/// group are found through /proc. Those on other machines or of other users are therefore not found, and none
/// are on systems without /proc. SIGKILL is repeated until no process is left that was started meanwhile, at
/// most 20 times.
void signal_job(const std::string& mark, pid_t group, int signal);

}  // namespace bora
