#include "models/graphs/graph_training.h"

#include <memory>

#include "common/error.h"
#include "models/graphs/graph_network_modules.h"
#include "models/training/sliced_trainer.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

class GraphTrainer final : public SlicedTrainer<GraphNetwork, GraphDataset, GraphTrainingOptions> {
 public:
  GraphTrainer(GraphNetwork& network, const GraphDataset& dataset, const GraphDataset* validation,
               const GraphTrainingOptions& options, ThreadPool& pool)
      : SlicedTrainer(network, dataset, validation, options, kSlice, pool) {
    const ModuleState trained = state_of(network.implementation().model.module);
    std::vector<ModuleState> states;
    for (int i = 0; i < replicas(); ++i) {
      torch::jit::Module& module = modules_.emplace_back(make_graph_module(network.options()));
      copy_state(trained, states.emplace_back(state_of(module)));
      module.train();
    }
    set_networks(trained, state_of(make_graph_module(network.options())), std::move(states),
                 [&](auto& parameters) {
                   return std::make_unique<torch::optim::Adam>(
                       parameters,
                       torch::optim::AdamOptions(options.learning_rate).weight_decay(options.weight_decay));
                 });
  }

 private:
  std::pair<StepOutcome, std::vector<torch::Tensor>> run_slice(int replica, int begin, int count,
                                                               int batch) override {
    const GradientScope scope;
    std::vector<const Graph*> graphs;
    auto labels = torch::empty({count}, torch::kInt64);
    for (int i = 0; i < count; ++i) {
      const int index = input(begin + i);
      graphs.push_back(&dataset_.graphs[index]);
      labels.data_ptr<std::int64_t>()[i] = dataset_.labels[index];
    }
    const auto tensors = to_tensors(graphs, network_.implementation().model.features, dataset_.source);
    auto& module = modules_[replica];
    auto embedding =
        module.get_method("embed")({tensors.x, tensors.edge_index, tensors.batch, tensors.edge_weight})
            .toTensor();
    if (options_.dropout > 0) embedding = embedding * dropout_mask(begin, count, embedding.size(1));
    const auto logits = module.get_method("classify")({embedding}).toTensor();
    const auto loss = torch::nn::functional::cross_entropy(
        logits, labels, torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
    return {{loss.item<double>(), count, count_right(logits, labels)},
            torch::autograd::grad({loss / batch}, parameters(replica))};
  }

  // Returns a dropout mask, count x width. Each graph and epoch has its own random stream, so that the mask
  // does not depend on threads or the order of graphs.
  torch::Tensor dropout_mask(int begin, int count, std::int64_t width) const {
    auto mask = torch::empty({count, width});
    float* values = mask.data_ptr<float>();
    const auto kept = static_cast<float>(1 / (1 - options_.dropout));
    for (int i = 0; i < count; ++i) {
      Rng rng(mix_seed(mix_seed(mix_seed(options_.seed, "dropout"), epoch()), input(begin + i)));
      for (std::int64_t j = 0; j < width; ++j) *values++ = rng.uniform() < options_.dropout ? 0.0f : kept;
    }
    return mask;
  }

  std::vector<torch::jit::Module> modules_;
};

void check_data(const GraphNetwork& network, const GraphDataset& dataset) {
  if (dataset.size() == 0) throw InputError("{}: holds no graphs to train on", dataset.source);
  check_labels(dataset, network.spec().classes);
  for (int i = 0; i < dataset.size(); ++i)
    if (dataset.graphs[i].nodes < 1)
      throw InputError("{}: record {} is a graph without nodes", dataset.source, dataset.records[i]);
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
  check_steps(*this);
  if (!(dropout >= 0 && dropout < 1)) throw InputError("dropout is {}, expected a number in [0, 1)", dropout);
}

TrainingResult train(GraphNetwork& network, const GraphDataset& dataset, const GraphTrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress,
                     const std::atomic<bool>* stop, const GraphDataset* validation,
                     const CheckpointPlan* checkpoints) {
  options.check();
  check_data(network, dataset);
  use_one_thread();
  GraphTrainer trainer(network, dataset, validation, options, pool);
  return run_epochs(trainer, options.epochs, options.learning_rate, progress, stop, checkpoints);
}

}  // namespace bora::models
