#include "benchmarks/optimisers/async_search.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "surrogates/acquisition/maximise.h"
#include "surrogates/acquisition/thompson.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/pending/local_penalisation.h"
#include "surrogates/pending/local_penalty.h"
#include "surrogates/search/model_optimiser.h"
#include "surrogates/search/propose/drawn_points.h"

namespace bora::tools {
namespace {

using Eigen::VectorXd;

class WholeBox final : public Proposer<VectorXd> {
 public:
  explicit WholeBox(int d) : box_{VectorXd::Zero(d), VectorXd::Ones(d)} {}
  VectorXd propose(const PointAcquisition& score, const History<VectorXd>& /*seen*/,
                   Rng& rng) const override {
    MaximiserOptions options;
    options.candidates = 3000;
    options.polished = 5;
    options.max_evaluations = 20;
    return maximise_acquisition(score, box_, rng, options).point;
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

// Product of the cones u of all pending points, which is clipped once, as in the authors' code. In the thesis
// each cone is clipped before the product. Clipped once, a point that is far away (u > 1) offsets one that is
// near. Each u is computed from the penalty phi = (u^p + 1)^(1/p) of its point.
class JointCones final : public PointAcquisition {
 public:
  using ScorePtr = std::shared_ptr<const PointAcquisition>;
  explicit JointCones(std::vector<ScorePtr> penalties) : penalties_(std::move(penalties)) {}

  VectorXd values(const Eigen::MatrixXd& Z) const override {
    VectorXd log_product = VectorXd::Zero(Z.rows());
    for (const auto& penalty : penalties_) log_product += penalty->values(Z).unaryExpr(&log_cone);
    return log_product.unaryExpr([](double u) { return clipped(u).first; });
  }
  bool smooth() const override { return true; }
  bool logarithmic() const override { return true; }
  double value(const VectorXd& z, VectorXd& gradient) const override {
    double log_product = 0;
    VectorXd of_one;
    gradient = VectorXd::Zero(z.size());
    for (const auto& penalty : penalties_) {
      const double log_u = log_cone(penalty->value(z, of_one));
      log_product += log_u;
      gradient += of_one / clipped(log_u).second;
    }
    const auto [value, slope] = clipped(log_product);
    gradient *= slope;
    return value;
  }

 private:
  static constexpr double kPower = HardLocalPenalty::kPower;
  static double log_cone(double log_phi) { return std::log(std::expm1(kPower * log_phi)) / kPower; }
  // Returns log phi as a function of log u, and its slope.
  static std::pair<double, double> clipped(double log_u) {
    return {log_u < 0 ? log_u + std::log1p(std::exp(-kPower * log_u)) / kPower
                      : std::log1p(std::exp(kPower * log_u)) / kPower,
            1 / (1 + std::exp(-kPower * log_u))};
  }
  std::vector<ScorePtr> penalties_;
};

// Policies hlp and local-hlp as in the authors' code, with JointCones and a neighbourhood of one lengthscale
// on either side.
class AuthorsPenalisation final : public PendingPolicy<VectorXd> {
 public:
  AuthorsPenalisation(const std::string& name, const PosteriorPtr& posterior, const VectorXd& y,
                      const VectorXd& lengthscales)
      : each_(name, posterior, y, PenaltySpace{{}, 2 * lengthscales}) {}
  // Returns the gain of the joint penalty from one more point.
  ScorePtr penalty(const VectorXd& z, Rng& rng) override {
    penalties_.push_back(each_.penalty(z, rng));
    auto now = std::make_shared<const JointCones>(penalties_);
    auto gained = before_ ? std::make_shared<const Difference>(now, before_) : ScorePtr(now);
    before_ = std::move(now);
    return gained;
  }

 private:
  class Difference final : public PointAcquisition {
   public:
    Difference(ScorePtr left, ScorePtr right) : left_(std::move(left)), right_(std::move(right)) {}
    VectorXd values(const Eigen::MatrixXd& Z) const override { return left_->values(Z) - right_->values(Z); }
    bool smooth() const override { return true; }
    bool logarithmic() const override { return true; }
    double value(const VectorXd& z, VectorXd& gradient) const override {
      VectorXd of_right;
      const double value = left_->value(z, gradient) - right_->value(z, of_right);
      gradient -= of_right;
      return value;
    }

   private:
    ScorePtr left_, right_;
  };

  std::optional<double> value(const Posterior<VectorXd>& /*posterior*/,
                              const Eigen::MatrixXd& /*Z*/) const override {
    return std::nullopt;
  }
  LocalPenalisation each_;
  std::vector<ScorePtr> penalties_;
  ScorePtr before_;
};

constexpr const char* kAuthors = "authors-";

class ThesisSearch final : public ModelOptimiser<MixedSpace> {
 public:
  ThesisSearch(const MixedSpace& space, const std::string& pending, int workers, std::uint64_t seed)
      : ModelOptimiser(space, parts(space, pending, workers, seed), seed),
        authors_(pending.starts_with(kAuthors)) {}

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
    parts.pending = pending.starts_with(kAuthors) ? pending.substr(std::strlen(kAuthors)) : pending;
    if (pending == "thompson") {
      constexpr int kDrawn = 10000;
      parts.rule = thompson_rule<VectorXd>({});
      parts.rule_sees_pending = true;
      parts.proposer = std::make_unique<DrawnPoints>(space, kDrawn);
      parts.pending = "none";
    }
    Rng rng(mix_seed(seed, "design"));
    for (int i = 0; i < 3 * d + workers; ++i) parts.design.push_back(space.sample(rng));
    return parts;
  }
  VectorXd encoded(const VectorXd& point) const override { return space().to_unit(point); }
  VectorXd decoded(const VectorXd& seen) const override { return space().from_unit(seen); }
  std::unique_ptr<PendingPolicy<VectorXd>> pending_policy(const std::string& name,
                                                          const PosteriorPtr& posterior,
                                                          const VectorXd& y) const override {
    if (!is_local_penalisation(name)) return ModelOptimiser::pending_policy(name, posterior, y);
    const auto& process = dynamic_cast<const FittedGaussianProcess<VectorXd>&>(*posterior);
    const VectorXd lengthscales = process.kernel().hyperparameters().tail(space().numbers()).array().exp();
    if (authors_) return std::make_unique<AuthorsPenalisation>(name, posterior, y, lengthscales);
    return std::make_unique<LocalPenalisation>(name, posterior, y, PenaltySpace{{}, lengthscales});
  }

  bool authors_;
};

}  // namespace

std::unique_ptr<MixedOptimiser> make_thesis_search(const MixedSpace& space, const std::string& pending,
                                                   int workers, std::uint64_t seed) {
  return std::make_unique<ThesisSearch>(space, pending, workers, seed);
}

}  // namespace bora::tools
