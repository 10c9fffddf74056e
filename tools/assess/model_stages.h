// The stages that models come from: a search, and the training of what it found and of what it is held
// against.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/assess/assess_options.h"
#include "tools/assess/model_list.h"
#include "tools/nas/nas_options.h"
#include "tools/nas/search_report.h"
#include "tools/nas/trial_trainer.h"

namespace bora {

/// What a search left behind.
struct SearchStage {
  NasOptions options;  ///< it was made with
  SearchOutcome outcome;
  int exit_code = 0;
};

/// Whether the options of the search and of the training are right, as far as can be said before either.
/// Throws InputError.
void check_model_stages(const AssessOptions& options);

/// Runs --search, or goes on with it, in folder/search; or opens --from-search, whose networks are trained
/// again where they are gone. Throws InputError.
SearchStage run_search_stage(const AssessOptions& options, const std::filesystem::path& folder);

/// The trials that are trained and attacked: the best of those that have a value, no architecture twice.
std::vector<SearchTrial> choose_finalists(const SearchStage& search, int count);

/// What the report is to know of a search: its objective is one of search_objectives().
SearchRecord record_of(const SearchStage& search, const std::vector<SearchTrial>& finalists);

/// A network to be trained.
struct TrainingJob {
  std::string name;          ///< of the model
  std::string origin;        ///< searched | trained
  std::string architecture;  ///< text of the space, or a name of architectures()
};

/// Trains finalists and baselines on the same images, each kept in folder/models/NAME/model.pt; what is there
/// already is left as it is.
class TrainingStage {
 public:
  /// Reads the data. Throws InputError.
  TrainingStage(const AssessOptions& options, std::filesystem::path folder);
  ~TrainingStage();

  /// Nothing if `stop` ended it. Throws InputError if the training fails, e.g. diverges.
  std::optional<ListedModel> train(const TrainingJob& job, const std::atomic<bool>& stop);

 private:
  const AssessOptions& options_;
  std::filesystem::path folder_;
  std::unique_ptr<TrialTrainer> trainer_;
};

}  // namespace bora
