#include "models/training/training.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "common/error.h"
#include "models/networks/network_modules.h"
#include "models/training/loss_scale.h"
#include "models/training/precision.h"
#include "models/training/training_loop.h"
#include "models/training/training_state.h"
#include "models/victims/torch/replicas.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

constexpr int kSlice = 16;

ModuleState state_of(const ScriptedModule& module) {
  return {module.parameters(), module.buffers()};
}

torch::Tensor summed_loss(const torch::Tensor& logits, const torch::Tensor& labels) {
  return torch::nn::functional::cross_entropy(
      logits, labels, torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
}

class Trainer final : public EpochTrainer {
 public:
  Trainer(Network& network, const ImageDataset& dataset, const ImageDataset* validation,
          const TrainingOptions& options, ThreadPool& pool)
      : network_(network),
        validation_(validation),
        trained_(*network.implementation().module),
        best_(make_module(network.options())),
        dataset_(dataset),
        options_(options),
        pool_(pool),
        device_(parse_device(options.device)),
        precision_(parse_precision(options.precision)),
        channels_last_(options.channels_last || (device_.is_cuda() && precision_ != torch::kFloat32)),
        slice_(device_.is_cuda() ? options.batch : kSlice),
        steps_((dataset.size() + options.batch - 1) / options.batch),
        modules_(copies(network, (options.batch + slice_ - 1) / slice_, device_, channels_last_)),
        replicas_(states(modules_)),
        optimiser_(replicas_.parameters(), torch::optim::SGDOptions(options.learning_rate)
                                               .momentum(options.momentum)
                                               .nesterov(options.momentum > 0)
                                               .weight_decay(options.weight_decay)) {
    check_precision(precision_, device_);
    if (precision_ == torch::kFloat16) loss_scale_.emplace();
  }

  int steps() const override { return steps_; }

  void begin_epoch(int epoch) override {
    epoch_ = epoch;
    order_ = Rng(mix_seed(mix_seed(options_.seed, "order"), epoch)).permutation(dataset_.size());
  }

  std::pair<double, int> run_step(int step, double learning_rate) override {
    const int begin = step * options_.batch;
    const int count = std::min(options_.batch, dataset_.size() - begin);
    const int slices = (count + slice_ - 1) / slice_;
    std::vector<double> losses(slices);
    std::vector<std::vector<torch::Tensor>> gradients(slices);
    pool_.parallel_for(slices, [&](int i) {
      const int first = i * slice_;
      std::tie(losses[i], gradients[i]) = run_slice(i, begin + first, std::min(slice_, count - first), count);
    });
    replicas_.set_gradients(gradients);
    static_cast<torch::optim::SGDOptions&>(optimiser_.param_groups()[0].options()).lr(learning_rate);
    const bool usable = !loss_scale_ || divide_gradients(replicas_.parameters(), loss_scale_->value());
    if (usable) optimiser_.step();
    if (loss_scale_) loss_scale_->update(usable);
    return {std::accumulate(losses.begin(), losses.end(), 0.0), count};
  }

  void finish_epoch() override { replicas_.finish_epoch(state_of(trained_)); }
  std::optional<Evaluation> validate() override {
    return validation_ == nullptr ? std::nullopt : std::optional(evaluate(network_, *validation_));
  }
  void keep() override { copy_state(state_of(trained_), state_of(*best_)); }
  void restore() override { copy_state(state_of(*best_), state_of(trained_)); }
  std::string state() const override {
    if (!loss_scale_) return training_state(state_of(trained_), state_of(*best_), optimiser_);
    const auto scale = loss_scale_->state();
    return training_state(state_of(trained_), state_of(*best_), optimiser_,
                          torch::tensor({scale[0], scale[1]}, torch::kFloat64));
  }
  void set_state(const std::string& state) override {
    torch::Tensor scale;
    if (loss_scale_) scale = torch::empty({2}, torch::kFloat64);
    restore_training_state(state, state_of(trained_), state_of(*best_), optimiser_, scale);
    if (loss_scale_) loss_scale_->set_state({scale[0].item<double>(), scale[1].item<double>()});
    replicas_.start_from(state_of(trained_));
  }

 private:
  using Modules = std::vector<std::shared_ptr<ScriptedModule>>;

  static Modules copies(const Network& network, int count, const torch::Device& device, bool channels_last) {
    Modules modules;
    for (int i = 0; i < count; ++i) {
      modules.push_back(make_module(network.options()));
      modules[i]->to(device);
      if (channels_last) store_channels_last(*modules[i]);
      copy_state(state_of(*network.implementation().module), state_of(*modules[i]));
      modules[i]->train();
    }
    return modules;
  }

  static std::vector<ModuleState> states(const Modules& modules) {
    std::vector<ModuleState> all;
    for (const auto& module : modules) all.push_back(state_of(*module));
    return all;
  }

  // Images [begin, begin + count) of the epoch's order through replica `replica`.
  std::pair<double, std::vector<torch::Tensor>> run_slice(int replica, int begin, int count, int batch) {
    use_one_thread();
    const auto& shape = dataset_.shape;
    auto images = torch::empty({count, shape.channels, shape.height, shape.width});
    auto labels = torch::empty({count}, torch::kInt64);
    torch::Tensor start;  // starting points of the perturbations trained against
    if (options_.adversarial > 0) start = torch::empty_like(images);
    for (int i = 0; i < count; ++i) {
      const int index = order_[begin + i];
      // A stream an image and epoch: the variants do not depend on who makes them, or when.
      Rng rng(mix_seed(mix_seed(mix_seed(options_.seed, "variant"), epoch_), index));
      augment(dataset_.image(index), shape, options_.augmentation, rng,
              images.data_ptr<float>() + i * shape.size());
      if (options_.adversarial > 0)
        std::generate_n(start.data_ptr<float>() + i * shape.size(), shape.size(), [&] {
          return static_cast<float>(rng.uniform(-options_.adversarial, options_.adversarial));
        });
      labels.data_ptr<std::int64_t>()[i] = dataset_.labels[index];
    }
    images = images.to(device_);
    labels = labels.to(device_);
    const double scale = loss_scale_ ? loss_scale_->value() : 1;
    if (options_.adversarial > 0)
      images = perturbed(images, start.to(device_),
                         [&](const torch::Tensor& x) { return loss_of(replica, x, labels) * scale; });
    const auto loss = loss_of(replica, images, labels);
    // Unlike backward(), grad() does not add into the shared weights' gradients, which the slices would race
    // for.
    const auto aim = loss_scale_ ? loss * (scale / batch) : loss / batch;
    return {loss.item<double>(), torch::autograd::grad({aim}, replicas_.parameters(replica))};
  }

  torch::Tensor loss_of(int replica, torch::Tensor images, const torch::Tensor& labels) {
    if (channels_last_) images = images.contiguous(torch::MemoryFormat::ChannelsLast);
    torch::Tensor logits;
    {
      const MixedPrecision mixed(precision_, device_);
      logits = modules_[replica]->forward(images);
    }
    return summed_loss(logits.to(torch::kFloat32), labels);
  }

  // Images moved from `start`, inside the ball, to where their loss is larger.
  torch::Tensor perturbed(const torch::Tensor& images, torch::Tensor start,
                          const std::function<torch::Tensor(const torch::Tensor&)>& loss) const {
    const double epsilon = options_.adversarial;
    start.requires_grad_(true);
    const auto gradient = torch::autograd::grad({loss(torch::clamp(images + start, 0, 1))}, {start}).front();
    const auto moved =
        torch::clamp(start.detach() + 1.25 * epsilon * torch::sign(gradient), -epsilon, epsilon);
    return torch::clamp(images + moved, 0, 1);
  }

  Network& network_;
  const ImageDataset* validation_;  // null: none
  ScriptedModule& trained_;
  std::shared_ptr<ScriptedModule> best_;
  const ImageDataset& dataset_;
  const TrainingOptions& options_;
  ThreadPool& pool_;
  torch::Device device_;
  torch::ScalarType precision_;
  bool channels_last_;
  int slice_;
  int steps_;
  Modules modules_;
  Replicas replicas_;
  torch::optim::SGD optimiser_;
  std::optional<LossScale> loss_scale_;  // used for float16 only
  int epoch_ = 0;
  std::vector<int> order_;
};

void check_data(const Network& network, const ImageDataset& dataset) {
  const auto& spec = network.spec();
  if (dataset.size() == 0) throw InputError("{}: holds no images to train on", dataset.source);
  if (dataset.shape != spec.input)
    throw InputError("{}: images are {}, the network takes {}", dataset.source, to_string(dataset.shape),
                     to_string(spec.input));
  for (int i = 0; i < dataset.size(); ++i)
    if (dataset.labels[i] < 0 || dataset.labels[i] >= spec.classes)
      throw InputError("{}: record {} has label {}, expected 0 to {}", dataset.source, dataset.records[i],
                       dataset.labels[i], spec.classes - 1);
}

}  // namespace

void TrainingOptions::check() const {
  if (epochs < 1) throw InputError("epochs is {}, expected at least 1", epochs);
  if (batch < 1) throw InputError("batch is {}, expected at least 1", batch);
  if (!(learning_rate > 0 && std::isfinite(learning_rate)))
    throw InputError("learning rate is {}, expected a positive number", learning_rate);
  if (!(momentum >= 0 && momentum < 1))
    throw InputError("momentum is {}, expected a number in [0, 1)", momentum);
  if (!(weight_decay >= 0 && std::isfinite(weight_decay)))
    throw InputError("weight decay is {}, expected a number of at least 0", weight_decay);
  if (!(adversarial >= 0 && adversarial <= 1))
    throw InputError("adversarial bound is {}, expected 0 to 1", adversarial);
  parse_precision(precision);
  constexpr int kLargestShift = 8;
  if (augmentation.shift < 0 || augmentation.shift > kLargestShift)
    throw InputError("shift is {}, expected 0 to {} pixels", augmentation.shift, kLargestShift);
}

TrainingResult train(Network& network, const ImageDataset& dataset, const TrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress,
                     const std::atomic<bool>* stop, const ImageDataset* validation,
                     const CheckpointPlan* checkpoints) {
  options.check();
  check_data(network, dataset);
  use_one_thread();
  Trainer trainer(network, dataset, validation, options, pool);
  return run_epochs(trainer, options.epochs, options.learning_rate, progress, stop, checkpoints);
}

}  // namespace bora::models
