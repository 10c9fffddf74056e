// Interface for the training and validation of the networks that a search asks for.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "nas/run/search_config.h"
#include "nas/run/search_store.h"
#include "nas/run/training/training_course.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

struct CellTask;

/// Trainer for one kind of data: images, graphs, a regression set, or those of a program of the user.
class TrialTrainer {
 public:
  virtual ~TrialTrainer() = default;

  /// Trains and validates one network by the plan `course` and saves it as folder/model_file().
  /// trial.architecture: text of the space if `of_space`, else an architecture as accepted by bo-train
  /// --arch. Apart from times, the result depends only on the options and the architecture, also if an
  /// interrupted training is resumed. `trial` receives epochs, weights and seconds, or a failure. Returns
  /// false if `stop` ended the training. Throws StorageError if the disk is full, which is not a failure of
  /// the network.
  virtual bool train(SearchTrial& trial, bool of_space, const std::filesystem::path& folder,
                     const std::atomic<bool>& stop,
                     const std::function<void(const TrainingProgress&)>& progress,
                     const TrainingPlan& course) const = 0;
  /// Returns the number of epochs of the training of an architecture, if a plan does not set it.
  virtual int epochs(const std::string& architecture, bool of_space) const = 0;
  /// Returns the number of validation inputs; 0 for regression, where the accuracy is 1 - MSE.
  virtual int validation() const = 0;
  /// Returns the share of the most frequent class among the validation inputs; 0: unknown, or not classes.
  virtual double majority() const { return 0; }
  /// Returns a hash of the training inputs.
  virtual std::string train_hash() const = 0;
  /// Returns a hash of the validation inputs.
  virtual std::string validation_hash() const = 0;
  /// Returns the epsilon at which robustness is measured; 0: not measured.
  virtual double robust_epsilon() const { return 0; }
  /// Returns the task of networks for images; null for other data.
  virtual const CellTask* images() const { return nullptr; }
  /// Returns the changes and omissions that the reader of the training data made, and warnings about their
  /// labels (describe_labels(), describe_contradictions()) if there are any.
  virtual std::vector<std::string> notes() const { return {}; }
  /// Returns a warning about test inputs that are also training inputs; "" if there are none.
  virtual std::string doubt_about_test() const { return ""; }
  /// Returns the accuracy of a saved network on the test part, which no choice uses; 0 of 0 if there is none.
  virtual Accuracy test(const std::filesystem::path& model) const = 0;
  /// Returns the mean squared error of a saved network on the test part, for whitened targets; nullopt if
  /// networks classify.
  virtual std::optional<double> test_error(const std::filesystem::path& /*model*/) const {
    return std::nullopt;
  }
  /// Returns the name of the file to which train() saves a network.
  virtual std::string model_file() const { return "model.pt"; }
};

/// Makes the trainer for config.data and reads the data. stop: ends measurements of robustness; must outlive
/// the trainer. threads: threads per training. Throws InputError, also if networks of the space cannot be
/// built for the data.
std::unique_ptr<TrialTrainer> make_trainer(const SearchConfig& config, const SpacePtr& space,
                                           const std::atomic<bool>& stop, int threads = 1);

}  // namespace bora::nas
