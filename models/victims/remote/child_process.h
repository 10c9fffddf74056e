// Child process with which requests and answers are exchanged through pipes.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "models/victims/remote/requests.h"

namespace bora::models {

/// Error of a program that exceeds the time limit of an answer.
class AnswerTimeout : public TransientFailure {
 public:
  using TransientFailure::TransientFailure;
};

/// Child process with pipes as its standard input, output and error, in a process group of its own. The
/// destructor ends the group and all processes that it started, including those in other sessions. If this
/// process dies, the kernel ends the child.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts `command`, a shell command, in `folder` ("": that of this process). Throws VictimError if no
  /// process can be started or the folder does not exist; if the command does not exist, exchange() throws.
  /// stop: flag that ends waits for an answer (AnswerWait); null: there is none.
  explicit ChildProcess(const std::string& command, const std::string& folder = "",
                        const std::atomic<bool>* stop = nullptr);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Function that returns the total number of bytes of an answer, given those received so far; SIZE_MAX if
  /// they do not determine it yet. May throw.
  using Expected = std::function<std::size_t(std::string_view received)>;

  /// Writes `request`, then returns the next expected() bytes that the program prints. Throws AnswerTimeout
  /// at the time `until` (the next call first writes the rest of this request), TransientFailure if the
  /// program ends or closes its standard output earlier, and VictimInterrupted as AnswerWait does.
  std::string exchange(std::string_view request, const Expected& expected, Clock::time_point until);

 private:
  // Returns the last line that is not blank of its standard error; "" if there is none.
  std::string last_error_line();
  std::string with_last_error_line(const std::string& why);
  void read_errors();
  std::string describe_end();

  const std::atomic<bool>* const stop_;
  const std::string mark_;  // environment mark of the processes that it starts
  pid_t process_ = -1;
  int in_ = -1, out_ = -1, errors_ = -1;
  std::string request_;  // the first written_ bytes have been written
  std::size_t written_ = 0;
  std::string received_;  // bytes of its standard output that no exchange() has returned yet
  std::string tail_;      // last bytes of its standard error
};

}  // namespace bora::models
