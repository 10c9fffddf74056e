#include "nas/surrogate/graph_network_ensemble.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <torch/torch.h>

#include "common/setting_error.h"
#include "models/victims/torch/torch_runtime.h"
#include "nas/features/laplacian_features.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/posterior/votes.h"

namespace bora::nas {
namespace {

using Eigen::VectorXd;
using Architectures = std::vector<Architecture>;

constexpr int kGraphNetworks = 5, kGraphLayers = 3, kGraphWidth = 32;
constexpr double kGraphLearningRate = 0.01;  // rate of Adam

// n graphs, padded to N nodes, as many as the largest graph has.
struct Graphs {
  torch::Tensor labels;     // n x N x labels, one-hot; 0 for padding
  torch::Tensor adjacency;  // n x N x N, symmetric
  torch::Tensor nodes;      // n x N x 1: 1 for nodes, 0 for padding
};

Graphs tensors_of(const Architectures& X, int labels) {
  std::vector<LabelledDag> all;
  int most = 1;
  for (const Architecture& architecture : X) {
    all.push_back(disjoint_union(architecture.cells(), CellView::contracted));
    most = std::max(most, all.back().nodes());
  }
  const auto n = static_cast<std::int64_t>(X.size());
  Graphs graphs{torch::zeros({n, most, labels}), torch::zeros({n, most, most}), torch::zeros({n, most, 1})};
  auto label = graphs.labels.accessor<float, 3>();
  auto adjacent = graphs.adjacency.accessor<float, 3>();
  auto node = graphs.nodes.accessor<float, 3>();
  for (std::int64_t i = 0; i < n; ++i) {
    const LabelledDag& graph = all[static_cast<std::size_t>(i)];
    for (int v = 0; v < graph.nodes(); ++v)
      label[i][v][graph.labels[static_cast<std::size_t>(v)]] = node[i][v][0] = 1;
    for (const auto& [from, to] : graph.edges) adjacent[i][from][to] = adjacent[i][to][from] = 1;
  }
  return graphs;
}

// Linear layers of all networks, which are the first dimension of the tensors.
struct Linear {
  torch::Tensor weight;  // networks x in x out
  torch::Tensor bias;    // networks x 1 x out
};

// Observations that an ensemble is trained on.
struct GraphObservations {
  Architectures X;
  VectorXd y;
  std::vector<std::vector<int>> rows;  // bootstrap sample of each network
  std::uint64_t seed = 0;
};

class GraphEnsemblePosterior final : public Posterior<Architecture> {
 public:
  GraphEnsemblePosterior(int labels, int epochs, GraphObservations seen)
      : labels_(labels), epochs_(epochs), seen_(std::move(seen)), scale_(Standardisation::of(seen_.y)) {
    const GradientScope reproducible;
    Rng rng(seen_.seed);
    initialise(rng);
    train();
  }

  MarginalPosterior marginal(const Architectures& Z) const override {
    return marginal_of_votes(predictions(Z));
  }
  JointPosterior joint(const Architectures& Z) const override { return joint_of_votes(predictions(Z)); }
  std::shared_ptr<const Posterior> given(const Architectures& Z, const VectorXd& y) const override {
    GraphObservations grown = seen_;
    grown.X.insert(grown.X.end(), Z.begin(), Z.end());
    grown.y.resize(seen_.y.size() + y.size());
    grown.y << seen_.y, y;
    for (auto& rows : grown.rows)
      for (auto i = static_cast<int>(seen_.y.size()); i < grown.y.size(); ++i) rows.push_back(i);
    return std::make_shared<GraphEnsemblePosterior>(labels_, epochs_, std::move(grown));
  }

 private:
  // Returns layers whose weights are uniform within +-sqrt(6 / (in + out)) (Glorot and Bengio 2010); biases
  // 0.
  Linear linear(int in, int out, Rng& rng) const {
    auto weight = torch::empty({kGraphNetworks, in, out});
    const double reach = std::sqrt(6.0 / (in + out));
    float* at = weight.data_ptr<float>();
    for (std::int64_t i = 0; i < weight.numel(); ++i)
      at[i] = static_cast<float>(reach * (2 * rng.uniform() - 1));
    return {weight.set_requires_grad(true), torch::zeros({kGraphNetworks, 1, out}).set_requires_grad(true)};
  }

  // Sets all parameters to their initial values.
  void initialise(Rng& rng) {
    for (int layer = 0; layer < kGraphLayers; ++layer) {
      inner_.push_back(linear(layer == 0 ? labels_ : kGraphWidth, kGraphWidth, rng));
      outer_.push_back(linear(kGraphWidth, kGraphWidth, rng));
      read_.push_back(linear(kGraphWidth, 1, rng));
    }
    own_ = torch::zeros({kGraphNetworks, kGraphLayers}).set_requires_grad(true);
  }

  std::vector<torch::Tensor*> parameters() {
    std::vector<torch::Tensor*> all{&own_};
    for (auto* layers : {&inner_, &outer_, &read_})
      for (Linear& one : *layers) all.insert(all.end(), {&one.weight, &one.bias});
    return all;
  }

  // Returns the outputs of all networks, networks x n.
  torch::Tensor output(const Graphs& graphs) const {
    const auto m = static_cast<std::int64_t>(kGraphNetworks);
    const auto n = graphs.labels.size(0), nodes = graphs.labels.size(1);
    torch::Tensor h = graphs.labels.unsqueeze(0).expand({m, n, nodes, labels_}), sum;
    for (std::size_t l = 0; l < inner_.size(); ++l) {
      const auto own = own_.select(1, static_cast<std::int64_t>(l)).reshape({m, 1, 1, 1});
      auto x = ((1 + own) * h + torch::matmul(graphs.adjacency, h)).reshape({m, n * nodes, h.size(3)});
      x = torch::relu(torch::baddbmm(inner_[l].bias, x, inner_[l].weight));
      x = torch::relu(torch::baddbmm(outer_[l].bias, x, outer_[l].weight));
      h = x.reshape({m, n, nodes, kGraphWidth}) * graphs.nodes;
      const auto read = torch::baddbmm(read_[l].bias, h.sum(2), read_[l].weight);
      sum = l == 0 ? read : sum + read;
    }
    return sum.squeeze(2);
  }

  void train() {
    const auto n = static_cast<std::int64_t>(seen_.y.size());
    const Graphs graphs = tensors_of(seen_.X, labels_);
    const VectorXd scaled = scale_.apply(seen_.y);
    auto wanted = torch::empty({1, n}), times = torch::zeros({kGraphNetworks, n});
    for (std::int64_t i = 0; i < n; ++i) wanted.data_ptr<float>()[i] = static_cast<float>(scaled[i]);
    for (std::size_t m = 0; m < seen_.rows.size(); ++m)
      for (const int row : seen_.rows[m])
        times.data_ptr<float>()[static_cast<std::int64_t>(m) * n + row] += 1.0F / static_cast<float>(n);
    std::vector<torch::Tensor> trained;
    for (const torch::Tensor* parameter : parameters()) trained.push_back(*parameter);
    torch::optim::Adam adam(trained, torch::optim::AdamOptions(kGraphLearningRate));
    for (int epoch = 0; epoch < epochs_; ++epoch) {
      // The sum over networks gives each of them the gradient of its own mean loss.
      const auto loss = ((output(graphs) - wanted).square() * times).sum();
      adam.zero_grad();
      loss.backward();
      adam.step();
    }
    for (torch::Tensor* parameter : parameters()) *parameter = parameter->detach();
  }

  Eigen::MatrixXd predictions(const Architectures& Z) const {
    const InferenceScope reproducible;
    constexpr std::size_t kTogether = 512;  // number of graphs processed at a time, to limit memory
    Eigen::MatrixXd votes(static_cast<Eigen::Index>(Z.size()), kGraphNetworks);
    for (std::size_t first = 0; first < Z.size(); first += kTogether) {
      const std::size_t last = std::min(Z.size(), first + kTogether);
      const Architectures some(Z.begin() + static_cast<std::ptrdiff_t>(first),
                               Z.begin() + static_cast<std::ptrdiff_t>(last));
      const auto found = output(tensors_of(some, labels_)).contiguous();
      const Eigen::Map<const Eigen::MatrixXf> of(found.data_ptr<float>(), found.size(1), found.size(0));
      votes.middleRows(static_cast<Eigen::Index>(first), of.rows()) = of.cast<double>();
    }
    return (scale_.deviation * votes).array() + scale_.mean;
  }

  int labels_;
  int epochs_;
  GraphObservations seen_;
  Standardisation scale_;
  std::vector<Linear> inner_, outer_, read_;  // W1, W2 and linear output of each graph layer
  torch::Tensor own_;                         // e of each layer, networks x layers
};

class GraphNetworkEnsemble final : public ArchitectureModel {
 public:
  GraphNetworkEnsemble(int labels, int epochs) : labels_(labels), epochs_(epochs) {}
  std::shared_ptr<const Posterior<Architecture>> posterior(Architectures X, const VectorXd& y,
                                                           Rng& rng) override {
    const auto n = static_cast<int>(y.size());
    GraphObservations seen{std::move(X), y, {}, 0};
    for (int m = 0; m < kGraphNetworks; ++m) {
      std::vector<int>& rows = seen.rows.emplace_back();
      for (int i = 0; i < n; ++i) rows.push_back(rng.index(n));
    }
    seen.seed = static_cast<std::uint64_t>(rng.index(1 << 30));
    return std::make_shared<GraphEnsemblePosterior>(labels_, epochs_, std::move(seen));
  }
  std::unique_ptr<Model> fresh() const override {
    return std::make_unique<GraphNetworkEnsemble>(labels_, epochs_);
  }

 private:
  int labels_;
  int epochs_;
};

}  // namespace

std::unique_ptr<ArchitectureModel> make_graph_network_ensemble(SpacePtr space, int epochs) {
  check_range("epochs", epochs, 1);
  return std::make_unique<GraphNetworkEnsemble>(static_cast<int>(space->operations().size()), epochs);
}

}  // namespace bora::nas
