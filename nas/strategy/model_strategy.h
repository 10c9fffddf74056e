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

/// Settings that ModelStrategy uses.
struct ModelStrategyOptions {
  /// If true, low outliers among the targets are raised (winsorised()).
  bool clip = true;
  /// Transformation of the values for the model, before winsorised(); empty: none.
  std::function<double(double)> scale = {};
  /// Function that is called before each fit with all architectures and their values, as told; empty: none.
  std::function<void(const std::vector<Architecture>&, const Eigen::VectorXd&)> observed = {};
};

/// Bayesian optimisation with transformed targets.
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

/// Returns `count` architectures with different statistics, chosen from reference_architectures() by the
/// initialisation of k-means++ (Arthur and Vassilvitskii 2007): the first one is drawn uniformly, each
/// further one with a probability proportional to its squared distance, in standardised statistics, from the
/// nearest chosen one. Returns at most as many as there are reference architectures.
std::vector<Architecture> spread_architectures(const ArchitectureSpace& space, int count, Rng& rng);

/// Pool search over a MutationPool without isomorphic architectures: of candidates with equal
/// computation_hash() only the first stays, and candidates with the hash of an observed one are left out.
class WithoutIsomorphs final : public PoolSearch<Architecture> {
 public:
  WithoutIsomorphs(SharedSpace space, MutationPoolOptions options) : pool_(std::move(space), options) {}
  std::vector<Architecture> propose_batch(const AcquisitionFunction<Architecture>& score,
                                          const History<Architecture>& seen, int q, Rng& rng) const override;

 private:
  MutationPool<SharedSpace> pool_;
  std::shared_ptr<RowCache<std::string>> hashes_ = std::make_shared<RowCache<std::string>>(computation_hash);
};

/// Returns the acquisition function that RAND uses (section 5 of Kandasamy et al. 2018); it ignores the
/// model. Its values are uniform random numbers in [0, 1), new ones at each ask.
AcquisitionRule<Architecture> uniform_rule();

}  // namespace bora::nas
