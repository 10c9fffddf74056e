// The stages that make models: a search, and the training of its finalists and of the baselines.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/search_outcome.h"
#include "nas/run/training/trial_trainer.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/model_list.h"

namespace bora::tools {

/// Result of a search.
struct SearchStage {
  SearchConfig options;  ///< settings of the search
  SearchOutcome outcome;
};

/// Checks those options of the search and of the training that can be checked before either runs. Throws
/// InputError.
void check_model_stages(const AssessOptions& options);

/// Runs or continues the search of --space in folder/search, or reads that of --from-search. Throws
/// InputError.
SearchStage run_search_stage(const AssessOptions& options, const std::filesystem::path& folder);

/// Returns the trials to train and attack, best first: at most `count` of those with a value, without
/// duplicate architectures.
std::vector<SearchTrial> choose_finalists(const SearchStage& search, int count);

/// Returns the record of a search for the report; its objective is one of search_objectives().
SearchRecord record_of(const SearchStage& search, const std::vector<SearchTrial>& finalists);

/// A network to be trained.
struct TrainingJob {
  std::string name;          ///< name of the model
  std::string origin;        ///< searched | trained
  std::string architecture;  ///< text of the space, or a name of architectures()
};

/// Trains finalists and baselines on the same images, each saved as folder/models/NAME/model.pt; existing
/// models are not retrained.
class TrainingStage {
 public:
  /// Reads the data that the options name. Throws InputError.
  TrainingStage(const AssessOptions& options, std::filesystem::path folder);
  ~TrainingStage();

  /// Trains a network, or returns the one that an earlier part of the assessment trained. Returns none if
  /// `stop` ended the training. Throws InputError if the training fails, e.g. diverges.
  std::optional<ListedModel> train(const TrainingJob& job, const std::atomic<bool>& stop);

 private:
  const AssessOptions& options_;
  std::filesystem::path folder_;
  std::unique_ptr<TrialTrainer> trainer_;
};

}  // namespace bora::tools
