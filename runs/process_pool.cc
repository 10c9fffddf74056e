#include "runs/process_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "common/marked_processes.h"

namespace bora::runs {
namespace {

// From a polite SIGTERM to SIGKILL.
constexpr double kGraceSeconds = 2;

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& more) {
  std::set<std::string> replaced;
  std::vector<std::string> all;
  for (const auto& [name, value] : more) {
    replaced.insert(name);
    all.push_back(fmt::format("{}={}", name, value));
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!replaced.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  return all;
}

// Why a child could not become its program.
struct Refusal {
  enum class What { program, input, output, errors } what;
  int error;  // errno
};

// In the child, where only what is safe in a signal handler may be called. Reports why through `report`.
[[noreturn]] void become(char* const* words, char* const* environment, const char* input, const char* output,
                         const char* errors, int report, pid_t parent) {
  using What = Refusal::What;
  setpgid(0, 0);
  // A launcher passes this on to what it launched, as it cannot pass on SIGKILL.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // it died before that took effect
  const auto refuse = [&](What what) {
    const Refusal refusal{what, errno};
    [[maybe_unused]] const auto written = write(report, &refusal, sizeof(refusal));
    _exit(127);
  };
  const auto redirect = [&](const char* file, int flags, int number, What what) {
    const int descriptor = open(file, flags | O_CLOEXEC, 0644);
    if (descriptor < 0 || dup2(descriptor, number) < 0) refuse(what);
  };
  redirect(input, O_RDONLY, 0, What::input);
  redirect(output, O_WRONLY | O_CREAT | O_TRUNC, 1, What::output);
  redirect(errors, O_WRONLY | O_CREAT | O_TRUNC, 2, What::errors);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) signal(number, SIG_DFL);
  execvpe(words[0], words, environment);
  refuse(What::program);
  _exit(127);
}

}  // namespace

ProcessPool::ProcessPool(int workers) : workers_(workers) {
  // If a parent process had the signal ignored, the kernel would discard the exit statuses of jobs.
  ::signal(SIGCHLD, SIG_DFL);
}

ProcessPool::~ProcessPool() {
  end_all();
}

void ProcessPool::start(const Job& job) {
  assert(!full());
  const auto failed = [&](const std::string& why) {
    not_started_.push_back({job.id, JobEnd::How::not_started, 0, 0, why});
  };
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return failed(fmt::format("no pipe: {}", std::strerror(errno)));
  auto marked = job.environment;
  const std::string mark = new_job_mark();
  marked.emplace_back(kJobVariable, mark);
  std::vector<std::string> words = job.command, variables = environment_with(marked);
  const std::vector<char*> arguments = pointers(words), environment = pointers(variables);
  const std::string input = job.input.empty() ? "/dev/null" : job.input.string();
  const std::string output = job.output.string(), errors = job.errors.string();
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0)
    become(arguments.data(), environment.data(), input.c_str(), output.c_str(), errors.c_str(), report[1],
           parent);
  Refusal refusal{Refusal::What::program, errno};  // failure of fork
  ::close(report[1]);
  const bool refused = process < 0 || ::read(report[0], &refusal, sizeof(refusal)) > 0;
  ::close(report[0]);
  if (refused) {
    if (process > 0) ::waitpid(process, nullptr, 0);
    const char* const why = std::strerror(refusal.error);
    switch (refusal.what) {
      case Refusal::What::program:
        return failed(fmt::format("'{}' cannot be run: {}", job.command.front(), why));
      case Refusal::What::input:
        return failed(fmt::format("{} cannot be opened for reading: {}", input, why));
      case Refusal::What::output:
      case Refusal::What::errors:
        return failed(fmt::format("{} cannot be opened for writing: {}",
                                  refusal.what == Refusal::What::output ? output : errors, why));
    }
  }
  Running running{job.id, Clock::now(), job.seconds, mark};
#ifdef SYS_pidfd_open
  running.watch = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
#endif
  jobs_.emplace(process, running);
}

std::optional<JobEnd> ProcessPool::ended() {
  if (!not_started_.empty()) {
    JobEnd end = std::move(not_started_.front());
    not_started_.erase(not_started_.begin());
    return end;
  }
  for (auto at = jobs_.begin(); at != jobs_.end(); ++at) {
    int status = 0;
    const pid_t found = ::waitpid(at->first, &status, WNOHANG);
    const bool lost = found < 0 && errno == ECHILD;  // another caller has waited for it already
    if (found != at->first && !lost) continue;
    const Running& running = at->second;
    const double seconds = std::chrono::duration<double>(Clock::now() - running.begun).count();
    JobEnd end{running.id, JobEnd::How::exited, 0, seconds, ""};
    if (lost) {
      end.how = JobEnd::How::killed;
      end.reason = "how it ended is not known";
    } else if (running.asked_to_end) {
      end.how = JobEnd::How::timed_out;
      end.reason = fmt::format("not done after {:g} s", running.seconds);
    } else if (WIFSIGNALED(status)) {
      end.how = JobEnd::How::killed;
      end.code = WTERMSIG(status);
      end.reason = fmt::format("killed by signal {} ({})", end.code, ::strsignal(end.code));
    } else if ((end.code = WEXITSTATUS(status)) != 0) {
      end.reason = fmt::format("exit code {}", end.code);
    }
    // Processes that it started and left behind. A job that ended by itself may have meant a service in a
    // session of its own to stay.
    if (end.how == JobEnd::How::exited && !running.asked_to_end) {
      ::kill(-at->first, SIGKILL);
    } else {
      signal_job(running.mark, at->first, SIGKILL);
    }
    if (running.watch >= 0) ::close(running.watch);
    jobs_.erase(at);
    return end;
  }
  return std::nullopt;
}

void ProcessPool::enforce_limits() {
  for (auto& [process, running] : jobs_) {
    if (running.seconds <= 0) continue;
    const double spent = std::chrono::duration<double>(Clock::now() - running.begun).count();
    if (spent > running.seconds && !running.asked_to_end) {
      running.asked_to_end = true;
      signal_job(running.mark, process, SIGTERM);
    } else if (spent > running.seconds + kGraceSeconds) {
      signal_job(running.mark, process, SIGKILL);
    }
  }
}

std::optional<JobEnd> ProcessPool::wait(std::chrono::milliseconds patience) {
  using std::chrono::milliseconds;
  constexpr milliseconds kSlice(100), kNap(2);
  const Clock::time_point until = Clock::now() + patience;
  while (true) {
    if (auto end = ended()) return end;
    if (jobs_.empty()) return std::nullopt;
    enforce_limits();
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
    if (left.count() <= 0) return std::nullopt;
    std::vector<pollfd> watched;
    for (const auto& [process, running] : jobs_)
      if (running.watch >= 0) watched.push_back({running.watch, POLLIN, 0});
    if (watched.size() == jobs_.size()) {
      ::poll(watched.data(), watched.size(), static_cast<int>(std::min(left, kSlice).count()));
    } else {
      std::this_thread::sleep_for(std::min(left, kNap));
    }
  }
}

void ProcessPool::end_all() {
  not_started_.clear();
  for (auto& [process, running] : jobs_) {
    running.asked_to_end = true;
    signal_job(running.mark, process, SIGTERM);
  }
  constexpr std::chrono::milliseconds kNap(10);
  const auto until = Clock::now() + std::chrono::duration<double>(kGraceSeconds);
  while (!jobs_.empty() && Clock::now() < until)
    if (!ended()) std::this_thread::sleep_for(kNap);
  for (const auto& [process, running] : jobs_) signal_job(running.mark, process, SIGKILL);
  for (const auto& [process, running] : jobs_) {
    ::waitpid(process, nullptr, 0);
    if (running.watch >= 0) ::close(running.watch);
  }
  jobs_.clear();
}

}  // namespace bora::runs
