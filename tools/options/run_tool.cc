#include "tools/options/run_tool.h"

#include <csignal>

#include <fmt/format.h>

#include "common/error.h"

namespace bora {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may write it");

}  // namespace

int run_tool(const std::string& command, const std::function<int()>& body) {
  try {
    return body();
  } catch (const InputError& error) {
    fmt::print(stderr, "{}: {}\n", command, error.what());
    return kExitBadInput;
  } catch (const Interrupted& interruption) {
    fmt::print(stderr, "{}: {}\n", command, interruption.what());
    return kExitInterrupted;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: unexpected failure: {}\n", command, error.what());
    return kExitUnexpected;
  }
}

const std::atomic<bool>& interrupt_flag() {
  static const bool installed = [] {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return true;
  }();
  static_cast<void>(installed);
  return interrupted;
}

}  // namespace bora
