#include "models/training.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "common/error.h"
#include "models/network_modules.h"
#include "models/torch_runtime.h"

namespace bora {
namespace {

constexpr int kSlice = 16;

// Weights and statistics of a module into another of the same architecture.
void copy_state(const ScriptedModule& from, ScriptedModule& to) {
  const torch::NoGradGuard no_grad;
  const auto copy = [](const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) b[i].copy_(a[i]);
  };
  copy(from.parameters(), to.parameters());
  copy(from.buffers(), to.buffers());
}

// Copies of a network that work on slices of a batch at once. They share the weights; the statistics of batch
// normalisation are each one's own during an epoch and averaged at its end.
class Replicas {
 public:
  Replicas(const Network& network, int count, const torch::Device& device) {
    for (int i = 0; i < count; ++i) {
      modules_.push_back(make_module(network.options()));
      modules_[i]->to(device);
      copy_state(*network.implementation().module, *modules_[i]);
      parameters_.push_back(modules_[i]->parameters());
      for (std::size_t p = 0; i > 0 && p < parameters_[i].size(); ++p)
        parameters_[i][p].set_data(parameters_[0][p].data());
      modules_[i]->train();
    }
  }

  ScriptedModule& module(int i) { return *modules_[i]; }
  const std::vector<torch::Tensor>& parameters(int i = 0) const { return parameters_[i]; }

  // Averages the statistics and copies everything to `to`, a module of the same architecture.
  void finish_epoch(ScriptedModule& to) {
    const torch::NoGradGuard no_grad;
    std::vector<std::vector<torch::Tensor>> buffers;
    for (const auto& module : modules_) buffers.push_back(module->buffers());
    for (std::size_t b = 0; b < buffers[0].size(); ++b) {
      if (!buffers[0][b].is_floating_point()) continue;
      auto mean = buffers[0][b].clone();
      for (int i = 1; i < count(); ++i) mean += buffers[i][b];
      mean /= count();
      for (int i = 0; i < count(); ++i) buffers[i][b].copy_(mean);
    }
    copy_state(*modules_[0], to);
  }

  int count() const { return static_cast<int>(modules_.size()); }

  std::vector<std::shared_ptr<ScriptedModule>> modules_;
  std::vector<std::vector<torch::Tensor>> parameters_;
};

double one_cycle(double peak, std::int64_t step, std::int64_t steps) {
  const double warm_up = std::max(1.0, 0.2 * static_cast<double>(steps));
  const double at = static_cast<double>(step) + 0.5;
  if (at < warm_up) return peak * at / warm_up;
  return peak * 0.5 *
         (1 + std::cos(std::numbers::pi * (at - warm_up) / (static_cast<double>(steps) - warm_up)));
}

class Trainer {
 public:
  Trainer(Network& network, const ImageDataset& dataset, const TrainingOptions& options, ThreadPool& pool)
      : dataset_(dataset),
        options_(options),
        pool_(pool),
        device_(parse_device(options.device)),
        slice_(device_.is_cuda() ? options.batch : kSlice),
        steps_((dataset.size() + options.batch - 1) / options.batch),
        replicas_(network, (options.batch + slice_ - 1) / slice_, device_),
        optimiser_(replicas_.parameters(), torch::optim::SGDOptions(options.learning_rate)
                                               .momentum(options.momentum)
                                               .nesterov(options.momentum > 0)
                                               .weight_decay(options.weight_decay)) {}

  int steps() const { return steps_; }
  Replicas& replicas() { return replicas_; }

  void begin_epoch(int epoch) {
    epoch_ = epoch;
    order_ = Rng(mix_seed(mix_seed(options_.seed, "order"), epoch)).permutation(dataset_.size());
  }

  /// Summed loss of the images of step `step` of the epoch, and their number.
  std::pair<double, int> run_step(int step) {
    const int begin = step * options_.batch;
    const int count = std::min(options_.batch, dataset_.size() - begin);
    const int slices = (count + slice_ - 1) / slice_;
    std::vector<Slice> done(slices);
    pool_.parallel_for(slices, [&](int i) {
      const int first = i * slice_;
      done[i] = run_slice(i, begin + first, std::min(slice_, count - first), count);
    });
    double loss = 0;
    const auto& parameters = replicas_.parameters();
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      auto gradient = done[0].gradients[p];
      for (int i = 1; i < slices; ++i) gradient += done[i].gradients[p];
      parameters[p].mutable_grad() = gradient;
    }
    for (const auto& slice : done) loss += slice.loss;
    const double rate = one_cycle(options_.learning_rate, static_cast<std::int64_t>(epoch_) * steps_ + step,
                                  static_cast<std::int64_t>(options_.epochs) * steps_);
    static_cast<torch::optim::SGDOptions&>(optimiser_.param_groups()[0].options()).lr(rate);
    optimiser_.step();
    return {loss, count};
  }

 private:
  struct Slice {
    double loss = 0;
    std::vector<torch::Tensor> gradients;
  };

  // Images [begin, begin + count) of the epoch's order through replica `replica`.
  Slice run_slice(int replica, int begin, int count, int batch) {
    use_one_thread();
    const auto& shape = dataset_.shape;
    auto images = torch::empty({count, shape.channels, shape.height, shape.width});
    auto labels = torch::empty({count}, torch::kInt64);
    for (int i = 0; i < count; ++i) {
      const int index = order_[begin + i];
      // A stream an image and epoch: the variants do not depend on who makes them, or when.
      Rng rng(mix_seed(mix_seed(mix_seed(options_.seed, "variant"), epoch_), index));
      augment(dataset_.image(index), shape, options_.augmentation, rng,
              images.data_ptr<float>() + i * shape.size());
      labels.data_ptr<std::int64_t>()[i] = dataset_.labels[index];
    }
    const auto logits = replicas_.module(replica).forward(images.to(device_));
    const auto loss = torch::nn::functional::cross_entropy(
        logits, labels.to(device_), torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
    // Unlike backward(), grad() does not add into the shared weights' gradients, which the slices would race
    // for.
    return {loss.item<double>(), torch::autograd::grad({loss / batch}, replicas_.parameters(replica))};
  }

  const ImageDataset& dataset_;
  const TrainingOptions& options_;
  ThreadPool& pool_;
  torch::Device device_;
  int slice_;
  int steps_;
  Replicas replicas_;
  torch::optim::SGD optimiser_;
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
  constexpr int kLargestShift = 8;
  if (augmentation.shift < 0 || augmentation.shift > kLargestShift)
    throw InputError("shift is {}, expected 0 to {} pixels", augmentation.shift, kLargestShift);
}

TrainingResult train(Network& network, const ImageDataset& dataset, const TrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress,
                     const std::atomic<bool>* stop) {
  options.check();
  check_data(network, dataset);
  use_one_thread();
  const auto start = std::chrono::steady_clock::now();
  Trainer trainer(network, dataset, options, pool);
  auto& trained = *network.implementation().module;
  const auto best = make_module(network.options());
  TrainingResult result;
  for (int epoch = 0; epoch < options.epochs && !result.interrupted; ++epoch) {
    trainer.begin_epoch(epoch);
    double loss = 0;
    int seen = 0;
    for (int step = 0; step < trainer.steps() && !result.interrupted; ++step) {
      const auto [step_loss, count] = trainer.run_step(step);
      loss += step_loss;
      seen += count;
      if (!std::isfinite(loss))
        throw InputError(
            "training diverged in epoch {}: the loss is not finite; try a learning rate below {}", epoch + 1,
            options.learning_rate);
      const bool epoch_done = step + 1 == trainer.steps();
      if (epoch_done) {
        trainer.replicas().finish_epoch(trained);
        if (result.epochs == 0 || loss / seen < result.loss) {
          result.epochs = epoch + 1;
          result.loss = loss / seen;
          copy_state(trained, *best);
        }
      }
      if (progress)
        progress({.epoch = epoch + 1, .step = step + 1, .steps = trainer.steps(), .loss = loss / seen});
      result.interrupted = stop != nullptr && *stop && !(epoch_done && epoch + 1 == options.epochs);
    }
    if (!result.interrupted && epoch + 1 == options.epochs) {
      result.epochs = options.epochs;
      result.loss = loss / seen;
    }
  }
  if (result.interrupted && result.epochs > 0) copy_state(*best, trained);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace bora
