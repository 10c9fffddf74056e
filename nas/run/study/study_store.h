// Database of a study of strategies.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::nas {

/// Evaluation that a search made of one architecture; accuracies are in percent.
struct StudyEvaluation {
  std::string architecture;
  double accuracy = 0;                  ///< percent
  std::optional<double> observed = {};  ///< accuracy that the search was told, percent; none: `accuracy`
};

/// Evaluations that one strategy made with one seed; `seconds` is the duration of its asks and tells.
struct StudyRun {
  std::vector<StudyEvaluation> evaluations;  ///< evaluations in the order in which they were made
  double seconds = 0;                        ///< seconds that the strategy itself used
};

/// Runs of a study, indexed by strategy and seed.
using StudyRuns = std::map<std::pair<std::string, int>, StudyRun>;

/// Database run.sqlite that bo-nas --table writes. A run is stored completely or not at all.
class StudyStore {
 public:
  static constexpr const char* kFile = "run.sqlite";

  static bool holds_study(const std::filesystem::path& folder);
  /// Creates the database and its folder, and stores `facts`. Throws InputError, StorageError.
  static StudyStore create(const std::filesystem::path& folder,
                           const std::map<std::string, std::string>& facts);
  /// Opens an existing store. Throws InputError unless its facts equal `facts`, including the version. If
  /// `facts` is empty, any study can be opened.
  static StudyStore open(const std::filesystem::path& folder,
                         const std::map<std::string, std::string>& facts);

  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  std::string get(const std::string& key) const { return store_.get(key); }  ///< a fact; "" if absent
  void add(const std::string& strategy, int seed, const StudyRun& run);
  /// Returns the runs, without StudyEvaluation::observed, which is not stored.
  StudyRuns runs() const;

 private:
  explicit StudyStore(RunStore store) : store_(std::move(store)) {}
  RunStore store_;
};

}  // namespace bora::nas
