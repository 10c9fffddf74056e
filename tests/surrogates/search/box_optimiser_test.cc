// Properties that hold for every ask/tell optimiser over a box, in each mode of BoxOptimiser.
#include "surrogates/search/box_optimiser.h"

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"

namespace bora::surrogates::box_optimiser_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Case {
  std::string name;
  BoxOptimiserOptions options;
};
void PrintTo(const Case& value, std::ostream* out) {
  *out << value.name;
}

std::vector<Case> cases() {
  BoxOptimiserOptions base;
  base.initial_points = 6;
  base.candidates = 200;
  std::vector<Case> all{{"screened", base}};
  const auto add = [&](const std::string& name, auto change) {
    BoxOptimiserOptions options = base;
    change(options);
    all.push_back({name, options});
  };
  add("exact", [](auto& o) { o.scoring = CandidateScoring::exact; });
  add("ard", [](auto& o) { o.ard = true; });
  add("learnt_noise", [](auto& o) { o.learn_noise = true, o.noise = 1e-3; });
  add("large_noise", [](auto& o) { o.noise = 0.1; });
  add("ei", [](auto& o) { o.acquisition = AcquisitionKind::ei; });
  add("log_ei_se", [](auto& o) { o.acquisition = AcquisitionKind::log_ei, o.kernel = "se"; });
  add("pi_matern32", [](auto& o) { o.acquisition = AcquisitionKind::pi, o.kernel = "matern32"; });
  add("nothing_polished", [](auto& o) { o.polished = 0; });
  add("one_polished", [](auto& o) { o.polished = 1; });
  add("additive", [](auto& o) { o.additive.groups = 2; });
  add("additive_prior_ei", [](auto& o) {
    o.additive.groups = 3, o.lengthscale_prior = true, o.acquisition = AcquisitionKind::ei;
  });
  add("additive_change", [](auto& o) {
    o.additive.groups = 2, o.additive.decomposition = Decomposition::change, o.additive.relearn_every = 4;
  });
  add("additive_exact", [](auto& o) { o.additive.groups = 2, o.scoring = CandidateScoring::exact; });
  add("additive_exact_change", [](auto& o) {
    o.additive.groups = 2, o.additive.decomposition = Decomposition::change, o.additive.relearn_every = 4;
    o.scoring = CandidateScoring::exact;
  });
  add("additive_learnt_noise", [](auto& o) { o.additive.groups = 2, o.learn_noise = true, o.noise = 1e-3; });
  add("prior", [](auto& o) { o.lengthscale_prior = true; });
  add("prior_ard", [](auto& o) { o.lengthscale_prior = true, o.ard = true; });
  add("one_candidate", [](auto& o) { o.candidates = 1; });
  return all;
}

// Trials as the rows of a matrix.
struct Asked : MatrixXd {
  explicit Asked(const std::vector<Trial<VectorXd>>& asked)
      : MatrixXd(static_cast<Eigen::Index>(asked.size()), asked.front().point.size()) {
    for (const auto& trial : asked) {
      row(static_cast<Eigen::Index>(trials.size())) = trial.point.transpose();
      trials.push_back(trial.number);
    }
  }
  std::vector<std::int64_t> trials;
};
Asked ask(BoxOptimiser& optimiser, int q = 1) {
  return Asked(optimiser.ask(q));
}
void tell(BoxOptimiser& optimiser, const Asked& asked, const VectorXd& values) {
  for (std::size_t i = 0; i < asked.trials.size(); ++i)
    optimiser.tell(asked.trials[i], values[static_cast<Eigen::Index>(i)]);
}

class OptimiserConformance : public ::testing::TestWithParam<Case> {
 protected:
  static VectorXd lower() { return Eigen::Vector3d(-2, 0, 5); }
  static VectorXd upper() { return Eigen::Vector3d(-1, 10, 5.5); }
  BoxOptimiser make(std::uint64_t seed = 3) const { return {lower(), upper(), GetParam().options, seed}; }
  /// Its maximum, 0, lies on the border of the box.
  static double objective(const VectorXd& x) {
    return -std::pow(x[0] + 1, 2) - 0.1 * std::pow(x[1] - 3, 2) - std::pow(x[2] - 5.2, 2);
  }
  static VectorXd objective(const MatrixXd& X) {
    VectorXd y(X.rows());
    for (Eigen::Index i = 0; i < X.rows(); ++i) y[i] = objective(VectorXd(X.row(i).transpose()));
    return y;
  }
  static void expect_in_box(const MatrixXd& X) {
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      EXPECT_TRUE((X.row(i).transpose().array() >= lower().array()).all()) << X.row(i);
      EXPECT_TRUE((X.row(i).transpose().array() <= upper().array()).all()) << X.row(i);
    }
  }
};

TEST_P(OptimiserConformance, AsksInTheBoxForDistinctPoints) {
  BoxOptimiser optimiser = make();
  std::set<std::vector<double>> seen;
  for (int i = 0; i < 30; ++i) {
    const Asked X = ask(optimiser);
    expect_in_box(X);
    EXPECT_TRUE(seen.insert({X(0, 0), X(0, 1), X(0, 2)}).second) << "ask " << i << " repeats a point";
    tell(optimiser, X, objective(X));
  }
  EXPECT_EQ(optimiser.observations(), 30);
  EXPECT_EQ(optimiser.pending(), 0);
}

TEST_P(OptimiserConformance, SameSeedAndTellsGiveTheSameAsks) {
  BoxOptimiser one = make();
  BoxOptimiser same = make();
  BoxOptimiser other = make(4);
  bool differs = false;
  for (int i = 0; i < 15; ++i) {
    const Asked X = ask(one, 1 + i % 2);
    EXPECT_EQ(X, ask(same, 1 + i % 2)) << "ask " << i;
    const Asked of_other = ask(other, 1 + i % 2);
    differs = differs || X != of_other;
    tell(one, X, objective(X));
    tell(same, X, objective(X));
    tell(other, of_other, objective(of_other));
  }
  EXPECT_TRUE(differs);
}

TEST_P(OptimiserConformance, ABatchIsAsManyAsksOfOne) {
  BoxOptimiser batch = make();
  BoxOptimiser single = make();
  const Asked initial = ask(batch, 8);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(ask(single).row(0), initial.row(i));
  tell(batch, initial, objective(initial));
  tell(single, initial, objective(initial));
  const Asked next = ask(batch, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(single).row(0), next.row(i));
}

TEST_P(OptimiserConformance, PendingPointsAreKeptAwayFrom) {
  BoxOptimiser optimiser = make();
  const Asked initial = ask(optimiser, 6);
  tell(optimiser, initial, objective(initial));
  MatrixXd pending(10, 3);
  std::vector<std::int64_t> trials;
  for (int i = 0; i < 10; ++i) {
    const auto trial = optimiser.ask().front();
    trials.push_back(trial.number);
    pending.row(i) = trial.point.transpose();
  }
  EXPECT_EQ(optimiser.pending(), 10);
  expect_in_box(pending);
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < i; ++j) EXPECT_NE(pending.row(i), pending.row(j));
    for (int j = 0; j < 6; ++j) EXPECT_NE(pending.row(i), initial.row(j));
  }
  // Values are told in reverse order, one by one, with further points proposed in between.
  for (int i = 9; i >= 0; --i) {
    optimiser.tell(trials[i], objective(VectorXd(pending.row(i).transpose())));
    expect_in_box(ask(optimiser));
  }
  EXPECT_EQ(optimiser.observations(), 16);
  EXPECT_EQ(optimiser.pending(), 10);
}

TEST_P(OptimiserConformance, ForgetsWhatFailed) {
  BoxOptimiser optimiser = make();
  const Asked X = ask(optimiser, 4);
  optimiser.abandon(X.trials[2]);
  EXPECT_EQ(optimiser.pending(), 3);
  EXPECT_THROW(optimiser.abandon(X.trials[2]), InputError);
  EXPECT_THROW(optimiser.tell(X.trials[2], 1), InputError);
  EXPECT_EQ(optimiser.pending(), 3);
  EXPECT_EQ(optimiser.observations(), 0);
}

// A trial is identified by its number alone.
TEST_P(OptimiserConformance, NumbersItsTrials) {
  BoxOptimiser optimiser = make();
  const Asked first = ask(optimiser, 3);
  EXPECT_EQ(first.trials, (std::vector<std::int64_t>{1, 2, 3}));
  optimiser.tell(2, 7);
  EXPECT_EQ(optimiser.incumbent(), first.row(1).transpose());
  EXPECT_THROW(optimiser.tell(2, 8), InputError) << "told twice";
  EXPECT_THROW(optimiser.tell(4, 8), InputError) << "no such trial";
  EXPECT_EQ(ask(optimiser).trials.front(), 4);
  EXPECT_EQ(optimiser.observations(), 1);
  EXPECT_EQ(optimiser.pending(), 3);
}

TEST_P(OptimiserConformance, TakesAWarmStart) {
  Rng rng(8);
  MatrixXd X(12, 3);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 3; ++j) X(i, j) = rng.uniform(lower()[j], upper()[j]);
  BoxOptimiser optimiser = make();
  optimiser.observe(X, objective(X));
  EXPECT_EQ(optimiser.observations(), 12);
  EXPECT_EQ(optimiser.incumbent_value(), objective(X).maxCoeff());
  for (int i = 0; i < 10; ++i) {
    const Asked next = ask(optimiser);
    expect_in_box(next);
    tell(optimiser, next, objective(next));
  }
}

TEST_P(OptimiserConformance, KnowsItsIncumbent) {
  BoxOptimiser optimiser = make();
  double best = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 12; ++i) {
    const Asked X = ask(optimiser);
    const VectorXd y = objective(X);
    tell(optimiser, X, y);
    best = std::max(best, y[0]);
    EXPECT_EQ(optimiser.incumbent_value(), best);
    EXPECT_EQ(objective(optimiser.incumbent()), best);
  }
}

TEST_P(OptimiserConformance, SurvivesDegenerateObservations) {
  // Constant values; the same point again and again; values of very different size.
  BoxOptimiser constant = make();
  for (int i = 0; i < 12; ++i) constant.tell(constant.ask().front().number, 4);
  BoxOptimiser repeated = make();
  for (int i = 0; i < 12; ++i) repeated.observe(0.5 * (lower() + upper()), static_cast<double>(i));
  expect_in_box(ask(repeated, 9));
  BoxOptimiser wild = make();
  for (int i = 0; i < 14; ++i) {
    const Asked X = ask(wild);
    expect_in_box(X);
    tell(wild, X, VectorXd::Constant(1, std::pow(10.0, i % 7) * (i % 2 == 0 ? 1 : -1)));
  }
}

TEST_P(OptimiserConformance, RefusesBadValuesWhole) {
  BoxOptimiser optimiser = make();
  MatrixXd X = ask(optimiser, 2);
  EXPECT_THROW(optimiser.tell(1, std::nan("")), InputError);
  EXPECT_THROW(optimiser.observe(X, Eigen::Vector2d(1, std::nan(""))), InputError);
  EXPECT_THROW(optimiser.observe(X, VectorXd::Ones(3)), InputError);
  EXPECT_THROW(optimiser.observe(X.leftCols(2), VectorXd::Ones(2)), InputError);
  X(1, 0) = 0.5;
  EXPECT_THROW(optimiser.observe(X, VectorXd::Ones(2)), InputError);
  X(1, 0) = std::nan("");
  EXPECT_THROW(optimiser.observe(X, VectorXd::Ones(2)), InputError);
  EXPECT_EQ(optimiser.observations(), 0);
  EXPECT_EQ(optimiser.pending(), 2);
  EXPECT_THROW(optimiser.ask(0), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, OptimiserConformance, ::testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST(BoxOptimiser, HandsOutALatinHypercubeFirst) {
  BoxOptimiserOptions options;
  options.initial_points = 10;
  BoxOptimiser optimiser(VectorXd::Zero(2), VectorXd::Ones(2), options, 1);
  const Asked X = ask(optimiser, 10);
  for (int j = 0; j < 2; ++j) {
    std::set<int> strata;
    for (int i = 0; i < 10; ++i) strata.insert(static_cast<int>(10 * X(i, j)));
    EXPECT_EQ(strata.size(), 10u);
  }
}

TEST(BoxOptimiser, RefitsAsOftenAsItWasToldTo) {
  BoxOptimiserOptions options;
  options.initial_points = 5;
  options.refit_every = 4;
  options.candidates = 50;
  BoxOptimiser optimiser(VectorXd::Zero(2), VectorXd::Ones(2), options, 1);
  for (int i = 0; i < 5 + 9; ++i) {
    const Asked X = ask(optimiser);
    tell(optimiser, X, VectorXd::Constant(1, X.sum()));
  }
  // At 5, 9 and 13 observations.
  EXPECT_EQ(optimiser.timings().fits, 3);
}

TEST(BoxOptimiser, RefitsNoMoreOftenThanItsObservationsGrow) {
  BoxOptimiserOptions options;
  options.initial_points = 40;
  options.refit_every = 2;
  options.refit_growth = 0.25;
  options.candidates = 50;
  BoxOptimiser optimiser(VectorXd::Zero(2), VectorXd::Ones(2), options, 1);
  std::vector<int> fits;
  for (int i = 0; i < 56; ++i) {
    const Asked X = ask(optimiser);
    fits.push_back(optimiser.timings().fits);
    tell(optimiser, X, X.rowwise().sum());
  }
  // The first model is of 40 points, so the next is due at 50, not at 42.
  EXPECT_EQ(fits[40], 1);
  EXPECT_EQ(fits[49], 1);
  EXPECT_EQ(fits[50], 2);
}

TEST(BoxOptimiser, IsMovable) {
  BoxOptimiser optimiser(VectorXd::Zero(2), VectorXd::Ones(2), {}, 1);
  const Asked X = ask(optimiser);
  BoxOptimiser moved = std::move(optimiser);
  tell(moved, X, VectorXd::Ones(1));
  EXPECT_EQ(moved.observations(), 1);
}

TEST(BoxOptimiser, RefusesBadOptionsByName) {
  const auto message = [](auto change) -> std::string {
    BoxOptimiserOptions options;
    change(options);
    try {
      BoxOptimiser(VectorXd::Zero(1), VectorXd::Ones(1), options, 1);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message([](auto& o) { o.initial_points = -1; }), "initial_points: -1 is below 0");
  EXPECT_EQ(message([](auto& o) { o.refit_growth = 2; }), "refit_growth: 2 is not within [0, 1]");
  EXPECT_EQ(message([](auto& o) { o.additive.groups = -1; }), "additive.groups: -1 is below 0");
  EXPECT_EQ(message([](auto& o) { o.refit_every = 0; }), "refit_every: 0 is below 1");
  EXPECT_EQ(message([](auto& o) { o.candidates = 0; }), "candidates: 0 is below 1");
  EXPECT_EQ(message([](auto& o) { o.polished = -1; }), "polished: -1 is below 0");
  EXPECT_NE(message([](auto& o) { o.noise = 0; }).find("noise"), std::string::npos);
  EXPECT_NE(message([](auto& o) { o.ucb_beta = std::nan(""); }).find("ucb_beta"), std::string::npos);
  EXPECT_NE(message([](auto& o) { o.kernel = "matern"; }).find("matern52"), std::string::npos);
  BoxOptimiserOptions options;
  EXPECT_THROW(BoxOptimiser(VectorXd::Zero(2), VectorXd::Ones(3), options, 1), InputError);
  EXPECT_THROW(BoxOptimiser(VectorXd::Zero(0), VectorXd::Zero(0), options, 1), InputError);
  EXPECT_THROW(BoxOptimiser(VectorXd::Zero(2), VectorXd::Zero(2), options, 1), InputError);
}

}  // namespace
}  // namespace bora::surrogates::box_optimiser_test
