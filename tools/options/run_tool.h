// What every command's main does around its work: errors to exit codes, Ctrl-C to a flag.
#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace bora {

enum ExitCode {
  kExitOk = 0,
  kExitUnexpected = 1,
  kExitBadInput = 2,
  kExitVictimFailed = 3,  ///< a victim failed on some instances
  kExitInterrupted = 130,
};

/// Returns what `body` returns. An InputError ends in one line on standard error and kExitBadInput, anything
/// else that is thrown in one line and kExitUnexpected.
int run_tool(const std::string& command, const std::function<int()>& body);

/// Set by the first Ctrl-C (or SIGTERM) from the first call on; the second one ends the process at once.
const std::atomic<bool>& interrupt_flag();

}  // namespace bora
