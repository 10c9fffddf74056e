// Wrapper of every command's main: maps errors to exit codes and Ctrl-C to a flag.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::tools {

enum ExitCode {
  kExitOk = 0,
  kExitUnexpected =
      1,  ///< also: adversarial examples that are not confirmed, a database that contradicts itself
  kExitBadInput = 2,
  kExitVictimFailed = 3,  ///< a victim failed on some instances, or answers nothing any more
  kExitConditionMet = 4,  ///< the condition of --fail-if holds
  kExitInterrupted = 130,
};

/// Ends the process, without the destructors of static objects, by what `body` returns, or by kExitUnexpected
/// with a line on standard error if all went well but standard output could not be written. What is thrown
/// ends in one line on standard error: an InputError (a SettingError with the dashes of its option), and a
/// path that cannot be one or is not open to the user, with kExitBadInput; an Interrupted with
/// kExitInterrupted; a StorageError and anything else with kExitUnexpected.
int run_tool(const std::string& command, const std::function<int()>& body);

/// Returns a flag that, from the first call on, the first Ctrl-C (or SIGTERM, or a terminal that is closed)
/// sets; the second one ends the process at once.
const std::atomic<bool>& interrupt_flag();

/// Returns the same flag, and leaves it to interrupt_flag() whether Ctrl-C sets it or ends the process.
const std::atomic<bool>& interruption();

/// While an object of this class lives, the first Ctrl-C (or SIGTERM, or a terminal that is closed) ends the
/// process with kExitInterrupted instead of setting the flag: for the first query of a model, which may never
/// answer. Without effect before the first call of interrupt_flag().
class InterruptEndsProcess {
 public:
  InterruptEndsProcess();
  ~InterruptEndsProcess();
  InterruptEndsProcess(const InterruptEndsProcess&) = delete;
  InterruptEndsProcess& operator=(const InterruptEndsProcess&) = delete;

 private:
  std::vector<int> replaced_;  ///< signals that otherwise set the flag
};

}  // namespace bora::tools
