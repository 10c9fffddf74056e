#include "benchmarks/optimisers/async_search.h"

#include <cmath>
#include <utility>

#include "surrogates/acquisition/maximise.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/pending/local_penalisation.h"
#include "surrogates/search/model_optimiser.h"

namespace bora {
namespace {

using Eigen::VectorXd;

class WholeBox final : public Proposer<VectorXd> {
 public:
  explicit WholeBox(int d) : box_{VectorXd::Zero(d), VectorXd::Ones(d)} {}
  VectorXd propose(const PointScore& score, const History<VectorXd>& /*seen*/, Rng& rng) const override {
    MaximiserOptions options;
    options.candidates = 3000;
    options.polished = 5;
    options.max_evaluations = 20;
    return maximise_score(score, box_, rng, options).point;
  }

 private:
  Bounds box_;
};

std::unique_ptr<ContinuousKernel> thesis_kernel(int d) {
  auto stationary = std::make_unique<StationaryKernel>(RadialFamily::matern52, d, true);
  constexpr double kFirst = 0.1, kShortest = 0.025, kLongest = 0.5;  // half of those on [-1, 1]
  stationary->set_hyperparameters(VectorXd::Constant(d, std::log(kFirst)));
  stationary->set_bounds(
      {VectorXd::Constant(d, std::log(kShortest)), VectorXd::Constant(d, std::log(kLongest))});
  return std::make_unique<ScaledKernel>(std::move(stationary));
}

class ThesisSearch final : public ModelOptimiser<MixedSpace> {
 public:
  ThesisSearch(const MixedSpace& space, const std::string& pending, int workers, std::uint64_t seed)
      : ModelOptimiser(space, parts(space, pending, workers, seed), seed) {}

 private:
  static ModelOptimiserParts<VectorXd> parts(const MixedSpace& space, const std::string& pending, int workers,
                                             std::uint64_t seed) {
    constexpr double kBeta = 2;
    const int d = space.dimension();
    ProcessModelOptions model;
    model.refit_every = 4;
    model.fit = {};
    model.fit.starts = 2;
    model.fit.search.max_iterations = 50;
    ModelOptimiserParts<VectorXd> parts;
    parts.model = std::make_unique<ProcessModel<VectorXd>>(thesis_kernel(d), model);
    parts.rule = acquisition_rule<VectorXd>(AcquisitionKind::ucb, kBeta);
    parts.proposer = std::make_unique<WholeBox>(d);
    parts.pending = pending;
    Rng rng(mix_seed(seed, "design"));
    for (int i = 0; i < 3 * d + workers; ++i) parts.design.push_back(space.sample(rng));
    return parts;
  }
  VectorXd encoded(const VectorXd& point) const override { return space().to_unit(point); }
  VectorXd decoded(const VectorXd& seen) const override { return space().from_unit(seen); }
  std::unique_ptr<PendingPolicy<VectorXd>> pending_policy(const std::string& name, const BeliefPtr& belief,
                                                          const VectorXd& y) const override {
    if (!is_local_penalisation(name)) return ModelOptimiser::pending_policy(name, belief, y);
    const auto& process = dynamic_cast<const FittedGaussianProcess<VectorXd>&>(*belief);
    return std::make_unique<LocalPenalisation>(
        name, belief, y,
        PenaltySpace{{}, process.kernel().hyperparameters().tail(space().numbers()).array().exp()});
  }
};

}  // namespace

std::unique_ptr<MixedOptimiser> make_thesis_search(const MixedSpace& space, const std::string& pending,
                                                   int workers, std::uint64_t seed) {
  return std::make_unique<ThesisSearch>(space, pending, workers, seed);
}

}  // namespace bora
