// Storage of the trials of a tuning run in its folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::tuning {

/// Row of one of several runs of the program for the same trial. Fields mean the same as in TrialRow.
struct RepeatRow {
  int number = 0;  ///< 1, 2, ...
  std::string status;
  std::vector<double> values;
  double seconds = 0;
  int attempts = 0;
  std::string reason;
};

/// Row of one trial, as stored by the schema in trial_store.cc.
struct TrialRow {
  std::int64_t number = 0;         ///< 1, 2, ...; rows of a warm start have 0, -1, ...
  std::string key;                 ///< key of its point, made by MixedSpace::key()
  std::string point;               ///< its point as a JSON object, without inactive parameters
  std::string status = "waiting";  ///< waiting, done, failed or timed out
  std::vector<double> values;      ///< values of the objectives, then of the constraints; empty: none
  double seconds = 0;              ///< wall-clock time of the last attempt; summed over repeats
  int attempts = 0;                ///< number of runs of the program, retries included; summed over repeats
  std::string reason;              ///< why it has no value, else ""
  /// Positions, in the one sequence of all events of the run, at which the trial was asked for and told.
  std::optional<std::int64_t> asked, told;
  std::vector<RepeatRow> repeats;  ///< repeats that have ended, by number; empty if each trial is one run

  bool ended() const { return status != "waiting"; }
};

/// Returns whether a trial has a value, or one of its repeats has; false for rows of a warm start.
inline bool has_own_value(const TrialRow& row) {
  return row.number > 0 && (!row.values.empty() || std::ranges::any_of(row.repeats, [](const RepeatRow& one) {
           return !one.values.empty();
         }));
}

/// Returns the warnings in the fact `warnings` of a run, a JSON array of texts; {} for another text, as in
/// runs without warnings.
std::vector<std::string> parse_warnings(const std::string& fact);

/// Beginning of the keys of facts with the units of values.
constexpr const char* kUnitFact = "unit_";
/// Returns the key of the fact with the unit of value i, objectives and constraints in order.
inline std::string unit_fact(std::size_t i) {
  return kUnitFact + std::to_string(i);
}

/// Content of a run's folder at one moment; the run may be in progress.
struct StoredRun {
  std::filesystem::path file;
  std::map<std::string, std::string> facts;  ///< rows of the table `run` (schema in trial_store.cc)
  std::vector<TrialRow> trials;              ///< by number

  /// Returns a fact; "" if it is missing.
  std::string fact(const std::string& key) const;
  /// Returns a fact; throws InputError if it is missing.
  const std::string& required(const std::string& key) const;
  /// Returns a fact that is a whole number of at least 1. Throws InputError.
  int number(const std::string& key) const;
};
/// Reads the run in a folder without locking it. Throws InputError if there is no valid run of bo-opt.
StoredRun read_tuning_run(const std::filesystem::path& folder);

/// Database run.sqlite of a run of bo-opt, held by this process alone.
class TrialStore {
 public:
  static constexpr const char* kFile = "run.sqlite";

  static bool holds_run(const std::filesystem::path& folder);
  /// Creates the database and its folder; `fill` writes the first content. Throws InputError if there is a
  /// run already, StorageError if it cannot be written.
  static TrialStore create(const std::filesystem::path& folder, const std::function<void(TrialStore&)>& fill);
  /// Opens the database of a run, or throws InputError; RunInUse if another process holds it.
  static TrialStore open(const std::filesystem::path& folder);

  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  std::string get(const std::string& key) const { return store_.get(key); }
  /// Begins a transaction: everything up to commit() is stored together or not at all.
  void begin() { store_.begin(); }
  void commit() { store_.commit(); }

  /// Adds a warning to the fact `warnings`, unless it is there already.
  void add_warning(const std::string& text);

  void add(const TrialRow& row);
  void update(const TrialRow& row);
  void add_repeat(std::int64_t trial, const RepeatRow& repeat);
  std::vector<TrialRow> trials() const;  ///< by number
  const std::filesystem::path& file() const { return store_.file(); }

 private:
  explicit TrialStore(RunStore store) : store_(std::move(store)) {}
  RunStore store_;
};

}  // namespace bora::tuning
