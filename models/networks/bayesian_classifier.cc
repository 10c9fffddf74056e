#include <algorithm>

#include "common/error.h"
#include "common/named_settings.h"
#include "common/random.h"
#include "models/networks/bayesian_modules.h"
#include "models/networks/bayesian_network.h"
#include "models/training/count_right.h"
#include "models/training/replicas.h"
#include "models/training/training_loop.h"
#include "models/training/training_state.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

class BayesianMaker final : public BodyMaker {
 public:
  BayesianMaker(MeanFieldOptions options, std::uint64_t seed) : options_(std::move(options)), seed_(seed) {
    options_.check();
  }
  std::shared_ptr<ScriptedModule> make(const ImageShape& input, int classes) const override {
    auto module = std::make_shared<MeanFieldNetwork>(options_, input.size(), classes);
    module->fix_draws(mix_seed(mix_seed(seed_, "scores"), 0));
    return module;
  }

 private:
  MeanFieldOptions options_;
  std::uint64_t seed_;
};

std::shared_ptr<MeanFieldNetwork> body_of(const Network& network) {
  const auto children = network.implementation().module->named_children();
  const auto* body = children.find("body");
  auto module = body == nullptr ? nullptr : std::dynamic_pointer_cast<MeanFieldNetwork>(*body);
  if (!module) throw InputError("architecture '{}' is not Bayesian", network.options().architecture);
  return module;
}

// Returns the images at `rows` as inputs of the body, rows x pixels, normalised by the network's mean and
// deviation.
torch::Tensor inputs_of(const Network& network, const ImageDataset& dataset,
                        const std::vector<std::int64_t>& rows) {
  const auto& shape = dataset.shape;
  auto pixels =
      torch::empty({static_cast<std::int64_t>(rows.size()), shape.channels, shape.height, shape.width});
  float* out = pixels.data_ptr<float>();
  for (const std::int64_t row : rows)
    for (const std::uint8_t value : dataset.image(static_cast<int>(row)))
      *out++ = static_cast<float>(value) / 255;
  const auto buffers = network.implementation().module->named_buffers(/*recurse=*/false);
  return torch::flatten((pixels - buffers["mean"]) / buffers["deviation"], 1);
}

class BayesianTrainer final : public EpochTrainer {
 public:
  BayesianTrainer(Network& network, const ImageDataset& dataset, const ImageDataset* validation,
                  const TrainingOptions& training)
      : network_(network),
        dataset_(dataset),
        validation_(validation),
        training_(training),
        body_(body_of(network)),
        best_(make_module(network.options())),
        optimiser_(adam(*body_, training.learning_rate)) {}

  int steps() const override { return (dataset_.size() + training_.batch - 1) / training_.batch; }
  void begin_epoch(int epoch) override { epoch_ = epoch; }
  StepOutcome run_step(int step, double /*learning_rate*/) override {
    const GradientScope scope;
    const MeanFieldOptions& options = body_->options();
    const int at = epoch_ * steps() + step;
    const auto rows = minibatch(dataset_.size(), training_.batch, at, training_.seed);
    std::vector<std::int64_t> labels;
    for (const std::int64_t row : rows) labels.push_back(dataset_.labels[static_cast<std::size_t>(row)]);
    if (options.hyper_prior && !options.point) body_->update_priors();
    const auto noise =
        body_->draws(options.train_samples, std::ssize(rows),
                     mix_seed(mix_seed(training_.seed, "draws"), static_cast<std::uint64_t>(at)));
    const auto logits = body_->sampled(inputs_of(network_, dataset_, rows), noise);
    auto loss = torch::nn::functional::cross_entropy(logits.flatten(0, 1),
                                                     torch::tensor(labels).repeat({options.train_samples}));
    if (!options.point) loss = loss + body_->divergence() / static_cast<double>(dataset_.size());
    optimiser_.zero_grad();
    loss.backward();
    optimiser_.step();
    const auto count = static_cast<int>(rows.size());
    return {count * loss.item<double>(), count,
            count_right(logits.softmax(-1).mean(0), torch::tensor(labels))};
  }
  void finish_epoch() override {}
  std::optional<Evaluation> validate() override {
    return validation_ == nullptr ? std::nullopt : std::optional(evaluate(network_, *validation_));
  }
  void keep() override { copy_state(state_of(trained()), state_of(*best_)); }
  void restore() override { copy_state(state_of(*best_), state_of(trained())); }
  std::string state() const override {
    return training_state(state_of(trained()), state_of(*best_), optimiser_);
  }
  void set_state(const std::string& state) override {
    restore_training_state(state, state_of(trained()), state_of(*best_), optimiser_);
  }

 private:
  ScriptedModule& trained() const { return *network_.implementation().module; }

  Network& network_;
  const ImageDataset& dataset_;
  const ImageDataset* validation_;
  const TrainingOptions& training_;
  std::shared_ptr<MeanFieldNetwork> body_;
  std::shared_ptr<ScriptedModule> best_;
  torch::optim::Adam optimiser_;
  int epoch_ = 0;
};

}  // namespace

std::shared_ptr<const BodyMaker> bayesian_body(const MeanFieldOptions& options, std::uint64_t seed) {
  return std::make_shared<BayesianMaker>(options, seed);
}

std::optional<MeanFieldOptions> parse_perceptron(const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  if (name != "bayesian-mlp" && name != "mlp") return std::nullopt;
  constexpr int kMost = 100'000;
  NamedSettings settings(text);
  MeanFieldOptions options;
  options.point = name == "mlp";
  int depth = 2, width = 100;
  settings.read("depth", depth, 1, kMost);
  settings.read("width", width, 1, kMost);
  if (!options.point) settings.read("samples", options.test_samples, 1, kMost);
  settings.finish();
  options.hidden.assign(static_cast<std::size_t>(depth), width);
  return options;
}

TrainingResult train_bayesian(Network& network, const ImageDataset& dataset, const TrainingOptions& training,
                              const std::function<void(const TrainingProgress&)>& progress,
                              const std::atomic<bool>* stop, const ImageDataset* validation,
                              const CheckpointPlan* checkpoints) {
  training.check();
  if (training.auxiliary > 0 || training.drop_path > 0)
    throw InputError("{} has no auxiliary classifier and no paths to drop", network.options().architecture);
  check_training_images(network, dataset);
  use_one_thread();
  BayesianTrainer trainer(network, dataset, validation, training);
  return run_epochs(trainer, training.epochs, training.learning_rate, progress, stop, checkpoints);
}

}  // namespace bora::models
