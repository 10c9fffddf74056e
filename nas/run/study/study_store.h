// The runs of a study of strategies, in its folder.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::nas {

struct StudyEvaluation {
  std::string architecture;
  double accuracy = 0;                  ///< percent
  std::optional<double> observed = {};  ///< accuracy that the search was told, percent; none: `accuracy`
};

/// Evaluations that one strategy has made with one seed, and their duration.
struct StudyRun {
  std::vector<StudyEvaluation> evaluations;  ///< in their order
  double seconds = 0;                        ///< duration of the strategy, without evaluations
};

/// Runs of a study, indexed by strategy and seed.
using StudyRuns = std::map<std::pair<std::string, int>, StudyRun>;

/// Database of a study: the file run.sqlite that bo-nas --table writes. A run is stored whole or not at all.
class StudyStore {
 public:
  static constexpr const char* kFile = "run.sqlite";

  static bool holds_study(const std::filesystem::path& folder);
  /// Creates the database and its folder, and stores `facts`. Throws InputError, StorageError.
  static StudyStore create(const std::filesystem::path& folder,
                           const std::map<std::string, std::string>& facts);
  /// Opens a store that exists. Throws InputError unless its facts equal `facts`, the version included. With
  /// no facts any study can be opened.
  static StudyStore open(const std::filesystem::path& folder,
                         const std::map<std::string, std::string>& facts);

  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  std::string get(const std::string& key) const { return store_.get(key); }  ///< a fact; "" if absent
  void add(const std::string& strategy, int seed, const StudyRun& run);
  /// Returns the runs, without what was observed, which is not stored.
  StudyRuns runs() const;

 private:
  explicit StudyStore(RunStore store) : store_(std::move(store)) {}
  RunStore store_;
};

}  // namespace bora::nas
