#include "surrogates/search/model_optimiser.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/pending/local_penalisation.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates::model_optimiser_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;
using Seen = std::shared_ptr<const Posterior<VectorXd>>;
using Rule = AcquisitionRule<VectorXd>;

constexpr double kLengthscale = 0.25;
const MixedSpace kLine({}, VectorXd::Zero(1), VectorXd::Ones(1));
const MatrixXd kGrid = VectorXd::LinSpaced(101, 0, 1);

Seen process_of(const MatrixXd& X, const VectorXd& y) {
  auto kernel = std::make_shared<StationaryKernel>(RadialFamily::matern52, 1, true);
  kernel->set_hyperparameters(VectorXd::Constant(1, std::log(kLengthscale)));
  return std::make_shared<const Process>(*Process::condition(kernel, X, y, 1e-6, Standardisation::of(y)));
}

class FixedModel final : public Model<VectorXd> {
 public:
  Seen posterior(MatrixXd X, const VectorXd& y, Rng& /*rng*/) override { return process_of(X, y); }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<FixedModel>(); }
};

// Proposer that takes the best point of the grid and keeps the scores on the grid.
class Watched final : public Proposer<VectorXd> {
 public:
  explicit Watched(std::vector<VectorXd>& scores) : scores_(scores) {}
  VectorXd propose(const PointAcquisition& score, const History<VectorXd>& seen, Rng& rng) const override {
    return propose_batch(score, seen, 1, rng).front();
  }
  std::vector<VectorXd> propose_batch(const PointAcquisition& score, const History<VectorXd>& /*seen*/, int q,
                                      Rng& /*rng*/) const override {
    scores_.push_back(score.values(kGrid));
    Eigen::Index best = 0;
    scores_.back().maxCoeff(&best);
    std::vector<VectorXd> points;
    for (int k = 0; k < q; ++k)
      points.emplace_back(kGrid.row(std::min<Eigen::Index>(best + k, kGrid.rows() - 1)).transpose());
    return points;
  }

 private:
  std::vector<VectorXd>& scores_;
};

class LineSearch final : public ModelOptimiser<MixedSpace> {
 public:
  LineSearch(const std::string& pending, const Rule& rule, std::vector<VectorXd>& scores,
             bool rule_sees_pending = false)
      : ModelOptimiser(kLine, parts(pending, rule, scores, rule_sees_pending), 1) {}

 private:
  static ModelOptimiserParts<VectorXd> parts(const std::string& pending, const Rule& rule,
                                             std::vector<VectorXd>& scores, bool rule_sees_pending) {
    ModelOptimiserParts<VectorXd> parts;
    parts.rule_sees_pending = rule_sees_pending;
    parts.model = std::make_unique<FixedModel>();
    parts.rule = rule;
    parts.proposer = std::make_unique<Watched>(scores);
    parts.pending = pending;
    return parts;
  }
  std::unique_ptr<PendingPolicy<VectorXd>> pending_policy(const std::string& name,
                                                          const PosteriorPtr& posterior,
                                                          const VectorXd& y) const override {
    if (!is_local_penalisation(name)) return ModelOptimiser::pending_policy(name, posterior, y);
    return std::make_unique<LocalPenalisation>(name, posterior, y,
                                               PenaltySpace{{}, VectorXd::Constant(1, kLengthscale)});
  }
};

struct Asked {
  std::vector<VectorXd> points, scores;
};

const VectorXd kObserved = (VectorXd(5) << 0.02, 0.3, 0.5, 0.77, 0.98).finished();

double objective(double x) {
  return std::sin(7 * x) + x;
}

// Asks for three points, as a batch or one after the other while the others are pending.
Asked three(const std::string& pending, const Rule& rule, bool batch) {
  Asked asked;
  LineSearch search(pending, rule, asked.scores);
  for (const double x : kObserved) search.observe(VectorXd::Constant(1, x), objective(x));
  if (batch) {
    for (auto& trial : search.ask(3)) asked.points.push_back(trial.point);
  } else {
    for (int i = 0; i < 3; ++i) asked.points.push_back(search.ask().front().point);
  }
  return asked;
}

VectorXd observed_values() {
  return kObserved.unaryExpr([](double x) { return objective(x); });
}
Seen observed_posterior() {
  return process_of(kObserved, observed_values());
}

double incumbent_of(const Posterior<VectorXd>& posterior) {
  return posterior.mean(kObserved).maxCoeff();
}

const Rule kLogEi = acquisition_rule<VectorXd>(AcquisitionKind::log_ei, 0);
const Rule kUcb = acquisition_rule<VectorXd>(AcquisitionKind::ucb, 2);

VectorXd scored(const Rule& rule, const Seen& posterior, double incumbent) {
  Rng rng(1);
  return rule({posterior, incumbent, rng})->values(kGrid);
}

// A rule that uses pending points itself receives them, and its posterior is not conditioned on them.
TEST(ModelOptimiser, ShowsPendingPointsToARuleThatLooksAtThem) {
  std::vector<MatrixXd> shown;
  std::vector<double> variances;
  const Rule watching = [&](const AcquisitionContext<VectorXd>& now) {
    shown.push_back(now.pending ? *now.pending : MatrixXd(0, 1));
    variances.push_back(now.posterior->marginal(kGrid).variance.sum());
    return kLogEi(now);
  };
  std::vector<VectorXd> scores;
  LineSearch search("believer", watching, scores, true);
  for (const double x : kObserved) search.observe(VectorXd::Constant(1, x), objective(x));
  const VectorXd first = search.ask().front().point;
  const auto others = search.ask(2);
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_EQ(shown[0].rows(), 0);
  EXPECT_EQ(shown[1], MatrixXd(first.transpose()));
  ASSERT_EQ(shown[2].rows(), 2);
  EXPECT_EQ(shown[2].row(1), others[0].point.transpose());
  EXPECT_EQ(variances[0], variances[2]);
}

// The posterior is conditioned on the policy's value at each pending point. The next point maximises the
// acquisition function of that posterior; its incumbent is the largest mean at observed and pending points.
TEST(ModelOptimiser, ToldPoliciesChangeThePosteriorAndItsIncumbent) {
  for (const std::string name : {"believer", "liar-min", "liar-mean", "liar-max"})
    for (const Rule& rule : {kLogEi, kUcb})
      for (const bool batch : {true, false}) {
        const Asked asked = three(name, rule, batch);
        ASSERT_EQ(asked.scores.size(), 3u);
        const auto policy = make_pending_policy<VectorXd>(name, observed_values());
        double incumbent = incumbent_of(*observed_posterior());
        Seen posterior = observed_posterior();
        for (std::size_t i = 0; i < 3; ++i) {
          EXPECT_EQ(asked.scores[i], scored(rule, posterior, incumbent)) << name << ' ' << i;
          posterior = policy->given(posterior, asked.points[i]);
          incumbent = std::max(incumbent, posterior->mean(asked.points[i].transpose())[0]);
        }
      }
}

// The incumbents of posteriors with other hyper-parameters (AcquisitionContext::with()) also include pending
// points. The first proposed point, 1, has a larger mean than all observed ones.
TEST(ModelOptimiser, PendingPointsCountForTheIncumbentOfOtherPosteriors) {
  for (const bool batch : {true, false}) {
    std::vector<double> incumbents, of_others;
    const Rule watching = [&](const AcquisitionContext<VectorXd>& now) {
      incumbents.push_back(now.incumbent);
      of_others.push_back(now.with(now.posterior).incumbent);
      return kUcb(now);
    };
    const Asked asked = three("believer", watching, batch);
    ASSERT_EQ(asked.points[0][0], 1);
    ASSERT_EQ(incumbents.size(), 3u);
    EXPECT_GT(incumbents[1], incumbents[0] + 0.05);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(of_others[i], incumbents[i], 1e-7) << i;
  }
}

// Points that are penalised get no value, and do not count for the incumbent.
TEST(ModelOptimiser, PenalisedPointsAreNoIncumbents) {
  const Rule watching = [&](const AcquisitionContext<VectorXd>& now) {
    EXPECT_EQ(now.eligible, nullptr);
    return kUcb(now);
  };
  EXPECT_EQ(three("lp", watching, true).points.size(), 3u);
}

TEST(ModelOptimiser, WithNoneOneLookIsGoodForAll) {
  EXPECT_EQ(three("none", kLogEi, true).scores.size(), 1u);
  const Asked asked = three("none", kLogEi, false);
  ASSERT_EQ(asked.scores.size(), 3u);
  EXPECT_EQ(asked.scores[0], asked.scores[2]);
}

// Penalties are added to a logarithm, one for each pending point, and the posterior is unchanged.
TEST(ModelOptimiser, PenaltiesAreAddedToLogarithms) {
  for (const std::string& name : local_penalisation_names())
    for (const bool batch : {true, false}) {
      const Asked asked = three(name, kLogEi, batch);
      ASSERT_EQ(asked.scores.size(), 3u);
      const Seen posterior = observed_posterior();
      const VectorXd plain = scored(kLogEi, posterior, incumbent_of(*posterior));
      EXPECT_EQ(asked.scores[0], plain);
      LocalPenalisation policy(name, posterior, observed_values(), {{}, VectorXd::Constant(1, kLengthscale)});
      Rng rng(9);
      VectorXd expected = plain;
      for (std::size_t i = 1; i < 3; ++i) {
        expected += policy.penalty(asked.points[i - 1], rng)->values(kGrid);
        // Slopes are estimated from points drawn with another random stream.
        for (Eigen::Index k = 0; k < kGrid.rows(); ++k)
          EXPECT_NEAR(asked.scores[i][k], expected[k], 1e-3 * (1 + std::abs(expected[k])))
              << name << ' ' << i << " at " << kGrid(k, 0);
      }
    }
}

// Penalties of a confidence bound multiply its difference from its smallest value.
TEST(ModelOptimiser, PenaltiesAreFactorsOfABound) {
  for (const std::string& name : local_penalisation_names()) {
    const Asked asked = three(name, kUcb, true);
    const Seen posterior = observed_posterior();
    const VectorXd plain = scored(kUcb, posterior, 0);
    EXPECT_LT(plain.minCoeff(), 0) << "nothing to shift";
    EXPECT_EQ(asked.scores[0], plain);
    LocalPenalisation policy(name, posterior, observed_values(), {{}, VectorXd::Constant(1, kLengthscale)});
    Rng rng(9);
    const VectorXd factor = policy.penalty(asked.points[0], rng)->values(kGrid).array().exp();
    const VectorXd expected = (plain.array() - plain.minCoeff()) * factor.array();
    for (Eigen::Index k = 0; k < kGrid.rows(); ++k)
      EXPECT_NEAR(asked.scores[1][k], expected[k], 5e-3) << name << " at " << kGrid(k, 0);
  }
}

// Line observed at kObserved: points above 0.6 violate the constraint, though values are best there.
class ConstrainedLine final : public ModelOptimiser<MixedSpace> {
 public:
  ConstrainedLine(const std::string& pending, const Rule& rule, std::vector<VectorXd>& scores, double limit)
      : ModelOptimiser(kLine, parts(pending, rule, scores), 1) {
    for (const double x : kObserved) observe_constrained(VectorXd::Constant(1, x), objective(x), {limit - x});
  }

 private:
  static ModelOptimiserParts<VectorXd> parts(const std::string& pending, const Rule& rule,
                                             std::vector<VectorXd>& scores) {
    ModelOptimiserParts<VectorXd> parts;
    parts.model = std::make_unique<FixedModel>();
    parts.constraints.push_back(std::make_unique<FixedModel>());
    parts.rule = rule;
    parts.proposer = std::make_unique<Watched>(scores);
    parts.pending = pending;
    return parts;
  }
};

// Returns the log probability that the constraint of ConstrainedLine holds, on the scale of the slack.
VectorXd log_probability(const Seen& slack) {
  return PosteriorAcquisition<VectorXd>(slack, std::make_shared<LogProbabilityAbove>(0)).values(kGrid);
}
Seen slack_posterior(double limit) {
  return process_of(kObserved, ConstraintPosteriors<VectorXd>::compressed(limit - kObserved.array()));
}

void expect_close(const VectorXd& one, const VectorXd& other, const std::string& what) {
  for (Eigen::Index k = 0; k < one.size(); ++k)
    EXPECT_NEAR(one[k], other[k], 1e-5 * (1 + std::abs(other[k]))) << what << " at " << kGrid(k, 0);
}

// The incumbent is the best feasible point, including pending points that are predicted to be feasible.
TEST(ModelOptimiser, MultipliesByTheProbabilityOfMeetingConstraints) {
  constexpr double kLimit = 0.6;
  std::vector<VectorXd> scores;
  ConstrainedLine search("believer", kLogEi, scores, kLimit);
  EXPECT_EQ(search.incumbent()[0], 0.3);
  const auto trials = search.ask(2);
  ASSERT_EQ(scores.size(), 2u);
  Seen posterior = observed_posterior(), slack = slack_posterior(kLimit);
  double incumbent = posterior->mean(kObserved.head(3)).maxCoeff();
  ASSERT_LT(incumbent, incumbent_of(*posterior));
  for (std::size_t i = 0; i < 2; ++i) {
    expect_close(scores[i], scored(kLogEi, posterior, incumbent) + log_probability(slack), std::to_string(i));
    const MatrixXd asked = trials[i].point.transpose();
    const bool met = slack->mean(asked)[0] >= 0;
    slack = slack->given(asked, slack->mean(asked));
    posterior = posterior->given(asked, posterior->mean(asked));
    if (met) incumbent = std::max(incumbent, posterior->mean(asked)[0]);
  }
}

// Without a feasible point, the score is the probability of feasibility alone.
TEST(ModelOptimiser, SeeksAFirstPointThatMeetsTheConstraints) {
  constexpr double kLimit = 0.01;
  for (const Rule& rule : {kLogEi, kUcb}) {
    std::vector<VectorXd> scores;
    ConstrainedLine search("none", rule, scores, kLimit);
    EXPECT_EQ(search.incumbent()[0], 0.02) << "the smallest violation";
    search.ask();
    ASSERT_EQ(scores.size(), 1u);
    expect_close(scores[0], log_probability(slack_posterior(kLimit)), "alone");
  }
}

// The probability multiplies the difference of a confidence bound from its smallest value.
TEST(ModelOptimiser, MultipliesABoundAboveItsLeastValue) {
  std::vector<VectorXd> scores;
  ConstrainedLine search("believer", kUcb, scores, 0.6);
  search.ask();
  const VectorXd plain = scored(kUcb, observed_posterior(), 0);
  const VectorXd expected =
      (plain.array() - plain.minCoeff()) * log_probability(slack_posterior(0.6)).array().exp();
  for (Eigen::Index k = 0; k < kGrid.rows(); ++k) EXPECT_NEAR(scores[0][k], expected[k], 5e-3) << kGrid(k, 0);
}

struct Word {
  std::string text;
  bool operator==(const Word&) const = default;
};
class Words final : public Space<Word> {
 public:
  Word sample(Rng& /*rng*/) const override { return {"a"}; }
  std::vector<Word> neighbours(const Word& word, int /*count*/, Rng& /*rng*/) const override {
    return {word};
  }
  std::string key(const Word& word) const override { return word.text; }
  void check(const Word& /*word*/) const override {}
};

TEST(ModelOptimiser, RefusesPenaltiesWherePointsHaveNoDistances) {
  const auto make = [](const std::string& pending) {
    ModelOptimiserParts<Word> parts;
    parts.pending = pending;
    return ModelOptimiser<Words>(Words(), std::move(parts), 1);
  };
  EXPECT_NO_THROW(make("liar-min"));
  EXPECT_THROW(make("lp"), InputError);
}

}  // namespace
}  // namespace bora::surrogates::model_optimiser_test
