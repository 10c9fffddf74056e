#include "runs/process_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "common/process/marked_processes.h"
#include "common/process/start_child.h"

namespace bora::runs {
namespace {

constexpr double kGraceSeconds = 2;  // from SIGTERM to SIGKILL

// Opens a file as a descriptor above those of the standard streams, even if one of these is closed. Returns
// -1 and sets errno if that fails.
int open_file(const std::string& file, int flags) {
  constexpr int kFirst = 3;
  const int descriptor = ::open(file.c_str(), flags | O_CLOEXEC, 0644);
  if (descriptor < 0 || descriptor >= kFirst) return descriptor;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirst);
  ::close(descriptor);
  return above;
}

}  // namespace

ProcessPool::ProcessPool(int workers) : workers_(workers) {
  // If the parent process ignored the signal, this one would inherit that, and the kernel would discard the
  // exit statuses of jobs.
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
  const std::array files = {job.input.empty() ? "/dev/null" : job.input.string(), job.output.string(),
                            job.errors.string()};
  std::array<int, 3> streams = {-1, -1, -1};
  const auto close_streams = [&] {
    for (const int stream : streams)
      if (stream >= 0) ::close(stream);
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    streams[i] = open_file(files[i], i == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC);
    if (streams[i] >= 0) continue;
    const char* const why = std::strerror(errno);
    close_streams();
    return failed(
        fmt::format("{} cannot be opened for {}: {}", files[i], i == 0 ? "reading" : "writing", why));
  }
  auto marked = job.environment;
  const std::string mark = new_job_mark();
  marked.emplace_back(kJobVariable, mark);
  // SIGTERM, which a launcher (srun, docker run) can pass on to the processes that it launched, unlike
  // SIGKILL.
  const auto [process, why] = start_child({.words = job.command,
                                           .environment = environment_with(marked),
                                           .folder = "",
                                           .in = streams[0],
                                           .out = streams[1],
                                           .errors = streams[2],
                                           .death_signal = SIGTERM});
  close_streams();
  if (process < 0)
    return failed(fmt::format("'{}' cannot be run: {}", job.command.front(), std::strerror(why)));
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
    // Kills the processes that the job left behind. If the job ended by itself, processes in other groups
    // continue: they may be services that it started on purpose.
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

std::optional<JobEnd> ProcessPool::wait(std::chrono::milliseconds timeout) {
  using std::chrono::milliseconds;
  constexpr milliseconds kSlice(100), kNap(2);
  const Clock::time_point until = Clock::now() + timeout;
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

void ProcessPool::end(std::int64_t id) {
  for (auto& [process, running] : jobs_) {
    if (running.id != id || running.asked_to_end) continue;
    running.seconds = std::chrono::duration<double>(Clock::now() - running.begun).count();
    running.asked_to_end = true;
    signal_job(running.mark, process, SIGTERM);
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
