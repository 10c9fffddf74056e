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

struct Job {
  std::int64_t id = 0;
  std::vector<std::string> command;  ///< program and arguments; looked for in PATH
  std::vector<std::pair<std::string, std::string>> environment;  ///< besides this process's own
  std::filesystem::path input;                                   ///< read as standard input; empty: none
  std::filesystem::path output, errors;  ///< files for standard output and errors; overwritten
  double seconds = 0;                    ///< time limit after which it is ended; 0: none
};

struct JobEnd {
  enum class How {
    exited,       ///< ended by itself; `code` is its exit status
    killed,       ///< ended by the signal `code` that this pool did not send; code is 0 if that is unknown
    timed_out,    ///< ended by this pool after its time limit
    not_started,  ///< see reason
  };
  std::int64_t id = 0;
  How how = How::exited;
  int code = 0;        ///< exit status or signal
  double seconds = 0;  ///< wall-clock time
  std::string reason;  ///< one line; "" if it exited with 0
};

/// Runs at most `workers` jobs at a time. A job is a process group of its own: a Ctrl-C in the terminal does
/// not reach it, and ending it ends what it started, also in sessions of its own (setsid). When this process
/// dies, however it dies, the kernel asks the jobs' own processes (not what they started) to end, by SIGTERM.
class ProcessPool {
 public:
  explicit ProcessPool(int workers);
  /// Ends all jobs, as end_all().
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  int running() const { return static_cast<int>(jobs_.size()); }
  bool full() const { return running() >= workers_; }
  /// Starts a job, which requires !full(). A job that cannot be started is reported by wait().
  void start(const Job& job);
  /// Returns a job that has ended, or none after `timeout`, or none at once if no job runs.
  std::optional<JobEnd> wait(std::chrono::milliseconds timeout);
  /// Ends all jobs and forgets them: by SIGTERM, which a launcher (srun, docker run) passes on to processes
  /// elsewhere, and after two seconds by SIGKILL, which cannot be passed on.
  void end_all();

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    std::int64_t id;
    Clock::time_point begun;
    double seconds;
    std::string mark;  // environment mark of its processes (common/process/marked_processes.h)
    bool asked_to_end = false;
    int watch = -1;  // descriptor that can be read when the process has ended; -1 where the kernel has none
  };
  std::optional<JobEnd> ended();
  void enforce_limits();

  int workers_;
  std::map<int, Running> jobs_;  // by process
  std::vector<JobEnd> not_started_;
};

}  // namespace bora::runs
