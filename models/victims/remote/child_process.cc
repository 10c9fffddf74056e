#include "models/victims/remote/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include "common/process/marked_processes.h"
#include "common/process/start_child.h"
#include "common/text.h"

namespace bora::models {
namespace {

constexpr std::size_t kTail = 4096;  // bytes of standard error that are kept, the last ones

void close_all(std::initializer_list<int> descriptors) {
  for (const int descriptor : descriptors)
    if (descriptor >= 0) ::close(descriptor);
}

// Thread that starts all programs. The kernel ends a child when the *thread* that forked it ends, and a
// thread that needs a program may end long before this process does.
class Launcher {
 public:
  // Returns the only launcher. It is never destroyed, since its thread lives as long as the process.
  static Launcher& instance() {
    static Launcher* const launcher = new Launcher;
    return *launcher;
  }

  // Calls start_child() in the launching thread. Returns its result.
  std::pair<pid_t, int> launch(const ChildStart& start) {
    const std::lock_guard one(launching_);
    std::unique_lock lock(mutex_);
    start_ = &start;
    changed_.notify_all();
    changed_.wait(lock, [&] { return start_ == nullptr; });
    return started_;
  }

 private:
  Launcher() {
    std::thread([this] {
      std::unique_lock lock(mutex_);
      for (;;) {
        changed_.wait(lock, [&] { return start_ != nullptr; });
        started_ = start_child(*start_);
        start_ = nullptr;
        changed_.notify_all();
      }
    }).detach();
  }

  std::mutex launching_;  // lets one launch() proceed at a time
  std::mutex mutex_;      // guards the members below
  std::condition_variable changed_;
  const ChildStart* start_ = nullptr;  // program to start; null: there is none
  std::pair<pid_t, int> started_;      // result of start_child()
};

}  // namespace

// Prefixes a simple command with exec, so that the program replaces the shell. A list of commands, or a
// command after assignments such as VARIABLE=1, needs the shell.
static std::string shell_line(const std::string& command) {
  const auto begin = std::min(command.find_first_not_of(" \t"), command.size());
  const std::string first = command.substr(begin, command.find_first_of(" \t", begin) - begin);
  const bool simple =
      command.find_first_of(";&|\n(){}`") == std::string::npos && first.find('=') == std::string::npos;
  return simple ? "exec " + command : command;
}

ChildProcess::ChildProcess(const std::string& command, const std::string& folder,
                           const std::atomic<bool>* stop)
    : stop_(stop), mark_(new_job_mark()) {
  if (std::error_code error; !folder.empty() && !std::filesystem::is_directory(folder, error))
    throw VictimError(fmt::format("its working folder does not exist: {}", printable(folder)));
  // The program's input is a socket: writing to a program that has ended then fails without raising a signal.
  int in[2] = {-1, -1}, out[2] = {-1, -1}, errors[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0 || ::pipe2(out, O_CLOEXEC) != 0 ||
      ::pipe2(errors, O_CLOEXEC) != 0) {
    const int why = errno;
    close_all({in[0], in[1], out[0], out[1], errors[0], errors[1]});
    throw VictimError(fmt::format("no pipe: {}", std::strerror(why)));
  }
  const auto [process, why] =
      Launcher::instance().launch({.words = {"/bin/sh", "-c", shell_line(command)},
                                   .environment = environment_with({{kJobVariable, mark_}}),
                                   .folder = folder,
                                   .in = in[1],
                                   .out = out[1],
                                   .errors = errors[1],
                                   .death_signal = SIGKILL});
  process_ = process;
  close_all({in[1], out[1], errors[1]});
  in_ = in[0];
  out_ = out[0];
  errors_ = errors[0];
  if (process_ < 0) {
    close_all({in_, out_, errors_});
    throw VictimError(fmt::format("cannot be started: {}", std::strerror(why)));
  }
  ::setpgid(process_, process_);  // the child does the same; whichever comes first takes effect
  for (const int descriptor : {in_, out_, errors_}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  close_all({in_, out_});
  signal_job(mark_, process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  close_all({errors_});
}

void ChildProcess::read_errors() {
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = ::read(errors_, buffer.data(), buffer.size());
    if (got <= 0) return;
    tail_.append(buffer.data(), static_cast<std::size_t>(got));
    if (tail_.size() > kTail) tail_.erase(0, tail_.size() - kTail);
  }
}

std::string ChildProcess::last_error_line() {
  read_errors();
  std::string last;
  for (const std::string& line : split(tail_, '\n'))
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  return printable(last);
}

std::string ChildProcess::describe_end() {
  // The program has closed its output. Its exit status may become available a moment later.
  siginfo_t info{};
  for (int look = 0; look < 100; ++look) {
    info.si_pid = 0;
    if (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == process_) {
      if (info.si_code == CLD_EXITED)
        return info.si_status == 127 ? "could not be run, or ended with exit code 127"
                                     : fmt::format("ended with exit code {}", info.si_status);
      return fmt::format("was ended by signal {} ({})", info.si_status, ::strsignal(info.si_status));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return "closed its standard output";
}

std::string ChildProcess::with_last_error_line(const std::string& why) {
  const std::string line = last_error_line();
  return line.empty() ? why : fmt::format("{}; last output: {}", why, line);
}

std::string ChildProcess::exchange(std::string_view request, const Expected& expected,
                                   Clock::time_point until) {
  const auto begun = Clock::now();
  AnswerWait wait(stop_);
  request_.erase(0, std::exchange(written_, 0));
  request_ += request;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    if (written_ == request_.size()) {
      const std::size_t wanted = expected(received_);
      if (received_.size() >= wanted) {
        std::string answer = received_.substr(0, wanted);
        received_.erase(0, wanted);
        return answer;
      }
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0)
      throw AnswerTimeout(with_last_error_line(fmt::format(
          "gave no answer in {:.3g} s", std::chrono::duration<double>(Clock::now() - begun).count())));
    wait.check();
    std::array<pollfd, 3> watched{{{out_, POLLIN, 0}, {errors_, POLLIN, 0}, {-1, POLLOUT, 0}}};
    if (written_ < request_.size()) watched[2].fd = in_;
    const auto look = std::min<long long>(left, AnswerWait::kLook.count());
    if (::poll(watched.data(), watched.size(), static_cast<int>(look)) < 0 && errno != EINTR)
      throw TransientFailure(
          with_last_error_line(fmt::format("cannot be waited for: {}", std::strerror(errno))));
    if (watched[1].revents != 0) read_errors();
    if ((watched[1].revents & POLLHUP) != 0 && watched[0].revents == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // poll() returns at once for a closed pipe
    if (watched[2].revents != 0) {
      const ssize_t sent = ::send(in_, request_.data() + written_, request_.size() - written_, MSG_NOSIGNAL);
      if (sent > 0) written_ += static_cast<std::size_t>(sent);
      // A program that no longer reads its input may have written the reason, so continue to read.
      if (sent < 0 && errno != EAGAIN && errno != EINTR) written_ = request_.size();
    }
    if (watched[0].revents == 0) continue;
    const ssize_t got = ::read(out_, buffer.data(), buffer.size());
    if (got > 0) received_.append(buffer.data(), static_cast<std::size_t>(got));
    constexpr std::size_t kMostAhead = 64 << 20;
    if (written_ < request_.size() && received_.size() > kMostAhead)
      throw TransientFailure(with_last_error_line(
          fmt::format("printed more than {} bytes before it had read the request", kMostAhead)));
    if (got == 0) throw TransientFailure(with_last_error_line(describe_end()));
  }
}

}  // namespace bora::models
