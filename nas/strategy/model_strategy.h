// Bayesian optimisation over architectures.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "common/layers.h"
#include "nas/features/row_cache.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/model_optimiser.h"
#include "surrogates/search/propose/pool_search.h"

namespace bora::nas {

struct ModelStrategyOptions {
  /// If true, low outliers among the targets are raised (winsorised()).
  bool clip = true;
  /// Transformation of a value for the model, before it is winsorised; empty: none.
  std::function<double(double)> scale = {};
  /// Called before each fit with what was observed, as told; empty: nothing is.
  std::function<void(const std::vector<Architecture>&, const Eigen::VectorXd&)> observed = {};
};

class ModelStrategy final : public ModelOptimiser<SharedSpace> {
 public:
  ModelStrategy(SharedSpace space, ModelOptimiserParts<Architecture> parts, ModelStrategyOptions options,
                std::uint64_t seed)
      : ModelOptimiser(std::move(space), std::move(parts), seed), options_(std::move(options)) {}

 private:
  Eigen::VectorXd targets() override {
    Eigen::VectorXd y = ModelOptimiser::targets();
    if (options_.observed) options_.observed(points(), y);
    if (options_.scale) y = y.unaryExpr(options_.scale).eval();
    return options_.clip ? winsorised(y) : y;
  }
  ModelStrategyOptions options_;
};

/// Draws `count` architectures of a space that can be listed, or of 1,000 drawn ones, that are far from each
/// other by the space's statistics: the first uniformly, each further one with a probability that grows with
/// its squared distance to those chosen (the start of k-means++, Arthur and Vassilvitskii 2007).
std::vector<Architecture> spread_architectures(const ArchitectureSpace& space, int count, Rng& rng);

/// Pool of mutations without repetitions: of several architectures that compute the same (computation_hash())
/// only the first stays, and none that computes the same as an observed one.
class WithoutIsomorphs final : public PoolSearch<Architecture> {
 public:
  WithoutIsomorphs(SharedSpace space, MutationPoolOptions options) : pool_(std::move(space), options) {}
  std::vector<Architecture> propose_batch(const Score<Architecture>& score, const History<Architecture>& seen,
                                          int q, Rng& rng) const override;

 private:
  MutationPool<SharedSpace> pool_;
  std::shared_ptr<RowCache<std::string>> hashes_ = std::make_shared<RowCache<std::string>>(computation_hash);
};

}  // namespace bora::nas
