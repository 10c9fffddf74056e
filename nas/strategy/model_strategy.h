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
  /// Function called before each fit with all observations, as told; empty: none.
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

/// Returns `count` architectures that differ much in the space's statistics, by the start of k-means++
/// (Arthur and Vassilvitskii 2007): the first is uniform, and each further one is drawn with a probability
/// that grows with its squared distance to the nearest chosen one. They are chosen from all architectures if
/// the space can be listed, otherwise from 1,000 random ones.
std::vector<Architecture> spread_architectures(const ArchitectureSpace& space, int count, Rng& rng);

/// Pool of mutations without duplicates: of architectures that compute the same function (equal
/// computation_hash()), only the first stays; those equal to an observed one are left out.
class WithoutIsomorphs final : public PoolSearch<Architecture> {
 public:
  WithoutIsomorphs(SharedSpace space, MutationPoolOptions options) : pool_(std::move(space), options) {}
  std::vector<Architecture> propose_batch(const AcquisitionFunction<Architecture>& score,
                                          const History<Architecture>& seen, int q, Rng& rng) const override;

 private:
  MutationPool<SharedSpace> pool_;
  std::shared_ptr<RowCache<std::string>> hashes_ = std::make_shared<RowCache<std::string>>(computation_hash);
};

/// Returns the acquisition function that RAND uses (section 5 of Kandasamy et al. 2018), which ignores the
/// model: a value drawn from the unit interval for each architecture at each ask.
AcquisitionRule<Architecture> uniform_rule();

}  // namespace bora::nas
