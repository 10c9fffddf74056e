#include "nas/run/training/trial_trainer.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "common/random.h"
#include "common/setting_error.h"
#include "data/files/regression.h"
#include "data/graphs/load_graphs.h"
#include "data/images/training_data.h"
#include "models/graphs/torchscript_graph_victim.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/run/training/graph_trainer.h"
#include "nas/run/training/program_trainer.h"
#include "nas/run/training/regression_trainer.h"
#include "nas/run/training/robustness_probe.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;
using Report = std::function<void(const TrainingProgress&)>;

// Returns TrialTrainer::notes(). train, validation: both of the train part.
template <typename Dataset>
std::vector<std::string> notes_on(const Dataset& train, const Dataset& validation, const Dataset& test,
                                  const char* noun) {
  std::vector<std::string> notes;
  for (const std::string& note : train.notes) notes.push_back(fmt::format("{}: {}", train.source, note));
  std::vector<int> labels = train.labels;
  labels.insert(labels.end(), validation.labels.begin(), validation.labels.end());
  if (std::string doubt = describe_labels(labels, test.labels, noun, train.source); !doubt.empty())
    notes.push_back(std::move(doubt));
  if (std::string doubt = describe_contradictions(train, &validation); !doubt.empty())
    notes.push_back(std::move(doubt));
  return notes;
}

// Returns the share of the most frequent label.
double majority_of(const std::vector<int>& labels) {
  return labels.empty() ? 0 : count_of_commonest(labels) / static_cast<double>(labels.size());
}

class ImageTrainer final : public TrialTrainer {
 public:
  ImageTrainer(const SearchConfig& config, const SpacePtr& space, const std::atomic<bool>& stop, int threads)
      // The test part is read here, so that an error is reported before the training.
      : test_(load_dataset(config.data, Part::test)), task_(make_cell_task(config, space, test_)) {
    task_.threads = threads;
    // Throws here, before a folder is made, if networks of the space cannot be built.
    Rng rng(0);
    try {
      const NetworkOptions network = network_of(space->sample(rng).text());
      if (config.auxiliary > 0) check_auxiliary(network);
    } catch (const SettingError&) {
      throw;  // names its setting
    } catch (const InputError& error) {
      throw InputError("{}: {}", config.data, error.what());
    }
    if (config.robust_images == 0) return;
    for (const std::string& device : task_.devices)
      robustness_.try_emplace(device, task_.validation,
                              RobustnessOptions{.images = config.robust_images,
                                                .budget = config.robust_budget,
                                                .epsilon = config.robust_epsilon,
                                                .seed = config.seed,
                                                .device = device});
    task_.probe = [this, &stop](const fs::path& model, const fs::path& folder, const std::string& device) {
      return robustness_.at(device).measure(model, folder, stop);
    };
  }

  bool train(SearchTrial& trial, bool of_space, const fs::path& folder, const std::atomic<bool>& stop,
             const Report& progress, const TrainingPlan& course) const override {
    NetworkOptions network;
    if (of_space) {
      network = network_of(trial.architecture);
    } else {
      network.architecture = trial.architecture;
      network.input = task_.train.shape;
      network.classes = task_.train.classes;
    }
    TrainingPlan plan = course;
    if (const auto own = setting_of(trial.architecture, of_space)) {
      if (plan.epochs == 0) plan.epochs = own->epochs;
      plan.learning_rate = own->learning_rate;
    }
    return train_network(task_, network, trial, folder, stop, progress, plan);
  }
  int epochs(const std::string& architecture, bool of_space) const override {
    const auto own = setting_of(architecture, of_space);
    return own ? own->epochs : task_.training.epochs;
  }
  int validation() const override { return task_.validation.size(); }
  double majority() const override { return majority_of(task_.validation.labels); }
  std::string train_hash() const override { return content_hash(task_.train); }
  std::string validation_hash() const override { return content_hash(task_.validation); }
  const CellTask* images() const override { return &task_; }
  double robust_epsilon() const override {
    return robustness_.empty() ? 0 : robustness_.begin()->second.epsilon();
  }
  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = notes_on(task_.train, task_.validation, test_, "image");
    std::ranges::move(joint_warnings(task_.train, test_), std::back_inserter(notes));
    return notes;
  }
  std::string doubt_about_test() const override { return describe_known_images(task_.learnt_from, test_); }
  Accuracy test(const fs::path& model) const override {
    const auto victim = load_torchscript({.address = model.string()});
    return measure_accuracy(*victim, test_);
  }

 private:
  std::optional<TrainingSetting> setting_of(const std::string& text, bool of_space) const {
    return of_space ? task_.space->training(task_.space->parse(text)) : std::nullopt;
  }
  NetworkOptions network_of(const std::string& text) const {
    return architecture_network(*task_.space, task_.space->parse(text), task_.network, task_.train.shape,
                                task_.train.classes);
  }

  ImageDataset test_;
  CellTask task_;
  std::map<std::string, RobustnessProbe> robustness_;  // by device; empty: it is not measured
};

class GraphTrainer final : public TrialTrainer {
 public:
  GraphTrainer(const SearchConfig& config, int threads)
      : test_(load_graphs(config.data, Part::test)), task_(make_graph_task(config, test_)) {
    task_.threads = threads;
  }

  bool train(SearchTrial& trial, bool /*of_space*/, const fs::path& folder, const std::atomic<bool>& stop,
             const Report& progress, const TrainingPlan& course) const override {
    return train_graph_network(task_, trial, folder, stop, progress, course);
  }
  int epochs(const std::string& architecture, bool /*of_space*/) const override {
    return task_.training_of(architecture).epochs;
  }
  int validation() const override { return task_.validation.size(); }
  double majority() const override { return majority_of(task_.validation.labels); }
  std::string train_hash() const override { return content_hash(task_.train); }
  std::string validation_hash() const override { return content_hash(task_.validation); }
  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = notes_on(task_.train, task_.validation, test_, "graph");
    std::ranges::move(joint_warnings(task_.train, test_), std::back_inserter(notes));
    return notes;
  }
  std::string doubt_about_test() const override {
    return describe_known_graphs(task_.train, &task_.validation, test_);
  }
  Accuracy test(const fs::path& model) const override {
    TorchScriptGraphOptions options;
    options.path = model.string();
    options.node_label_count = test_.node_label_count;
    options.attribute_count = test_.attribute_count;
    const auto victim = load_torchscript_graph(options);
    return measure_accuracy(*victim, test_);
  }

 private:
  GraphDataset test_;
  GraphTrainingTask task_;
};

}  // namespace

std::unique_ptr<TrialTrainer> make_trainer(const SearchConfig& config, const SpacePtr& space,
                                           const std::atomic<bool>& stop, int threads) {
  if (looks_like_program(config.data)) return make_program_trainer(config);
  if (looks_like_graphs(config.data)) return std::make_unique<GraphTrainer>(config, threads);
  if (looks_like_regression(config.data)) return make_regression_trainer(config, space);
  return std::make_unique<ImageTrainer>(config, space, stop, threads);
}

}  // namespace bora::nas
