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

/// Row of one of several runs of the program for the same trial.
struct RepeatRow {
  int number = 0;  ///< 1, 2, ...
  std::string status;
  std::vector<double> values;  ///< values of the objectives; empty without
  double seconds = 0;
  int attempts = 0;
  std::string reason;
};

/// Row of one trial, as stored by the schema in trial_store.cc.
struct TrialRow {
  std::int64_t number = 0;  ///< 1, 2, ...; rows of a warm start have 0, -1, ...
  std::string key;          ///< key of its point
  std::string point;        ///< JSON
  std::string status = "waiting";
  std::vector<double> values;  ///< values of the objectives, then of the constraints; empty without
  double seconds = 0;
  int attempts = 0;
  std::string reason;
  std::optional<std::int64_t> asked, told;
  std::vector<RepeatRow> repeats;  ///< repeats that ended, by number; empty without repeats

  bool ended() const { return status != "waiting"; }
};

/// Returns whether a trial of the run, none of a warm start, has a value, be it of one of its repeats.
inline bool has_own_value(const TrialRow& row) {
  return row.number > 0 && (!row.values.empty() || std::ranges::any_of(row.repeats, [](const RepeatRow& one) {
           return !one.values.empty();
         }));
}

/// Content of a run's folder at one moment; the run may be in progress.
struct StoredRun {
  std::filesystem::path file;
  std::map<std::string, std::string> facts;
  std::vector<TrialRow> trials;  ///< by number

  /// Returns a stored fact. Throws InputError if it is missing.
  const std::string& required(const std::string& key) const;
  /// Returns a stored fact that is a whole number of at least 1. Throws InputError.
  int number(const std::string& key) const;
};
/// Reads the trials that are stored. Throws InputError if there is no run of bo-opt in the folder.
StoredRun read_tuning_run(const std::filesystem::path& folder);

/// Database run.sqlite, which holds a run of bo-opt.
class TrialStore {
 public:
  static constexpr const char* kFile = "run.sqlite";

  static bool holds_run(const std::filesystem::path& folder);
  /// Creates the database and its folder; `fill` stores facts. Throws InputError, StorageError.
  static TrialStore create(const std::filesystem::path& folder, const std::function<void(TrialStore&)>& fill);
  static TrialStore open(const std::filesystem::path& folder);

  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  std::string get(const std::string& key) const { return store_.get(key); }
  /// Begins a transaction: everything up to commit() is stored together or not at all.
  void begin() { store_.begin(); }
  void commit() { store_.commit(); }

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
