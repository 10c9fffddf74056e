// Frame of every command: maps exceptions to exit codes, and Ctrl-C to a flag.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::tools {

enum ExitCode {
  kExitOk = 0,
  kExitUnexpected = 1,  ///< other errors, e.g. examples that fail verification, a contradictory database
  kExitBadInput = 2,
  kExitVictimFailed = 3,  ///< a victim failed on some instances, or no longer answers
  kExitConditionMet = 4,  ///< a condition of --fail-if holds
  kExitInterrupted = 130,
};

/// Calls `body` and ends the process with the code that it returns, without running destructors of static
/// objects. If `body` succeeds but standard output cannot be written, the code is kExitUnexpected. An
/// exception is printed as one line on standard error after the name of the command and gives this code:
///   - InputError, SettingError (printed with the dashes of its option): kExitBadInput. An error about a file
///     that an option gives is printed after the option (with_option());
///   - std::filesystem::filesystem_error: kExitBadInput if the path is invalid or not accessible, else
///     kExitUnexpected;
///   - Interrupted: kExitInterrupted;
///   - StorageError and any other exception: kExitUnexpected.
/// With a sanitizer, returns the code instead.
int run_tool(const std::string& command, const std::function<int()>& body);

/// Returns the flag that Ctrl-C sets. The first call installs the handlers: then the first SIGINT, SIGTERM or
/// SIGHUP (a closed terminal) sets the flag, and the second one ends the process.
const std::atomic<bool>& interrupt_flag();

/// Returns the same flag without installing handlers.
const std::atomic<bool>& interruption();

/// Guard under which the first Ctrl-C (or SIGTERM, or SIGHUP) ends the process with kExitInterrupted instead
/// of setting the flag. For the first query of a model, which may never answer. Has no effect if handlers are
/// not installed.
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
