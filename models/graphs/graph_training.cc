#include "models/graphs/graph_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <torch/torch.h>

#include "common/error.h"
#include "models/graphs/graph_network_modules.h"
#include "models/training/training_loop.h"
#include "models/training/training_state.h"
#include "models/victims/torch/replicas.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

constexpr int kSlice = 16;

ModuleState state_of(const torch::jit::Module& module) {
  ModuleState state;
  for (const auto& parameter : module.parameters()) state.parameters.push_back(parameter);
  for (const auto& buffer : module.buffers()) state.buffers.push_back(buffer);
  return state;
}

class Trainer final : public EpochTrainer {
 public:
  Trainer(GraphNetwork& network, const GraphDataset& dataset, const GraphDataset* validation,
          const GraphTrainingOptions& options, ThreadPool& pool)
      : network_(network),
        validation_(validation),
        trained_(network.implementation().model),
        best_(make_graph_module(network.options())),
        dataset_(dataset),
        options_(options),
        pool_(pool),
        steps_((dataset.size() + options.batch - 1) / options.batch),
        modules_(copies(network, (options.batch + kSlice - 1) / kSlice)),
        replicas_(states()),
        optimiser_(replicas_.parameters(),
                   torch::optim::AdamOptions(options.learning_rate).weight_decay(options.weight_decay)) {}

  int steps() const override { return steps_; }

  void begin_epoch(int epoch) override {
    epoch_ = epoch;
    order_ = Rng(mix_seed(mix_seed(options_.seed, "order"), epoch)).permutation(dataset_.size());
  }

  std::pair<double, int> run_step(int step, double learning_rate) override {
    const int begin = step * options_.batch;
    const int count = std::min(options_.batch, dataset_.size() - begin);
    const int slices = (count + kSlice - 1) / kSlice;
    std::vector<double> losses(slices);
    std::vector<std::vector<torch::Tensor>> gradients(slices);
    pool_.parallel_for(slices, [&](int i) {
      const int first = i * kSlice;
      std::tie(losses[i], gradients[i]) = run_slice(i, begin + first, std::min(kSlice, count - first), count);
    });
    replicas_.set_gradients(gradients);
    static_cast<torch::optim::AdamOptions&>(optimiser_.param_groups()[0].options()).lr(learning_rate);
    optimiser_.step();
    return {std::accumulate(losses.begin(), losses.end(), 0.0), count};
  }

  void finish_epoch() override { replicas_.finish_epoch(state_of(trained_.module)); }
  std::optional<Evaluation> validate() override {
    return validation_ == nullptr ? std::nullopt : std::optional(evaluate(network_, *validation_));
  }
  void keep() override { copy_state(state_of(trained_.module), state_of(best_)); }
  void restore() override { copy_state(state_of(best_), state_of(trained_.module)); }
  std::string state() const override {
    return training_state(state_of(trained_.module), state_of(best_), optimiser_);
  }
  void set_state(const std::string& state) override {
    restore_training_state(state, state_of(trained_.module), state_of(best_), optimiser_);
    replicas_.start_from(state_of(trained_.module));
  }

 private:
  static std::vector<torch::jit::Module> copies(const GraphNetwork& network, int count) {
    std::vector<torch::jit::Module> modules;
    for (int i = 0; i < count; ++i) {
      modules.push_back(make_graph_module(network.options()));
      copy_state(state_of(network.implementation().model.module), state_of(modules[i]));
      modules[i].train();
    }
    return modules;
  }

  std::vector<ModuleState> states() const {
    std::vector<ModuleState> all;
    for (const auto& module : modules_) all.push_back(state_of(module));
    return all;
  }

  // Graphs [begin, begin + count) of the epoch's order through replica `replica`: their summed loss, and the
  // gradients of the share that it has in the mean loss of the batch.
  std::pair<double, std::vector<torch::Tensor>> run_slice(int replica, int begin, int count, int batch) {
    const GradientScope scope;
    std::vector<const Graph*> graphs;
    auto labels = torch::empty({count}, torch::kInt64);
    for (int i = 0; i < count; ++i) {
      const int index = order_[begin + i];
      graphs.push_back(&dataset_.graphs[index]);
      labels.data_ptr<std::int64_t>()[i] = dataset_.labels[index];
    }
    const auto tensors = to_tensors(graphs, trained_.features, dataset_.source);
    auto& module = modules_[replica];
    auto embedding =
        module.get_method("embed")({tensors.x, tensors.edge_index, tensors.batch, tensors.edge_weight})
            .toTensor();
    if (options_.dropout > 0) embedding = embedding * survivors(begin, count, embedding.size(1));
    const auto logits = module.get_method("classify")({embedding}).toTensor();
    const auto loss = torch::nn::functional::cross_entropy(
        logits, labels, torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
    return {loss.item<double>(), torch::autograd::grad({loss / batch}, replicas_.parameters(replica))};
  }

  // A stream a graph and epoch: what is dropped does not depend on who does it, or when.
  torch::Tensor survivors(int begin, int count, std::int64_t width) const {
    auto mask = torch::empty({count, width});
    float* values = mask.data_ptr<float>();
    const auto kept = static_cast<float>(1 / (1 - options_.dropout));
    for (int i = 0; i < count; ++i) {
      Rng rng(mix_seed(mix_seed(mix_seed(options_.seed, "dropout"), epoch_), order_[begin + i]));
      for (std::int64_t j = 0; j < width; ++j) *values++ = rng.uniform() < options_.dropout ? 0.0f : kept;
    }
    return mask;
  }

  GraphNetwork& network_;
  const GraphDataset* validation_;  // null: none
  GraphModel& trained_;
  torch::jit::Module best_;
  const GraphDataset& dataset_;
  const GraphTrainingOptions& options_;
  ThreadPool& pool_;
  int steps_;
  std::vector<torch::jit::Module> modules_;
  Replicas replicas_;
  torch::optim::Adam optimiser_;
  int epoch_ = 0;
  std::vector<int> order_;
};

void check_data(const GraphNetwork& network, const GraphDataset& dataset) {
  if (dataset.size() == 0) throw InputError("{}: holds no graphs to train on", dataset.source);
  for (int i = 0; i < dataset.size(); ++i) {
    if (dataset.labels[i] < 0 || dataset.labels[i] >= network.spec().classes)
      throw InputError("{}: record {} has label {}, expected 0 to {}", dataset.source, dataset.records[i],
                       dataset.labels[i], network.spec().classes - 1);
    if (dataset.graphs[i].nodes < 1)
      throw InputError("{}: record {} is a graph without nodes", dataset.source, dataset.records[i]);
  }
}

}  // namespace

GraphTrainingOptions default_training(const GraphArchitecture& architecture) {
  GraphTrainingOptions options;
  if (architecture.kind == "gin") {
    options.epochs = 50;
    options.weight_decay = 0;
    options.dropout = 0.5;
  }
  return options;
}

void GraphTrainingOptions::check() const {
  if (epochs < 1) throw InputError("epochs is {}, expected at least 1", epochs);
  if (batch < 1) throw InputError("batch is {}, expected at least 1", batch);
  if (!(learning_rate > 0 && std::isfinite(learning_rate)))
    throw InputError("learning rate is {}, expected a positive number", learning_rate);
  if (!(weight_decay >= 0 && std::isfinite(weight_decay)))
    throw InputError("weight decay is {}, expected a number of at least 0", weight_decay);
  if (!(dropout >= 0 && dropout < 1)) throw InputError("dropout is {}, expected a number in [0, 1)", dropout);
}

TrainingResult train(GraphNetwork& network, const GraphDataset& dataset, const GraphTrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress,
                     const std::atomic<bool>* stop, const GraphDataset* validation,
                     const CheckpointPlan* checkpoints) {
  options.check();
  check_data(network, dataset);
  use_one_thread();
  Trainer trainer(network, dataset, validation, options, pool);
  return run_epochs(trainer, options.epochs, options.learning_rate, progress, stop, checkpoints);
}

}  // namespace bora::models
