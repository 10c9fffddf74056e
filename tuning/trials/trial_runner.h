// Runner of the program at the points of the trials, several at a time, until the budget is spent.
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
#include "runs/program_watch.h"
#include "tuning/run_handle.h"
#include "tuning/trials/command_template.h"
#include "tuning/trials/value_reader.h"

namespace bora::tuning {

/// Returns a reader for the value of each objective, then of each constraint; nullopt for `seconds`, which is
/// measured. Throws InputError.
std::vector<std::optional<ValueReader>> make_readers(const TuningConfig& config);

/// Runner of all trials of a run.
class TrialRunner {
 public:
  /// Queues the stored trials that have not ended, and kills programs that an interrupted run has left
  /// running for them. Warns if files that the command names, relative to the working directory, have changed
  /// since the run began. The arguments must outlive the runner.
  TrialRunner(const TuningConfig& config, RunHandle& run, RunObserver& observer);

  /// Runs trials until the budget is spent or stopped() has a reason. Returns false if it was interrupted or
  /// if the command could not be started. Trials that have not ended then keep the status waiting, and a
  /// resumed run begins with them.
  bool run();
  /// Returns one line on why the command could not be started; "" if it could. The reason does not depend on
  /// the point, so the trial does not count as failed.
  const std::string& cannot_start() const { return cannot_start_; }
  /// Returns why the run stopped asking for trials before the budget was spent; "" if it did not.
  const std::string& stopped() const { return stopped_; }
  /// Returns whether it stopped because its first trials all failed for the same reason.
  bool gave_up() const { return gave_up_; }

 private:
  struct Attempt {
    std::int64_t trial;
    int repeat;  // 1, 2, ...
    int made;    // attempts at this repeat before this one
  };

  // Tells the optimiser the trials that have ended and asks for new ones. Unless the run is asynchronous,
  // trials are told in the order of their numbers, so the order of events does not depend on their duration.
  void settle();
  // Queues the repeats of a trial that have not ended.
  void enqueue(const TrialRow& row);
  // Ends a trial if all its repeats have ended, or one has failed, and then also the repeats that still run.
  void conclude(std::int64_t trial);
  // Warns once if the first trials all failed for one reason; the search continues.
  void warn_of_failures();
  bool may_ask() const;
  void start(const Attempt& attempt);
  void finish(const JobEnd& end);
  // Returns the values of the objectives and constraints in an output. seconds: duration of the run. Throws
  // InputError if one is missing. Values are in the unit of the first trial that printed one.
  std::vector<double> values_in(const std::string& printed, double seconds);
  // Returns the last line of a standard error output from which the values can be read; "" if they cannot.
  std::string value_on_stderr(const std::string& printed) const;
  // Warns once of a thousands separator in the reason why a trial has no value.
  void warn_of_thousands(std::int64_t trial, const std::string& reason);
  // Gives a warning on values, and stores it for the report.
  void warn_and_store(const std::string& text);
  void show(double fraction);
  std::filesystem::path folder_of(std::int64_t trial, int repeat) const;
  // Returns the last line of the standard error output; if that is empty and `any`, of the standard output.
  static std::string last_words(const std::filesystem::path& folder, bool any);

  const TuningConfig& config_;
  Tuning& tuning_;
  TrialStore& store_;
  ProgramWatch<TrialStore> watch_;
  CommandTemplate command_;
  std::vector<std::optional<ValueReader>> readers_;
  std::filesystem::path folder_;
  ProcessPool pool_;
  RunObserver& observer_;
  std::vector<std::string> launch_;
  std::deque<Attempt> queue_;
  std::map<std::int64_t, Attempt> started_;  // running attempts by Job::id
  std::int64_t jobs_ = 0;
  std::string stopped_, cannot_start_;
  bool gave_up_ = false;
  bool warned_ = false;       // whether it has warned that the first trials all failed alike
  bool unit_warned_ = false;  // whether it has warned that trials print values in different units
  bool word_warned_ = false;  // whether it has warned of an expression that matches inside a word
  bool thousands_warned_ = false;
};

}  // namespace bora::tuning
