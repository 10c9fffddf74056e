#include "tools/options/run_tool.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "common/error.h"
#include "common/files/storage_error.h"
#include "common/run_observer.h"
#include "common/setting_error.h"
#include "tools/options/option_of_value.h"
#include "tools/options/print_error.h"

namespace bora::tools {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may write it");

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// Installs a handler by which the first `signal` sets the flag; the second one ends the process.
void set_flag_on(int signal) {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(signal, &action, nullptr);
}

// Ends the process, using only functions that are allowed in a signal handler.
void end_process(int /*signal*/) {
  constexpr char kText[] = "interrupted during the first query of a model; finished work is kept\n";
  static_cast<void>(!write(STDERR_FILENO, kText, sizeof kText - 1));
  _exit(kExitInterrupted);
}

auto handler_of(int signal) {
  struct sigaction present {};
  sigaction(signal, nullptr, &present);
  return present.sa_handler;
}

// Returns whether the error is due to the path itself: the user must name another one.
bool is_of_the_path(const std::error_code& code) {
  for (const auto cause : {std::errc::filename_too_long, std::errc::not_a_directory,
                           std::errc::too_many_symbolic_link_levels, std::errc::permission_denied})
    if (code == cause) return true;
  return false;
}

// Flushes standard output, which reveals a full disk or a closed pipe. Returns whether all could be written;
// prints the error if not.
bool flush_output(const std::string& command) {
  std::cout.flush();
  if (std::cout && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  print_error("{}: standard output cannot be written: {}\n", command, std::strerror(errno));
  return false;
}

// Opens standard streams that are closed, so that no file of a run gets their descriptors. Output on a closed
// standard output still fails; messages on a closed standard error are dropped.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

// Returns a message with '?' in place of control characters, which names in files may contain and which could
// control the terminal.
std::string harmless(std::string message) {
  for (char& c : message)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return message;
}

// Calls `body` and returns its exit code, or that of the exception that it throws, whose message is printed.
int code_of(const std::string& command, const std::function<int()>& body) {
  try {
    const int code = body();
    return flush_output(command) || code != kExitOk ? code : kExitUnexpected;
  } catch (const SettingError& error) {
    print_error("{}: --{}\n", command, harmless(error.what()));
    return kExitBadInput;
  } catch (const InputError& error) {
    print_error("{}: {}\n", command, harmless(with_option(error.what())));
    return kExitBadInput;
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string message = error.path1().string() + ": " + error.code().message();
    print_error("{}: {}\n", command, harmless(with_option(message)));
    return is_of_the_path(error.code()) ? kExitBadInput : kExitUnexpected;
  } catch (const Interrupted& interruption) {
    print_error("{}: {}\n", command, interruption.what());
    return kExitInterrupted;
  } catch (const StorageError& error) {
    print_error("{}: {}\n", command, harmless(error.what()));
    return kExitUnexpected;
  } catch (const std::exception& error) {
    print_error("{}: unexpected failure: {}\n", command, harmless(error.what()));
    return kExitUnexpected;
  }
}

}  // namespace

int run_tool(const std::string& command, const std::function<int()>& body) {
  open_closed_streams();
  const int code = code_of(command, body);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers report at a regular exit
  // A regular exit would destroy the registries of LibTorch, which takes 0.07 of the 0.3 s of a trivial
  // command.
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(code);
#else
  return code;
#endif
}

const std::atomic<bool>& interrupt_flag() {
  static const bool installed = [] {
    for (const int signal : kSignals)
      // SIGHUP (the terminal was closed) stays ignored under nohup.
      if (signal != SIGHUP || handler_of(signal) != SIG_IGN) set_flag_on(signal);
    return true;
  }();
  static_cast<void>(installed);
  return interrupted;
}

const std::atomic<bool>& interruption() {
  return interrupted;
}

InterruptEndsProcess::InterruptEndsProcess() {
  for (const int signal : kSignals) {
    const auto present = handler_of(signal);
    if (present == SIG_DFL || present == SIG_IGN) continue;
    std::signal(signal, end_process);
    replaced_.push_back(signal);
  }
}

InterruptEndsProcess::~InterruptEndsProcess() {
  for (const int signal : replaced_) set_flag_on(signal);
}

}  // namespace bora::tools
