// Trains and judges the networks that a search asks for, whatever they classify.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "common/layers.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "nas/run/search_config.h"
#include "nas/run/search_store.h"
#include "nas/run/training/training_course.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

struct CellTask;

class TrialTrainer {
 public:
  virtual ~TrialTrainer() = default;

  /// Trains one network for the length of `course`, keeps it as folder/model_file() and judges it.
  /// trial.architecture is a text of the space, or, unless `of_space`, an architecture as bo-train's --arch
  /// takes it. Apart from times, the result depends on the options and the architecture alone, also if an
  /// interrupted training is resumed. `trial` receives its epochs, weights and seconds, or a failure. Returns
  /// false if `stop` ended the training. Throws StorageError if the disk is full, which is no failure of the
  /// network.
  virtual bool train(SearchTrial& trial, bool of_space, const std::filesystem::path& folder,
                     const std::atomic<bool>& stop,
                     const std::function<void(const TrainingProgress&)>& progress,
                     const TrainingPlan& course) const = 0;
  /// Returns the largest number of epochs of one training, unless a plan says otherwise.
  virtual int epochs(const std::string& architecture, bool of_space) const = 0;
  /// Returns the number of inputs that networks are validated on; 0 for regression, where the accuracy is the
  /// share of the target's variance that is explained.
  virtual int validation() const = 0;
  /// Returns hashes of the inputs that networks are trained on, and of those that they are validated on.
  virtual std::string train_hash() const = 0;
  virtual std::string validation_hash() const = 0;
  /// Returns the epsilon at which robustness is measured; 0: it is not.
  virtual double robust_epsilon() const { return 0; }
  /// Returns the task that networks for images are trained on; null where graphs are classified.
  virtual const CellTask* images() const { return nullptr; }
  /// Returns a warning about test images that are also training images; "" if there are none.
  virtual std::string doubt_about_test() const { return ""; }
  /// Returns the accuracy of a trained model on the test part, which takes no part in any choice.
  virtual Accuracy test(const std::filesystem::path& model) const = 0;
  /// Returns the mean squared error of a trained model on the test part, of whitened targets; nullopt where
  /// networks classify.
  virtual std::optional<double> test_error(const std::filesystem::path& /*model*/) const {
    return std::nullopt;
  }
  /// Returns the name of the file of a trained model.
  virtual std::string model_file() const { return "model.pt"; }
};

/// Makes a trainer, which reads the data. `stop`: ends measurements of robustness, and must outlive the
/// trainer; `threads`: threads per training. Throws InputError, also where networks of the space cannot be
/// built for such data.
std::unique_ptr<TrialTrainer> make_trainer(const SearchConfig& config, const SpacePtr& space,
                                           const std::atomic<bool>& stop, int threads = 1);

}  // namespace bora::nas
