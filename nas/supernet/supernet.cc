#include "nas/supernet/supernet.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "models/training/sliced_trainer.h"
#include "models/training/training_state.h"
#include "models/victims/torch/torch_runtime.h"
#include "nas/network/cell_modules.h"
#include "nas/supernet/supernet_modules.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;
using Nb = Nb201Space;
using Tensors = std::vector<torch::Tensor>;

// Layer that applies a rectifier, a convolution and batch normalisation without scale and shift.
class SharedLayer final : public nn::Module {
 public:
  SharedLayer(int channels, int side) {
    weight_ = register_parameter("weight", torch::zeros({channels, channels, side, side}));
  }
  torch::Tensor forward(const torch::Tensor& x) const {
    const std::int64_t around = weight_.size(2) / 2;
    return torch::batch_norm(torch::conv2d(torch::relu(x), weight_, {}, 1, around), {}, {}, {}, {}, true, 0,
                             1e-5, false);
  }

 private:
  torch::Tensor weight_;
};

// Cell with all operations, which computes the chosen ones.
class SuperCell final : public TracedModule {
 public:
  SuperCell(std::shared_ptr<const ChosenOperations> chosen, int channels) : chosen_(std::move(chosen)) {
    for (std::size_t e = 0; e < Nb::kEdges; ++e) {
      const std::string name = fmt::format("edge{}_{}", Nb::kEnds[e][0], Nb::kEnds[e][1]);
      conv1_[e] = register_module(name + "_conv1", std::make_shared<SharedLayer>(channels, 1));
      conv3_[e] = register_module(name + "_conv3", std::make_shared<SharedLayer>(channels, 3));
    }
  }

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    if (trace.scripted()) throw std::logic_error("a supernet is not exported");
    Points points;
    points[0] = x.tensor;
    const torch::Tensor out = at(Nb::kPoints - 1, points);
    return out.defined() ? out : x.tensor * 0;
  }

 private:
  using Points = std::array<torch::Tensor, Nb::kPoints>;

  // Returns the sum of a point's inputs; undefined if it has none. Computes only points on a path to `point`.
  torch::Tensor at(int point, Points& points) const {
    torch::Tensor& sum = points[static_cast<std::size_t>(point)];
    if (sum.defined()) return sum;
    for (std::size_t e = 0; e < Nb::kEnds.size(); ++e) {
      if (Nb::kEnds[e][1] != point) continue;
      if (!chosen_->mix.defined() && label(e) == Nb::kNone) continue;
      const torch::Tensor source = at(Nb::kEnds[e][0], points);
      if (!source.defined()) continue;
      const torch::Tensor out = chosen_->mix.defined() ? mixed(e, source) : applied(e, label(e), source);
      sum = sum.defined() ? sum + out : out;
    }
    return sum;
  }
  int label(std::size_t edge) const { return Nb::kFirstOperation + chosen_->path[edge]; }
  torch::Tensor applied(std::size_t edge, int label, const torch::Tensor& x) const {
    if (label == Nb::kSkip) return x;
    if (label == Nb::kPool) return torch::avg_pool2d(x, {3, 3}, {1, 1}, {1, 1}, false, false);
    return (label == Nb::kConv1 ? conv1_ : conv3_)[edge]->forward(x);
  }
  torch::Tensor mixed(std::size_t edge, const torch::Tensor& x) const {
    torch::Tensor sum;
    for (const int label : {Nb::kSkip, Nb::kConv1, Nb::kConv3, Nb::kPool}) {
      const auto weight = chosen_->mix[static_cast<std::int64_t>(edge)][label - Nb::kFirstOperation];
      const auto part = weight * applied(edge, label, x);
      sum = sum.defined() ? sum + part : part;
    }
    return sum;
  }

  std::shared_ptr<const ChosenOperations> chosen_;
  std::array<std::shared_ptr<SharedLayer>, Nb::kEdges> conv1_, conv3_;
};

// Removes the running statistics of batch normalisation: they are not used, and slices that are processed at
// the same time would race for them.
void remove_statistics(nn::Module& module) {
  for (const auto& part : module.modules(false))
    if (auto* norm = part->as<nn::BatchNorm2dImpl>()) {
      norm->options.track_running_stats(false);
      norm->running_mean = norm->running_var = norm->num_batches_tracked = torch::Tensor();
    }
}

torch::Tensor images_of(const Minibatch& batch, int begin, int count, const ImageShape& shape) {
  auto images = torch::empty({count, shape.channels, shape.height, shape.width});
  std::copy_n(batch.images.data() + static_cast<std::ptrdiff_t>(begin) * shape.size(),
              static_cast<std::ptrdiff_t>(count) * shape.size(), images.data_ptr<float>());
  return images;
}

torch::Tensor labels_of(const Minibatch& batch, int begin, int count) {
  auto labels = torch::empty({count}, torch::kInt64);
  std::copy_n(batch.labels.begin() + begin, count, labels.data_ptr<std::int64_t>());
  return labels;
}

torch::Tensor summed_loss(const torch::Tensor& logits, const torch::Tensor& labels) {
  return nn::functional::cross_entropy(logits, labels,
                                       nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
}

torch::Tensor tensor_of(const CellMix& mix, const torch::Device& device) {
  auto tensor = torch::empty({Nb::kEdges, Nb::kOperations});
  for (int e = 0; e < Nb::kEdges; ++e)
    for (int o = 0; o < Nb::kOperations; ++o)
      tensor.data_ptr<float>()[e * Nb::kOperations + o] =
          static_cast<float>(mix[static_cast<std::size_t>(e)][static_cast<std::size_t>(o)]);
  return tensor.to(device).set_requires_grad(true);
}

CellMix mix_of(const torch::Tensor& tensor) {
  const auto values = tensor.cpu().contiguous();
  CellMix mix;
  for (int e = 0; e < Nb::kEdges; ++e)
    for (int o = 0; o < Nb::kOperations; ++o)
      mix[static_cast<std::size_t>(e)][static_cast<std::size_t>(o)] =
          static_cast<double>(values.data_ptr<float>()[e * Nb::kOperations + o]);
  return mix;
}

}  // namespace

CellPath path_of(const Architecture& architecture) {
  CellPath path;
  if (architecture.code().size() != path.size())
    throw InputError("a supernet holds cells of nb201, '{}' is none", architecture.text());
  std::copy(architecture.code().begin(), architecture.code().end(), path.begin());
  return path;
}

std::string text_of(const CellPath& path) {
  static const Nb201Space space;
  return space.decode({path.begin(), path.end()})->text();
}

double Supernet::Implementation::differentiate(const Minibatch& batch, const Tensors& wanted,
                                               Tensors& sums) const {
  const int slice = device.is_cuda() ? batch.size() : models::kSlice;
  const int slices = (batch.size() + slice - 1) / slice;
  std::vector<double> losses(static_cast<std::size_t>(slices));
  std::vector<Tensors> parts(static_cast<std::size_t>(slices));
  const auto work = [&](int i) {
    use_one_thread();
    const torch::AutoGradMode record(true);
    const int begin = i * slice, count = std::min(slice, batch.size() - begin);
    const auto images = images_of(batch, begin, count, options.input).to(device);
    const auto loss = summed_loss(module->forward(images), labels_of(batch, begin, count).to(device));
    losses[static_cast<std::size_t>(i)] = loss.item<double>();
    // Gradients of operations that the cell does not use are undefined.
    parts[static_cast<std::size_t>(i)] =
        torch::autograd::grad({loss / batch.size()}, wanted, {}, false, false, true);
  };
  run_each(pool, slices, work);
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += losses[i];
    for (std::size_t p = 0; p < wanted.size(); ++p) {
      if (!parts[i][p].defined()) continue;
      sums[p] = sums[p].defined() ? sums[p] + parts[i][p] : parts[i][p];
    }
  }
  return sum / batch.size();
}

void Supernet::Implementation::reset_optimiser() {
  optimiser = std::make_unique<torch::optim::SGD>(parameters, torch::optim::SGDOptions(1)
                                                                  .momentum(options.momentum)
                                                                  .nesterov(options.momentum > 0)
                                                                  .weight_decay(options.weight_decay));
  gradients.assign(parameters.size(), {});
}

Supernet::Supernet(const SupernetOptions& options, ThreadPool* pool)
    : implementation_(std::make_unique<Implementation>()) {
  options.network.check();
  Implementation& my = *implementation_;
  my.options = options;
  my.pool = pool;
  my.device = parse_device(options.device);
  my.chosen = std::make_shared<ChosenOperations>();
  NetworkOptions network;
  network.architecture = "supernet";
  network.body = body_of_cells(
      [chosen = my.chosen](int channels) { return std::make_shared<SuperCell>(chosen, channels); },
      options.network);
  network.input = options.input;
  network.classes = options.classes;
  network.mean = options.mean;
  network.deviation = options.deviation;
  network.seed = options.seed;
  use_one_thread();
  my.module = make_module(network);
  my.module->to(my.device);
  my.module->train();
  remove_statistics(*my.module);
  my.parameters = my.module->parameters();
  my.reset_optimiser();
}

Supernet::~Supernet() = default;

const SupernetOptions& Supernet::options() const {
  return implementation_->options;
}

double Supernet::add_gradients(const Minibatch& batch, const CellPath& path) {
  Implementation& my = *implementation_;
  *my.chosen = {path, {}};
  return my.differentiate(batch, my.parameters, my.gradients);
}

double Supernet::add_gradients(const Minibatch& batch, const CellMix& mix, CellMix& of_mix) {
  Implementation& my = *implementation_;
  *my.chosen = {{}, tensor_of(mix, my.device)};
  Tensors wanted = my.parameters, sums = my.gradients;
  wanted.push_back(my.chosen->mix);
  sums.push_back(torch::zeros_like(my.chosen->mix));
  const double loss = my.differentiate(batch, wanted, sums);
  of_mix = mix_of(sums.back().detach());
  sums.pop_back();
  my.gradients = std::move(sums);
  return loss;
}

double Supernet::mix_gradient(const Minibatch& batch, const CellMix& mix, CellMix& of_mix) const {
  const Implementation& my = *implementation_;
  *my.chosen = {{}, tensor_of(mix, my.device)};
  Tensors sums{torch::zeros_like(my.chosen->mix)};
  const double loss = my.differentiate(batch, {my.chosen->mix}, sums);
  of_mix = mix_of(sums.front().detach());
  return loss;
}

void Supernet::step(double learning_rate) {
  const torch::NoGradGuard no_grad;
  Implementation& my = *implementation_;
  double square = 0;
  for (const auto& gradient : my.gradients)
    if (gradient.defined()) square += gradient.pow(2).sum().item<double>();
  const double shorter = std::min(1.0, my.options.clip_norm / (std::sqrt(square) + 1e-12));
  for (std::size_t p = 0; p < my.parameters.size(); ++p) {
    auto& gradient = my.gradients[p];
    my.parameters[p].mutable_grad() = gradient.defined() ? gradient * shorter : torch::Tensor();
    gradient = torch::Tensor();
  }
  static_cast<torch::optim::SGDOptions&>(my.optimiser->param_groups()[0].options()).lr(learning_rate);
  my.optimiser->step();
}

Evaluation Supernet::evaluate(const Minibatch& batch, const CellPath& path) const {
  const torch::NoGradGuard no_grad;
  use_one_thread();
  const Implementation& my = *implementation_;
  *my.chosen = {path, {}};
  const auto logits = my.module->forward(images_of(batch, 0, batch.size(), my.options.input).to(my.device));
  const auto labels = labels_of(batch, 0, batch.size()).to(my.device);
  return {.accuracy = {.correct = logits.argmax(1).eq(labels).sum().item<int>(), .total = batch.size()},
          .loss = summed_loss(logits, labels).item<double>() / batch.size()};
}

void Supernet::copy_weights(const Supernet& other) {
  copy_state({other.implementation_->parameters, {}}, {implementation_->parameters, {}});
  implementation_->reset_optimiser();
}

std::string Supernet::state() const {
  return training_state({implementation_->parameters, {}}, {}, *implementation_->optimiser);
}

void Supernet::set_state(const std::string& state) {
  restore_training_state(state, {implementation_->parameters, {}}, {}, *implementation_->optimiser);
}

}  // namespace bora::nas
