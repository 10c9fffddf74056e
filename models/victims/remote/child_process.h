// A child process that is written to and read from.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "models/victims/remote/requests.h"

namespace bora::models {

/// The time was over before the program had answered.
class NoAnswerYet : public PassingFailure {
 public:
  using PassingFailure::PassingFailure;
};

/// Child process with pipes as its standard input, output and error. It is a process group of its own. This
/// object's destructor ends the group and processes that it started in other sessions; if this process dies,
/// the kernel ends the child.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts `command`, which is as a shell takes it, in `folder` ("": this process's). Throws VictimError if
  /// no process can be started or the folder does not exist; if the command does not exist, exchange()
  /// throws. stop: flag that ends waits for an answer (AnswerWait); null: there is none.
  explicit ChildProcess(const std::string& command, const std::string& folder = "",
                        const std::atomic<bool>* stop = nullptr);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Function that returns the total number of bytes to expect, given those received so far; SIZE_MAX if that
  /// cannot be told yet. May throw.
  using Expected = std::function<std::size_t(std::string_view received)>;

  /// Writes `request`, then returns the next bytes that the program prints, as many as `expected` says.
  /// Throws NoAnswerYet if `until` passes, after which the next call goes on writing, PassingFailure if the
  /// program ends or closes its standard output before, and VictimInterrupted as AnswerWait does.
  std::string exchange(std::string_view request, const Expected& expected, Clock::time_point until);

  /// Returns the last line that it printed to standard error; "" if there is none.
  std::string last_words();

 private:
  std::string with_last_words(const std::string& why);
  void read_errors();
  std::string how_it_ended();

  const std::atomic<bool>* const stop_;
  const std::string mark_;  // environment mark of the processes that it starts
  pid_t process_ = -1;
  int in_ = -1, out_ = -1, errors_ = -1;
  std::string request_;  // the first written_ bytes have been written
  std::size_t written_ = 0;
  std::string received_;  // printed, but not yet asked for
  std::string tail_;      // end of what it printed to standard error
};

}  // namespace bora::models
