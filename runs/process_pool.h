// Other programs run as workers with time limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bora::runs {

/// Program to run.
struct Job {
  std::int64_t id = 0;
  std::vector<std::string> command;  ///< program, which is searched in PATH, and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  ///< variables added to this process's own
  std::filesystem::path input;                                   ///< read as standard input; empty: none
  std::filesystem::path output, errors;  ///< files for standard output and errors; overwritten
  double seconds = 0;                    ///< limit in wall-clock seconds; 0: none
};

/// Result of a job.
struct JobEnd {
  enum class How {
    exited,       ///< ended by itself; `code` is its exit status
    killed,       ///< ended by the signal `code`, which this pool did not send; 0: unknown signal
    timed_out,    ///< ended by this pool after its time limit
    not_started,  ///< see reason
  };
  std::int64_t id = 0;
  How how = How::exited;
  int code = 0;        ///< exit status or signal
  double seconds = 0;  ///< wall-clock time
  std::string reason;  ///< one line; "" if it exited with 0
};

/// Pool that runs at most `workers` jobs at a time. Each job is a process group of its own, so a Ctrl-C in
/// the terminal does not reach it. Ending a job also ends the processes that it started, including those in
/// sessions of their own (setsid). If this process dies, the kernel sends SIGTERM to the jobs, but not to the
/// processes that they started.
class ProcessPool {
 public:
  explicit ProcessPool(int workers);
  /// Calls end_all().
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  int running() const { return static_cast<int>(jobs_.size()); }
  bool full() const { return running() >= workers_; }
  /// Starts a job, which requires !full(). A job that cannot be started is reported by wait().
  void start(const Job& job);
  /// Waits for a job to end, enforces the time limits meanwhile, and returns its result. Returns nullopt
  /// after `timeout`, or at once if no job runs.
  std::optional<JobEnd> wait(std::chrono::milliseconds timeout);
  /// Ends a job as if its time limit had passed now; wait() returns its result. No effect if it does not run.
  void end(std::int64_t id);
  /// Ends all jobs without results: by SIGTERM, which a launcher (srun, docker run) passes on to the
  /// processes that it launched, and after two seconds by SIGKILL, which it cannot pass on.
  void end_all();

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    std::int64_t id;
    Clock::time_point begun;
    double seconds;
    std::string mark;  // environment mark of its processes (common/process/marked_processes.h)
    bool asked_to_end = false;
    int watch = -1;  // pidfd, readable when the process has ended; -1: the kernel does not support it
  };
  std::optional<JobEnd> ended();
  void enforce_limits();

  int workers_;
  std::map<int, Running> jobs_;  // by process id
  std::vector<JobEnd> not_started_;
};

}  // namespace bora::runs
