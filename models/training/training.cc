#include "models/training/training.h"

#include <algorithm>
#include <memory>

#include "common/setting_error.h"
#include "models/networks/network_modules.h"
#include "models/training/adversarial_step.h"
#include "models/training/dropped_paths.h"
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

// Network and, if there is one, its auxiliary classifier. Their states are trained and stored together.
class TrainedModule final : public torch::nn::Module {
 public:
  struct Logits {
    torch::Tensor network;
    torch::Tensor auxiliary;  // undefined: there is no auxiliary classifier
  };

  // auxiliary: may be null.
  TrainedModule(std::shared_ptr<ScriptedModule> network, std::shared_ptr<ForwardModule> auxiliary)
      : network_(register_module("network", std::move(network))), auxiliary_(std::move(auxiliary)) {
    if (auxiliary_) register_module("auxiliary", auxiliary_);
  }
  int paths() const { return network_->paths(); }
  // factors: as for training_pass().
  Logits logits(const torch::Tensor& images, const torch::Tensor& factors) {
    const TrainingPass pass = network_->training_pass(images, factors);
    return {pass.logits, auxiliary_ ? auxiliary_->forward(pass.inner) : torch::Tensor()};
  }

 private:
  std::shared_ptr<ScriptedModule> network_;
  std::shared_ptr<ForwardModule> auxiliary_;
};

class ImageTrainer final : public SlicedTrainer<Network, ImageDataset, TrainingOptions> {
 public:
  ImageTrainer(Network& network, const ImageDataset& dataset, const ImageDataset* validation,
               const TrainingOptions& options, ThreadPool& pool)
      : SlicedTrainer(network, dataset, validation, options,
                      parse_device(options.device).is_cuda() ? options.batch : kSlice, pool),
        device_(parse_device(options.device)),
        precision_(parse_precision(options.precision)),
        channels_last_(options.channels_last || (device_.is_cuda() && precision_ != torch::kFloat32)) {
    const auto module_of = [&](std::shared_ptr<ScriptedModule> module) {
      return std::make_shared<TrainedModule>(
          std::move(module), options.auxiliary > 0 ? make_auxiliary(network.options()) : nullptr);
    };
    const auto own = module_of(network.implementation().module);
    if (options.drop_path > 0 && own->paths() == 0)
      throw SettingError("drop-path", "networks of {} have no paths to drop", network.options().architecture);
    const ModuleState trained = state_of(*own);
    std::vector<ModuleState> states;
    for (int i = 0; i < replicas(); ++i) {
      TrainedModule& module = *modules_.emplace_back(module_of(make_module(network.options())));
      module.to(device_);
      if (channels_last_) store_channels_last(module);
      copy_state(trained, states.emplace_back(state_of(module)));
      module.train();
    }
    set_networks(trained, state_of(*module_of(make_module(network.options()))), std::move(states),
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
    Slice slice = read_slice(begin, count);
    // In float16 both passes use the same scale. If the attack's gradients overflow, so do those of the
    // training, and the scale is reduced. Otherwise the scale does not matter to the attack, which uses only
    // the signs of its gradients.
    const double scale = loss_scale_ ? loss_scale_->value() / batch : 1;
    // The attack drops the same paths, and increases the loss of the network alone.
    if (options_.adversarial > 0)
      slice.images = perturb(slice.images, slice.start, options_.adversarial, [&](const torch::Tensor& x) {
        return summed_loss(logits_of(replica, x, slice.factors).network, slice.labels) * scale;
      });
    const auto logits = logits_of(replica, slice.images, slice.factors);
    const auto loss = summed_loss(logits.network, slice.labels);
    auto aim = loss;
    if (options_.auxiliary > 0) aim = aim + options_.auxiliary * summed_loss(logits.auxiliary, slice.labels);
    aim = loss_scale_ ? aim * scale : aim / batch;
    // Uses grad(), because backward() of several slices would add to the gradients of the shared weights at
    // the same time.
    return {{loss.item<double>(), count, count_right(logits.network, slice.labels)},
            torch::autograd::grad({aim}, parameters(replica))};
  }

  // Inputs of a slice, on the device.
  struct Slice {
    torch::Tensor images;   // n x C x H x W, this epoch's variants
    torch::Tensor labels;   // n
    torch::Tensor start;    // starting points of the adversarial perturbations; undefined: there are none
    torch::Tensor factors;  // n x paths, factors of the paths; undefined: no path is dropped
  };

  // Returns the inputs at positions [begin, begin + count) of the epoch's order.
  Slice read_slice(int begin, int count) const {
    const auto& shape = dataset_.shape;
    const double dropped = drop_probability(options_.drop_path, epoch(), options_.epochs);
    const auto paths = static_cast<std::size_t>(modules_.front()->paths());
    auto images = torch::empty({count, shape.channels, shape.height, shape.width});
    auto labels = torch::empty({count}, torch::kInt64);
    torch::Tensor start, factors;
    if (options_.adversarial > 0) start = torch::empty_like(images);
    if (dropped > 0) factors = torch::empty({count, static_cast<std::int64_t>(paths)});
    for (int i = 0; i < count; ++i) {
      const int index = input(begin + i);
      Rng rng = write_variant(index, images.data_ptr<float>() + i * shape.size());
      if (options_.adversarial > 0)
        std::generate_n(start.data_ptr<float>() + i * shape.size(), shape.size(), [&] {
          return static_cast<float>(rng.uniform(-options_.adversarial, options_.adversarial));
        });
      if (dropped > 0) draw_factors(rng, dropped, {factors.data_ptr<float>() + i * paths, paths});
      labels.data_ptr<std::int64_t>()[i] = dataset_.labels[index];
    }
    const auto moved = [&](const torch::Tensor& tensor) {
      return tensor.defined() ? tensor.to(device_) : tensor;
    };
    return {moved(images), moved(labels), moved(start), moved(factors)};
  }

  // Writes this epoch's variant of image `index` to `pixels`. Returns its random stream for further draws.
  // Each image has its own stream in each epoch, so that variants do not depend on threads.
  Rng write_variant(int index, float* pixels) const {
    Rng rng(mix_seed(mix_seed(mix_seed(options_.seed, "variant"), epoch()), index));
    augment(dataset_.image(index), dataset_.shape, options_.augmentation, rng, pixels);
    return rng;
  }

  TrainedModule::Logits logits_of(int replica, torch::Tensor images, const torch::Tensor& factors) {
    if (channels_last_) images = images.contiguous(torch::MemoryFormat::ChannelsLast);
    const MixedPrecision mixed(precision_, device_);
    return modules_[replica]->logits(images, factors);
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
        logits_of(0, images.to(device_), {});
      }
    }
    for (const auto& [norm, momentum] : norms) norm->options.momentum(momentum);
    start_from(state_of(*modules_.front()));
  }

  torch::Device device_;
  torch::ScalarType precision_;
  bool channels_last_;
  std::vector<std::shared_ptr<TrainedModule>> modules_;
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
  check_range("auxiliary", auxiliary, 0, 1);
  if (!(drop_path >= 0 && drop_path < 1))
    throw SettingError("drop-path", "got {}, expected a number in [0, 1)", drop_path);
  parse_precision(precision);
  constexpr int kLargestShift = 8;
  if (augmentation.shift < 0 || augmentation.shift > kLargestShift)
    throw InputError("shift is {}, expected 0 to {} pixels", augmentation.shift, kLargestShift);
}

void check_auxiliary(const NetworkOptions& network) {
  make_auxiliary(network);
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
