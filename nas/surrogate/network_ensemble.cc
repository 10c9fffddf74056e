#include "nas/surrogate/network_ensemble.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <torch/torch.h>

#include "common/error.h"
#include "common/setting_error.h"
#include "models/victims/torch/torch_runtime.h"
#include "nas/features/architecture_features.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/posterior/votes.h"

namespace bora::nas {
namespace {

using Eigen::VectorXd;
using Architectures = std::vector<Architecture>;
using PathRows = RowCache<SparseRow>;

constexpr int kNetworks = 5, kLayers = 10, kWidth = 20;
constexpr int kBatch = 32;              // observations per step
constexpr double kLearningRate = 0.01;  // rate of Adam

// Makes a cache of path counts with its own counter, which numbers paths in the order of first occurrence.
std::unique_ptr<PathRows> path_rows() {
  return std::make_unique<PathRows>(
      [counter = std::make_shared<PathCounter>()](const Architecture& architecture) {
        SparseRow all;
        for (const CellGraphs& cell : architecture.cells()) all = sum(all, counter->counts(cell.contracted));
        return all;
      });
}

// Layer of all networks, which are the first dimension of the tensors.
struct Layer {
  torch::Tensor weight;  // networks x in x out
  torch::Tensor bias;    // networks x 1 x out
};

// Returns the outputs, networks x n. x: networks x n x in.
torch::Tensor output(const std::vector<Layer>& layers, torch::Tensor x) {
  for (std::size_t l = 0; l < layers.size(); ++l) {
    x = torch::baddbmm(layers[l].bias, x, layers[l].weight);
    if (l + 1 < layers.size()) x = torch::relu(x);
  }
  return x.squeeze(2);
}

// Observations that an ensemble is trained on.
struct Observations {
  Architectures X;
  VectorXd y;
  std::uint64_t seed = 0;
};

class EnsemblePosterior final : public Posterior<Architecture> {
 public:
  EnsemblePosterior(int epochs, Observations seen) : epochs_(epochs), seen_(std::move(seen)) {
    const GradientScope reproducible;
    // The paths of the observations are numbered here, so that their numbers do not depend on later queries.
    for (const SparseRow* row : paths_->rows(seen_.X))
      for (const SparseEntry& entry : *row) columns_ = std::max(columns_, entry.column + 1);
    scale_ = Standardisation::of(seen_.y).deviation;
    constexpr double kBeyond = 0.1;
    bound_ = seen_.y.maxCoeff() + kBeyond * scale_;
    Rng rng(seen_.seed);
    initialise(rng);
    train(rng);
  }

  MarginalPosterior marginal(const Architectures& Z) const override {
    return marginal_of_votes(predictions(Z));
  }
  JointPosterior joint(const Architectures& Z) const override { return joint_of_votes(predictions(Z)); }
  std::shared_ptr<const Posterior> given(const Architectures& Z, const VectorXd& y) const override {
    Observations grown{seen_.X, VectorXd(seen_.y.size() + y.size()), seen_.seed};
    grown.X.insert(grown.X.end(), Z.begin(), Z.end());
    grown.y << seen_.y, y;
    return std::make_shared<EnsemblePosterior>(epochs_, std::move(grown));
  }

 private:
  // Returns indicators of the paths that architectures have, n x paths.
  torch::Tensor features(const Architectures& X) const {
    const int width = std::max(1, columns_);
    auto rows = torch::zeros({static_cast<std::int64_t>(X.size()), width});
    float* at = rows.data_ptr<float>();
    for (const SparseRow* row : paths_->rows(X)) {
      for (const SparseEntry& entry : *row)
        if (entry.column < columns_) at[entry.column] = 1;
      at += width;
    }
    return rows;
  }

  // Makes the layers with weights uniform within +-sqrt(6 / (in + out)) (Glorot and Bengio 2010) and biases
  // 0.
  void initialise(Rng& rng) {
    const auto layer = [&](int in, int out) {
      auto weight = torch::empty({kNetworks, in, out});
      const double reach = std::sqrt(6.0 / (in + out));
      float* at = weight.data_ptr<float>();
      for (std::int64_t i = 0; i < weight.numel(); ++i)
        at[i] = static_cast<float>(reach * (2 * rng.uniform() - 1));
      layers_.push_back(
          {weight.set_requires_grad(true), torch::zeros({kNetworks, 1, out}).set_requires_grad(true)});
    };
    int in = std::max(1, columns_);
    for (int l = 0; l < kLayers; ++l, in = kWidth) layer(in, kWidth);
    layer(in, 1);
  }

  void train(Rng& rng) {
    const auto n = static_cast<int>(seen_.y.size());
    const torch::Tensor X = features(seen_.X);
    auto missing = torch::empty({n});
    for (int i = 0; i < n; ++i)
      missing.data_ptr<float>()[i] = static_cast<float>((bound_ - seen_.y[i]) / scale_);
    std::vector<torch::Tensor> parameters;
    for (const Layer& layer : layers_) parameters.insert(parameters.end(), {layer.weight, layer.bias});
    torch::optim::Adam adam(parameters, torch::optim::AdamOptions(kLearningRate));
    for (int epoch = 0; epoch < epochs_; ++epoch) {
      auto order = torch::empty({kNetworks, n}, torch::kInt64);
      for (int m = 0; m < kNetworks; ++m) {
        const auto drawn = rng.permutation(n);
        std::copy(drawn.begin(), drawn.end(),
                  order.data_ptr<std::int64_t>() + static_cast<std::ptrdiff_t>(m) * n);
      }
      for (int first = 0; first < n; first += kBatch) {
        const int count = std::min(kBatch, n - first);
        const auto chosen = order.narrow(1, first, count).reshape({-1});
        const auto x = X.index_select(0, chosen).reshape({kNetworks, count, X.size(1)});
        const auto t = missing.index_select(0, chosen).reshape({kNetworks, count});
        // The sum over networks gives each of them the gradient of its own mean loss.
        const auto loss = (output(layers_, x) / t - 1).abs().mean(1).sum();
        adam.zero_grad();
        loss.backward();
        adam.step();
      }
    }
    for (Layer& layer : layers_) {
      layer.weight = layer.weight.detach();
      layer.bias = layer.bias.detach();
    }
  }

  Eigen::MatrixXd predictions(const Architectures& Z) const {
    const InferenceScope reproducible;
    const torch::Tensor rows = features(Z);
    const auto found = output(layers_, rows.unsqueeze(0).expand({kNetworks, -1, -1})).contiguous();
    const Eigen::Map<const Eigen::MatrixXf> votes(found.data_ptr<float>(), found.size(1), found.size(0));
    return bound_ - scale_ * votes.cast<double>().array();
  }

  std::unique_ptr<PathRows> paths_ = path_rows();
  int epochs_;
  Observations seen_;
  int columns_ = 0;  // number of paths of the observations, which have the first numbers of the counter
  double bound_ = 0, scale_ = 1;
  std::vector<Layer> layers_;
};

class NetworkEnsemble final : public ArchitectureModel {
 public:
  explicit NetworkEnsemble(int epochs) : epochs_(epochs) {}
  std::shared_ptr<const Posterior<Architecture>> posterior(Architectures X, const VectorXd& y,
                                                           Rng& rng) override {
    const auto seed = static_cast<std::uint64_t>(rng.index(1 << 30));
    return std::make_shared<EnsemblePosterior>(epochs_, Observations{std::move(X), y, seed});
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<NetworkEnsemble>(epochs_); }

 private:
  int epochs_;
};

// Acquisition function whose values are independent draws from the marginal posterior of each candidate.
class ThompsonAcquisition final : public AcquisitionFunction<Architecture> {
 public:
  ThompsonAcquisition(std::shared_ptr<const Posterior<Architecture>> posterior, std::uint64_t seed)
      : posterior_(std::move(posterior)), seed_(seed) {}
  VectorXd values(const Architectures& Z) const override {
    const MarginalPosterior at = posterior_->marginal(Z);
    VectorXd drawn = at.mean;
    // The seed of a draw depends on the architecture, so that the draw does not depend on the other
    // candidates.
    for (Eigen::Index i = 0; i < drawn.size(); ++i)
      drawn[i] +=
          std::sqrt(at.variance[i]) * Rng(mix_seed(seed_, Z[static_cast<std::size_t>(i)].text())).normal();
    return drawn;
  }

 private:
  std::shared_ptr<const Posterior<Architecture>> posterior_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<ArchitectureModel> make_network_ensemble(SpacePtr space, int epochs) {
  check_range("epochs", epochs, 1);
  if (!space->has_paths())
    throw InputError("bananas: needs a space of cells, whose paths can be counted, {} is none",
                     space->name());
  return std::make_unique<NetworkEnsemble>(epochs);
}

AcquisitionRule<Architecture> independent_thompson_rule() {
  return [](const AcquisitionContext<Architecture>& now) {
    return std::make_shared<const ThompsonAcquisition>(now.posterior,
                                                       static_cast<std::uint64_t>(now.rng.index(1 << 30)));
  };
}

}  // namespace bora::nas
