#include "models/training/training.h"

#include <algorithm>
#include <memory>

#include "common/error.h"
#include "models/networks/network_modules.h"
#include "models/training/adversarial_step.h"
#include "models/training/loss_scale.h"
#include "models/training/precision.h"
#include "models/training/sliced_trainer.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

torch::Tensor summed_loss(const torch::Tensor& logits, const torch::Tensor& labels) {
  return torch::nn::functional::cross_entropy(
      logits.to(torch::kFloat32), labels,
      torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
}

class ImageTrainer final : public SlicedTrainer<Network, ImageDataset, TrainingOptions> {
 public:
  ImageTrainer(Network& network, const ImageDataset& dataset, const ImageDataset* validation,
               const TrainingOptions& options, ThreadPool& pool)
      : SlicedTrainer(network, dataset, validation, options,
                      parse_device(options.device).is_cuda() ? options.batch : kSlice, pool),
        device_(parse_device(options.device)),
        precision_(parse_precision(options.precision)),
        channels_last_(options.channels_last || (device_.is_cuda() && precision_ != torch::kFloat32)) {
    const ModuleState trained = state_of(*network.implementation().module);
    std::vector<ModuleState> states;
    for (int i = 0; i < replicas(); ++i) {
      ScriptedModule& module = *modules_.emplace_back(make_module(network.options()));
      module.to(device_);
      if (channels_last_) store_channels_last(module);
      copy_state(trained, states.emplace_back(state_of(module)));
      module.train();
    }
    set_networks(trained, state_of(*make_module(network.options())), std::move(states),
                 [&](auto& parameters) {
                   return std::make_unique<torch::optim::SGD>(parameters,
                                                              torch::optim::SGDOptions(options.learning_rate)
                                                                  .momentum(options.momentum)
                                                                  .nesterov(options.momentum > 0)
                                                                  .weight_decay(options.weight_decay));
                 });
    check_precision(precision_, device_);
    if (precision_ == torch::kFloat16) loss_scale_.emplace();
  }

 private:
  void apply_gradients() override {
    const bool usable = !loss_scale_ || divide_gradients(parameters(), loss_scale_->value());
    if (usable) SlicedTrainer::apply_gradients();
    if (loss_scale_) loss_scale_->update(usable);
  }
  torch::Tensor loss_scale() const override {
    if (!loss_scale_) return {};
    const auto scale = loss_scale_->state();
    return torch::tensor({scale[0], scale[1]}, torch::kFloat64);
  }
  void set_loss_scale(const torch::Tensor& state) override {
    if (loss_scale_) loss_scale_->set_state({state[0].item<double>(), state[1].item<double>()});
  }

  std::pair<StepOutcome, std::vector<torch::Tensor>> run_slice(int replica, int begin, int count,
                                                               int batch) override {
    use_one_thread();
    const auto& shape = dataset_.shape;
    auto images = torch::empty({count, shape.channels, shape.height, shape.width});
    auto labels = torch::empty({count}, torch::kInt64);
    torch::Tensor start;  // starting points of the adversarial perturbations
    if (options_.adversarial > 0) start = torch::empty_like(images);
    for (int i = 0; i < count; ++i) {
      const int index = input(begin + i);
      Rng rng = write_variant(index, images.data_ptr<float>() + i * shape.size());
      if (options_.adversarial > 0)
        std::generate_n(start.data_ptr<float>() + i * shape.size(), shape.size(), [&] {
          return static_cast<float>(rng.uniform(-options_.adversarial, options_.adversarial));
        });
      labels.data_ptr<std::int64_t>()[i] = dataset_.labels[index];
    }
    images = images.to(device_);
    labels = labels.to(device_);
    // In float16 both passes use the same scale. If the attack's gradients overflow, so do those of the
    // training, and the scale is reduced. Otherwise the scale does not matter to the attack, which uses only
    // the signs of its gradients.
    const double scale = loss_scale_ ? loss_scale_->value() / batch : 1;
    if (options_.adversarial > 0)
      images = perturb(images, start.to(device_), options_.adversarial, [&](const torch::Tensor& x) {
        return summed_loss(logits_of(replica, x), labels) * scale;
      });
    const auto logits = logits_of(replica, images);
    const auto loss = summed_loss(logits, labels);
    // Uses grad(), because backward() of several slices would add to the gradients of the shared weights at
    // the same time.
    const auto aim = loss_scale_ ? loss * scale : loss / batch;
    return {{loss.item<double>(), count, count_right(logits, labels)},
            torch::autograd::grad({aim}, parameters(replica))};
  }

  // Writes this epoch's variant of image `index` to `pixels`. Returns its random stream for further draws.
  // Each image has its own stream in each epoch, so that variants do not depend on threads.
  Rng write_variant(int index, float* pixels) const {
    Rng rng(mix_seed(mix_seed(mix_seed(options_.seed, "variant"), epoch()), index));
    augment(dataset_.image(index), dataset_.shape, options_.augmentation, rng, pixels);
    return rng;
  }

  torch::Tensor logits_of(int replica, torch::Tensor images) {
    if (channels_last_) images = images.contiguous(torch::MemoryFormat::ChannelsLast);
    const MixedPrecision mixed(precision_, device_);
    return modules_[replica]->forward(images);
  }

  // The running statistics of batch normalisation follow the weights with a delay. In a network of a hundred
  // layers or more, these errors multiply: after the first, large steps, the scores can overflow although the
  // training loss, which uses the statistics of each batch, is finite. The statistics are then recomputed at
  // the present weights.
  std::optional<Evaluation> validate() override {
    try {
      return SlicedTrainer::validate();
    } catch (const VictimError&) {
      measure_statistics();
      return SlicedTrainer::validate();
    }
  }

  // Sets the running statistics to their means over the first batches of the epoch.
  void measure_statistics() {
    constexpr int kImages = 512;
    std::vector<std::pair<torch::nn::BatchNorm2dImpl*, std::optional<double>>> norms;
    for (const auto& part : modules_.front()->modules(false))
      if (auto* norm = part->as<torch::nn::BatchNorm2dImpl>()) {
        norms.emplace_back(norm, *norm->options.momentum());
        norm->reset_running_stats();
        norm->options.momentum(std::nullopt);  // a mean over all batches
      }
    {
      use_one_thread();
      const torch::NoGradGuard untracked;
      const ImageShape& shape = dataset_.shape;
      const int most = std::min(kImages, dataset_.size()), slice = std::min(kSlice, most);
      for (int begin = 0; begin + slice <= most; begin += slice) {
        auto images = torch::empty({slice, shape.channels, shape.height, shape.width});
        for (int i = 0; i < slice; ++i)
          write_variant(input(begin + i), images.data_ptr<float>() + i * shape.size());
        logits_of(0, images.to(device_));
      }
    }
    for (const auto& [norm, momentum] : norms) norm->options.momentum(momentum);
    start_from(state_of(*modules_.front()));
  }

  torch::Device device_;
  torch::ScalarType precision_;
  bool channels_last_;
  std::vector<std::shared_ptr<ScriptedModule>> modules_;
  std::optional<LossScale> loss_scale_;  // used for float16 only
};

}  // namespace

void check_training_images(const Network& network, const ImageDataset& dataset) {
  const auto& spec = network.spec();
  if (dataset.size() == 0) throw InputError("{}: holds no images to train on", dataset.source);
  if (dataset.shape != spec.input)
    throw InputError("{}: images are {}, the network takes {}", dataset.source, to_string(dataset.shape),
                     to_string(spec.input));
  check_labels(dataset, spec.classes);
}

void TrainingOptions::check() const {
  check_steps(*this);
  if (!(momentum >= 0 && momentum < 1))
    throw InputError("momentum is {}, expected a number in [0, 1)", momentum);
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
  check_training_images(network, dataset);
  use_one_thread();
  ImageTrainer trainer(network, dataset, validation, options, pool);
  return run_epochs(trainer, options.epochs, options.learning_rate, progress, stop, checkpoints);
}

}  // namespace bora::models
