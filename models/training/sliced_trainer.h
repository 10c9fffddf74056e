// Trainer whose replicas process slices of a batch in parallel. Includes LibTorch: for sources only.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random.h"
#include "common/thread_pool.h"
#include "models/training/count_right.h"
#include "models/training/training_loop.h"
#include "models/training/training_state.h"

namespace bora::models {

/// Number of inputs in a slice of a batch. One thread computes the gradient of a slice.
inline constexpr int kSlice = 16;

/// Trainer of a network on random batches, which are split into slices. The gradients of the slices are
/// computed on a pool and added in a fixed order, so the result does not depend on the number of threads.
template <typename Network, typename Dataset, typename Options>
class SlicedTrainer : public EpochTrainer {
 public:
  int steps() const override { return pieces(dataset_.size(), options_.batch); }
  void begin_epoch(int epoch) override {
    epoch_ = epoch;
    order_ = Rng(mix_seed(mix_seed(options_.seed, "order"), epoch)).permutation(dataset_.size());
  }
  StepOutcome run_step(int step, double learning_rate) override {
    const int begin = step * options_.batch;
    const int count = std::min(options_.batch, dataset_.size() - begin);
    const int slices = pieces(count, slice_);
    std::vector<StepOutcome> outcomes(slices);
    std::vector<std::vector<torch::Tensor>> gradients(slices);
    pool_.parallel_for(slices, [&](int i) {
      const int first = i * slice_;
      std::tie(outcomes[i], gradients[i]) =
          run_slice(i, begin + first, std::min(slice_, count - first), count);
    });
    replicas_->set_gradients(gradients);
    optimiser_->param_groups()[0].options().set_lr(learning_rate);
    apply_gradients();
    StepOutcome sum{.inputs = count};
    for (const StepOutcome& outcome : outcomes) {
      sum.loss += outcome.loss;
      sum.right += outcome.right;
    }
    return sum;
  }
  void finish_epoch() override { replicas_->finish_epoch(trained_); }
  std::optional<Evaluation> validate() override {
    return validation_ == nullptr ? std::nullopt : std::optional(evaluate(network_, *validation_));
  }
  void keep() override { copy_state(trained_, best_); }
  void restore() override { copy_state(best_, trained_); }
  std::string state() const override { return training_state(trained_, best_, *optimiser_, loss_scale()); }
  void set_state(const std::string& state) override {
    torch::Tensor scale = loss_scale();
    restore_training_state(state, trained_, best_, *optimiser_, scale);
    set_loss_scale(scale);
    replicas_->start_from(trained_);
  }

 protected:
  /// slice: number of inputs in a slice; validation: held-out inputs, may be null.
  SlicedTrainer(Network& network, const Dataset& dataset, const Dataset* validation, const Options& options,
                int slice, ThreadPool& pool)
      : network_(network),
        dataset_(dataset),
        options_(options),
        validation_(validation),
        slice_(slice),
        pool_(pool) {}
  /// Sets the networks. Constructors of derived classes must call it once. trained: state of the trained
  /// network; best: state of a network of the same architecture, in which the best state is kept; replicas:
  /// states of replicas() copies; make(parameters): makes the optimiser.
  template <typename Make>
  void set_networks(ModuleState trained, ModuleState best, std::vector<ModuleState> replicas,
                    const Make& make) {
    trained_ = std::move(trained);
    best_ = std::move(best);
    replicas_ = std::make_unique<Replicas>(std::move(replicas));
    optimiser_ = make(parameters());
  }
  /// Copies `state` to the trained network and all replicas.
  void start_from(const ModuleState& state) {
    copy_state(state, trained_);
    replicas_->start_from(trained_);
  }
  int replicas() const { return pieces(std::min(options_.batch, dataset_.size()), slice_); }

  int epoch() const { return epoch_; }
  /// Returns the index in the data set of the input at position `place` of the epoch's order of inputs.
  int input(int place) const { return order_[place]; }
  const std::vector<torch::Tensor>& parameters(int replica = 0) const {
    return replicas_->parameters(replica);
  }

  /// Computes a slice: the inputs at positions [begin, begin + count) of the epoch's order. Returns its
  /// figures and, for the parameters of replica `replica`, the gradients of its summed loss divided by
  /// `batch`, the number of inputs in the batch (times the loss scale, if there is one).
  virtual std::pair<StepOutcome, std::vector<torch::Tensor>> run_slice(int replica, int begin, int count,
                                                                       int batch) = 0;
  /// Updates the weights by the gradients of a batch.
  virtual void apply_gradients() { optimiser_->step(); }
  /// Returns the state of the loss scale; an undefined tensor if there is none.
  virtual torch::Tensor loss_scale() const { return {}; }
  virtual void set_loss_scale(const torch::Tensor& /*state*/) {}

  Network& network_;
  const Dataset& dataset_;
  const Options& options_;

 private:
  static int pieces(int inputs, int size) { return (inputs + size - 1) / size; }

  const Dataset* validation_;
  int slice_;
  ThreadPool& pool_;
  ModuleState trained_, best_;
  std::unique_ptr<Replicas> replicas_;
  std::unique_ptr<torch::optim::Optimizer> optimiser_;
  int epoch_ = 0;
  std::vector<int> order_;
};

/// Throws InputError for the first label that is not one of `classes` classes.
template <typename Dataset>
void check_labels(const Dataset& dataset, int classes) {
  for (int i = 0; i < dataset.size(); ++i)
    if (dataset.labels[i] < 0 || dataset.labels[i] >= classes)
      throw InputError("{}: record {} has label {}, expected 0 to {}", dataset.source, dataset.records[i],
                       dataset.labels[i], classes - 1);
}

/// Throws InputError naming the first of the options epochs, batch, learning_rate and weight_decay that is
/// out of its range.
template <typename Options>
void check_steps(const Options& options) {
  if (options.epochs < 1) throw InputError("epochs is {}, expected at least 1", options.epochs);
  if (options.batch < 1) throw InputError("batch is {}, expected at least 1", options.batch);
  if (!(options.learning_rate > 0 && std::isfinite(options.learning_rate)))
    throw InputError("learning rate is {}, expected a positive number", options.learning_rate);
  if (!(options.weight_decay >= 0 && std::isfinite(options.weight_decay)))
    throw InputError("weight decay is {}, expected a number of at least 0", options.weight_decay);
}

}  // namespace bora::models
