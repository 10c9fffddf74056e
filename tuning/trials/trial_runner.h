// Trials of a program, several at a time, until the budget is spent.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "common/run_observer.h"
#include "runs/process_pool.h"
#include "tuning/run_handle.h"
#include "tuning/trials/program.h"

namespace bora::tuning {

/// Returns readers for the value of each objective and of each constraint; none for the seconds of a trial,
/// which need not be printed. Throws InputError.
std::vector<std::optional<ValueReader>> make_readers(const TuningConfig& config);

class TrialRunner {
 public:
  /// The arguments must outlive it.
  TrialRunner(const TuningConfig& config, RunHandle& run, RunObserver& observer);

  /// Runs trials; returns false if it was interrupted or if the command could not be started. Trials that
  /// were not done wait, and a resumed run begins with them.
  bool run();
  /// Returns one line on why a trial could not be started; "" if all could. The reason is unrelated to the
  /// trial's point, so the trial does not count as failed.
  const std::string& cannot_start() const { return cannot_start_; }
  /// Returns why the run ended before the budget was spent; "" if it did not.
  const std::string& stopped() const { return stopped_; }
  /// Returns whether it ended because its first trials all failed for the same reason.
  bool gave_up() const { return gave_up_; }

 private:
  struct Attempt {
    std::int64_t trial;
    int repeat;  // 1, 2, ...
    int made;    // attempts at this repeat before this one
  };

  // Tells what can be told and asks for what may be asked, in an order that depends on how long trials take
  // only where that is wanted.
  void settle();
  // Puts those repeats of a trial on the queue that have not ended.
  void enqueue(const TrialRow& row);
  // Ends a trial whose repeats are done, or of which one failed.
  void conclude(std::int64_t trial);
  void warn_of_failures();
  bool may_ask() const;
  void start(const Attempt& attempt);
  void finish(const JobEnd& end);
  void show(double fraction);
  std::filesystem::path folder_of(std::int64_t trial, int repeat) const;
  // The last line that was printed on standard error, or where there is none and `any`, on standard output.
  static std::string last_words(const std::filesystem::path& folder, bool any);

  const TuningConfig& config_;
  Tuning& tuning_;
  CommandTemplate command_;
  std::vector<std::optional<ValueReader>> readers_;
  std::filesystem::path folder_;
  ProcessPool pool_;
  RunObserver& observer_;
  std::vector<std::string> launch_;
  std::deque<Attempt> queue_;
  std::map<std::int64_t, Attempt> started_;  // by job
  std::int64_t jobs_ = 0;
  std::string stopped_, cannot_start_;
  bool gave_up_ = false;
  bool warned_ = false;  // whether it has warned that the first trials all failed alike
};

}  // namespace bora::tuning
