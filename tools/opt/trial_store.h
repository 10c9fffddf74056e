// The trials of a tuning run, in its folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runs/run_store.h"

namespace bora {

/// One trial; see the schema in trial_store.cc.
struct TrialRow {
  std::int64_t number = 0;  ///< 1, 2, ...; of a warm start 0, -1, ...
  std::string key;          ///< of its point
  std::string point;        ///< JSON
  std::string status = "waiting";
  std::optional<double> value;
  double seconds = 0;
  int attempts = 0;
  std::string reason;
  std::optional<std::int64_t> asked, told;

  bool ended() const { return status != "waiting"; }
};

/// run.sqlite of bo-opt.
class TrialStore {
 public:
  static constexpr const char* kFile = "run.sqlite";

  static bool holds_run(const std::filesystem::path& folder);
  /// Makes the folder, too. `fill` stores facts. Throws InputError, StorageError.
  static TrialStore create(const std::filesystem::path& folder, const std::function<void(TrialStore&)>& fill);
  static TrialStore open(const std::filesystem::path& folder);

  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  std::string get(const std::string& key) const { return store_.get(key); }
  /// The same where a fact must be there. Throws InputError.
  std::string required(const std::string& key) const;

  void add(const TrialRow& row);
  void update(const TrialRow& row);
  /// By number.
  std::vector<TrialRow> trials() const;
  const std::filesystem::path& file() const { return store_.file(); }

 private:
  explicit TrialStore(RunStore store) : store_(std::move(store)) {}
  RunStore store_;
};

}  // namespace bora
