// Wrapper of every command's main: maps errors to exit codes and Ctrl-C to a flag.
#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>

namespace bora {

enum ExitCode {
  kExitOk = 0,
  kExitUnexpected =
      1,  ///< also: adversarial examples that are not confirmed, a database that contradicts itself
  kExitBadInput = 2,
  kExitVictimFailed = 3,  ///< a victim failed on some instances, or answers nothing any more
  kExitConditionMet = 4,  ///< the condition of --fail-if holds
  kExitInterrupted = 130,
};

/// Ctrl-C before there was anything to keep or to report; the message says what it ended.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns what `body` returns, or kExitUnexpected with a line on standard error if all went well but
/// standard output could not be written. An InputError, and a path that cannot be one or is not open to the
/// user, ends in one line on standard error and kExitBadInput, an Interrupted in one and kExitInterrupted, a
/// StorageError in one and kExitUnexpected, anything else that is thrown in one line and kExitUnexpected.
int run_tool(const std::string& command, const std::function<int()>& body);

/// Returns a flag that, from the first call on, the first Ctrl-C (or SIGTERM, or a terminal that is closed)
/// sets; the second one ends the process at once.
const std::atomic<bool>& interrupt_flag();

}  // namespace bora
