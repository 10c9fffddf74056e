#include "surrogates/baselines/parzen_mixture.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "support/layers.h"

namespace bora::surrogates::parzen_mixture_test {
namespace {

using Grid = ParzenVariable::Grid;

const std::vector<ParzenVariable> kVariables{
    {.low = -2, .high = 3},
    {.low = 0.5, .high = 9.5, .grid = Grid::whole},
    {.low = std::log(1.5), .high = std::log(500.5), .grid = Grid::log_whole},
    {.levels = 4}};

Eigen::MatrixXd matrix_of(const nlohmann::json& rows) {
  Eigen::MatrixXd matrix(rows.size(), kVariables.size());
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) matrix(i, j) = rows[i][j];
  return matrix;
}

// Compares with densities of Optuna's estimator for all variables together and for each alone
// (golden/surrogates/parzen_mixture.py).
TEST(ParzenMixture, EqualsOptunas) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/surrogates/parzen_mixture.json");
  const nlohmann::json golden = parse_valid_json(file);
  for (const nlohmann::json& entry : golden.at("cases")) {
    const Eigen::MatrixXd seen = matrix_of(entry.at("observations")), at = matrix_of(entry.at("points"));
    const ParzenMixture together(kVariables, seen);
    for (Eigen::Index i = 0; i < at.rows(); ++i) {
      EXPECT_NEAR(together.log_density(at.row(i)), entry.at("log_density")[i].get<double>(), 1e-8)
          << seen.rows();
      for (Eigen::Index j = 0; j < at.cols(); ++j) {
        const ParzenMixture alone({kVariables[static_cast<std::size_t>(j)]}, seen.col(j));
        EXPECT_NEAR(alone.log_density(at.row(i).segment(j, 1)), entry.at("alone")[j][i].get<double>(), 1e-8)
            << seen.rows() << " observations, variable " << j;
      }
    }
  }
}

// Frequencies of draws agree with the density, summed over the values that a grid has.
TEST(ParzenMixture, DrawsFollowTheDensity) {
  const Eigen::MatrixXd seen{{2, 1}, {2, 3}, {7, 0}};
  const ParzenMixture mixture({kVariables[1], kVariables[3]}, seen);
  Rng rng(3);
  constexpr int kDraws = 40000;
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(9, 4);
  for (int i = 0; i < kDraws; ++i) {
    const Eigen::VectorXd point = mixture.draw(rng);
    shares(static_cast<Eigen::Index>(point[0]) - 1, static_cast<Eigen::Index>(point[1])) += 1.0 / kDraws;
  }
  double sum = 0;
  for (Eigen::Index a = 0; a < 9; ++a)
    for (Eigen::Index b = 0; b < 4; ++b) {
      const double expected = std::exp(mixture.log_density(Eigen::Vector2d(a + 1, b)));
      sum += expected;
      EXPECT_NEAR(shares(a, b), expected, 5 * std::sqrt(expected / kDraws)) << a << ' ' << b;
    }
  EXPECT_NEAR(sum, 1, 1e-9);
}

// On a grid of many values, the probability of one is the density times the step.
TEST(ParzenMixture, TakesGridsOfManyValues) {
  constexpr double kMost = 1e15;
  const Eigen::VectorXd centres{{0.2, 0.21, 0.7}};
  const auto at = [](double value) { return Eigen::VectorXd::Constant(1, value); };
  const ParzenMixture real({{.low = 0, .high = 1}}, centres);
  const ParzenMixture whole({{.low = -0.5, .high = kMost + 0.5, .grid = Grid::whole}}, kMost * centres);
  for (const double share : {0.0, 0.1, 0.2, 0.205, 0.5, 1.0})
    EXPECT_NEAR(whole.log_density(at(share * kMost)), real.log_density(at(share)) - std::log(kMost), 1e-9)
        << share;
  const double most = std::log(kMost + 0.5), least = std::log(0.5);
  const auto logarithms = [&](double share) { return std::log(std::round(std::exp(share * most))); };
  const Eigen::VectorXd seen = centres.unaryExpr(logarithms);
  const ParzenMixture smooth({{.low = least, .high = most}}, seen);
  const ParzenMixture log_whole({{.low = least, .high = most, .grid = Grid::log_whole}}, seen);
  for (const double share : {0.7, 0.8, 0.9, 0.99}) {
    const double x = logarithms(share);
    EXPECT_NEAR(log_whole.log_density(at(x)), smooth.log_density(at(x)) - x, 1e-2) << share;
  }
}

}  // namespace
}  // namespace bora::surrogates::parzen_mixture_test
