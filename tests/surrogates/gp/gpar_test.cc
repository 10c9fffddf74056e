#include "surrogates/gp/gpar.h"

#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "support/gradient_check.h"
#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

VectorXd vector(const nlohmann::json& values) {
  VectorXd out(values.size());
  for (Eigen::Index i = 0; i < out.size(); ++i)
    out[i] = values[i].is_null() ? kNone : values[i].get<double>();
  return out;
}
MatrixXd matrix(const nlohmann::json& rows) {
  MatrixXd out(rows.size(), rows[0].size());
  for (Eigen::Index i = 0; i < out.rows(); ++i) out.row(i) = vector(rows[i]);
  return out;
}

// Curves of three values, each nearly a multiple of the one before. Some curves lack the last values.
struct Curves {
  explicit Curves(int n, std::uint64_t seed = 1) : X(n, 2), Y(n, 3) {
    Rng rng(seed);
    for (int i = 0; i < n; ++i) {
      X.row(i) << rng.uniform(), rng.uniform();
      const double level = rng.normal();  // no function of x
      Y(i, 0) = level + X(i, 0);
      Y(i, 1) = 2 * Y(i, 0) + 0.05 * rng.normal();
      Y(i, 2) = Y(i, 1) - X(i, 1) + 0.05 * rng.normal();
    }
  }
  MatrixXd X, Y;
};

TEST(Gpar, StandardisesNoRoundingErrors) {
  Curves rounded(8), constant(8);
  rounded.Y.col(1).setConstant(0.3);
  constant.Y.col(1).setConstant(0.3);
  rounded.Y(2, 1) = rounded.Y(5, 1) = 0.1 + 0.2;  // larger than 0.3 by one rounding error
  EXPECT_NEAR(Gpar(rounded.X, rounded.Y).log_likelihood(), Gpar(constant.X, constant.Y).log_likelihood(),
              1e-9);
}

// Units are powers of 2, which do not change rounding.
TEST(Gpar, TakesOutputsOfAnyUnit) {
  const Curves curves(8);
  const Gpar model(curves.X, curves.Y);
  VectorXd known = VectorXd::Constant(3, kNone);
  known[0] = curves.Y(0, 0);
  const GparPrediction expected = model.propagate_mean(curves.X.row(0), known);
  for (const double unit : {std::ldexp(1.0, -990), std::ldexp(1.0, 990)}) {
    const Gpar scaled(curves.X, unit * curves.Y);
    EXPECT_EQ(scaled.log_likelihood(), model.log_likelihood());
    EXPECT_EQ(scaled.propagate_mean(curves.X.row(0), unit * known).mean, unit * expected.mean);
  }
}

TEST(Gpar, HasTheGoldenLikelihoodGradientAndPredictions) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/surrogates/gpar.json");
  const auto golden = parse_valid_json(file);
  for (const auto& row : golden["cases"]) {
    GparOptions options;
    options.tied_scales = row["tied"];
    options.markov = row["markov"];
    options.linear_on_inputs = row["linear_inputs"];
    options.linear_on_outputs = row["linear"];
    options.nonlinear_on_outputs = row["curve"];
    Gpar model(matrix(golden["X"]), matrix(golden["Y"]), options);
    const VectorXd p = vector(row["parameters"]);
    ASSERT_EQ(model.parameters().size(), p.size());
    model.set_parameters(p);
    EXPECT_NEAR(model.log_likelihood(), row["likelihood"].get<double>(), 1e-8);
    VectorXd gradient;
    model.log_likelihood(p, &gradient);
    EXPECT_LT((gradient - vector(row["gradient"])).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT(
        check_gradient([&](const VectorXd& at) { return model.log_likelihood(at, nullptr); }, p, gradient)
            .worst,
        1e-6);
    const VectorXd x = vector(row["x"]);
    for (const auto& expected : row["predictions"]) {
      const VectorXd known = vector(expected["known"]);
      const auto prediction = model.propagate_mean(x, known);
      EXPECT_LT((prediction.mean - vector(expected["mean"])).cwiseAbs().maxCoeff(), 1e-8);
      EXPECT_LT((prediction.variance - vector(expected["variance"])).cwiseAbs().maxCoeff(), 1e-8);
      Rng rng(1);
      if (!expected["density"].is_null()) {
        EXPECT_NEAR(model.final_log_density(x, known, 1.3, 1, rng), expected["density"].get<double>(), 1e-8);
      }
    }
  }
}

TEST(Gpar, FitsAllItsSettingsAboveWhereItStarts) {
  const Curves curves(12);
  for (const bool tied : {false, true})
    for (const bool joint : {false, true})
      for (const int markov : {0, 1}) {
        Gpar model(curves.X, curves.Y, {.markov = markov, .tied_scales = tied, .joint = joint, .starts = 1});
        const double before = model.log_likelihood();
        Rng rng(2);
        model.fit(rng);
        EXPECT_GT(model.log_likelihood(), before + 5);
        VectorXd gradient;
        model.log_likelihood(model.parameters(), &gradient);
        EXPECT_TRUE(gradient.allFinite());
      }
}

TEST(Gpar, MaximisesTheJointLikelihoodAtLeastAsHighAsOneByOne) {
  const Curves curves(12);
  Rng first(2), second(2);
  Gpar joint(curves.X, curves.Y), one_by_one(curves.X, curves.Y, {.joint = false});
  joint.fit(first);
  one_by_one.fit(second);
  EXPECT_GT(joint.log_likelihood(), one_by_one.log_likelihood() - 0.5);
}

TEST(Gpar, FitsTheSameByTheSameSeed) {
  const Curves curves(10);
  Gpar first(curves.X, curves.Y), second(curves.X, curves.Y);
  Rng one(4), two(4);
  first.fit(one);
  second.fit(two);
  EXPECT_EQ(first.parameters(), second.parameters());
}

TEST(Gpar, PredictsTheEndOfACurveFromItsBeginning) {
  const Curves all(40), more(20, 2);
  const auto density = [&](const GparOptions& options, bool begun) {
    Gpar model(all.X, all.Y, options);
    Rng rng(3);
    model.fit(rng);
    double sum = 0;
    for (int i = 0; i < 20; ++i) {
      VectorXd known = VectorXd::Constant(3, kNone);
      if (begun) known.head(2) = more.Y.row(i).head(2);
      sum += model.final_log_density(more.X.row(i), known, more.Y(i, 2), 50, rng);
    }
    return sum / 20;
  };
  const double independent = density({.linear_on_outputs = false}, true);
  const double chained = density({}, true);
  EXPECT_GT(chained, independent + 1);
  EXPECT_GT(density({.linear_on_outputs = false, .nonlinear_on_outputs = true}, true), independent + 0.5);
  EXPECT_LT(density({}, false), chained - 1);
}

TEST(Gpar, SamplesItsPosterior) {
  Curves curves(15);
  curves.Y.bottomRows(5).rightCols(1).setConstant(kNone);
  Gpar model(curves.X, curves.Y);
  Rng rng(5);
  model.fit(rng);
  const VectorXd x = Eigen::Vector2d(0.4, 0.6);
  VectorXd known = VectorXd::Constant(3, kNone);
  known[0] = 0.7;
  // The first unknown output is Gaussian, so that its draws have the moments of propagate_mean() and the
  // noise in addition.
  const auto moments = model.propagate_mean(x, known);
  const MatrixXd draws = model.sample(x, known, 4000, rng);
  EXPECT_EQ(draws.col(0), VectorXd::Constant(4000, 0.7));
  EXPECT_EQ(moments.variance[0], 0);
  EXPECT_NEAR(draws.col(1).mean(), moments.mean[1], 0.05);
  // With a linear kernel the mean of the last output is nearly linear in the one before it.
  EXPECT_NEAR(draws.col(2).mean(), moments.mean[2], 0.1);
  // The variance of the output before is propagated.
  const double spread = (draws.col(2).array() - draws.col(2).mean()).square().mean();
  EXPECT_GT(spread, moments.variance[2]);
  const MatrixXd noisy = model.sample(x, known, 4000, rng, true);
  EXPECT_GT((noisy.col(2).array() - noisy.col(2).mean()).square().mean(), 0.9 * spread);
}

TEST(Gpar, RefusesDataThatAreNotClosedDownward) {
  MatrixXd X = MatrixXd::Random(3, 2), Y = MatrixXd::Random(3, 3);
  Y(1, 0) = kNone;
  testing::expect_input_error([&] { Gpar(X, Y); }, "row 1", "output 2", "closed downward");
  Y(1, 0) = 1;
  Y.col(2).setConstant(kNone);
  testing::expect_input_error([&] { Gpar(X, Y); }, "output 3", "no observation");
  Y = MatrixXd::Random(3, 3);
  testing::expect_input_error([&] { Gpar(X.topRows(2), Y); }, "2 points", "3 rows");
  testing::expect_input_error([&] { Gpar(X, Y, {.markov = -1}); }, "markov", "-1");
  testing::expect_input_error([&] { Gpar(X, Y, {.starts = 0}); }, "starts");
  const Gpar model(X, Y);
  testing::expect_input_error([&] { model.propagate_mean(X.row(0), VectorXd::Zero(2)); }, "2", "3");
}

TEST(Gpar, TakesOutputsThatAreConstant) {
  const Curves curves(6);
  MatrixXd Y = curves.Y;
  Y.col(1).setConstant(3);
  Gpar model(curves.X, Y);
  Rng rng(1);
  model.fit(rng);
  EXPECT_NEAR(model.propagate_mean(curves.X.row(0), VectorXd::Constant(3, kNone)).mean[1], 3, 1e-6);
}

}  // namespace
}  // namespace bora::surrogates
