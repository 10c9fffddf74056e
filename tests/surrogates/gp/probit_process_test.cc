#include "surrogates/gp/probit_process.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd values_of(const nlohmann::json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

MatrixXd covariances(const nlohmann::json& a, const nlohmann::json& b) {
  MatrixXd K(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      K(i, j) = std::exp(-0.5 * (values_of(a[i]) - values_of(b[j])).squaredNorm());
  return K;
}

TEST(ProbitProcess, HasTheGoldenPosterior) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/surrogates/probit_process.json");
  const auto golden = parse_valid_json(file);
  const ProbitProcess process(covariances(golden["X"], golden["X"]), values_of(golden["y"]),
                              values_of(golden["c"]), {}, {.noise = golden["noise"], .sweeps = 300});
  EXPECT_LT((process.mean() - values_of(golden["mean"])).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((process.variance() - values_of(golden["variance"])).cwiseAbs().maxCoeff(), 1e-7);
  const MatrixXd cross = covariances(golden["X"], golden["T"]);
  EXPECT_LT((cross.transpose() * process.weights() - values_of(golden["predicted"])).cwiseAbs().maxCoeff(),
            1e-6);
  EXPECT_LT((process.predict_variance(cross, VectorXd::Ones(cross.cols())) -
             values_of(golden["predicted_variance"]))
                .cwiseAbs()
                .maxCoeff(),
            1e-6);
}

// With one observation expectation propagation is exact: the moments of a normal distribution times Phi.
TEST(ProbitProcess, OneSignHasTheMomentsOfTheIntegral) {
  constexpr double kVariance = 0.7, kThreshold = 0.4, kNoise = 0.1;
  for (const double sign : {1.0, -1.0}) {
    double mass = 0, first = 0, second = 0;
    constexpr int kSteps = 400000;
    for (int i = 0; i < kSteps; ++i) {
      const double f = -8 + 16 * (i + 0.5) / kSteps;
      const double weight = std::exp(-f * f / (2 * kVariance)) * 0.5 *
                            std::erfc(-sign * (f - kThreshold) / kNoise / std::sqrt(2.0));
      mass += weight;
      first += weight * f;
      second += weight * f * f;
    }
    const double mean = first / mass;
    const ProbitProcess process(MatrixXd::Constant(1, 1, kVariance), VectorXd::Constant(1, sign),
                                VectorXd::Constant(1, kThreshold), {}, {.noise = kNoise, .sweeps = 60});
    EXPECT_NEAR(process.mean()[0], mean, 1e-6);
    EXPECT_NEAR(process.variance()[0], second / mass - mean * mean, 1e-6);
  }
}

// Sites of an earlier fit change the number of sweeps that are needed, not the result.
TEST(ProbitProcess, WarmStartsLeadToTheSamePosterior) {
  MatrixXd K = MatrixXd::Identity(3, 3);
  K(0, 1) = K(1, 0) = 0.6;
  const VectorXd y = (VectorXd(3) << 1, -1, 1).finished(), c = VectorXd::Zero(3);
  const ProbitProcess first(K.topLeftCorner(2, 2), y.head(2), c.head(2));
  const ProbitProcess warm(K, y, c, first.sites(), {.sweeps = 200}), cold(K, y, c, {}, {.sweeps = 200});
  EXPECT_LT((warm.mean() - cold.mean()).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ProbitProcess, WrongInputIsRefused) {
  const MatrixXd K = MatrixXd::Identity(2, 2);
  const VectorXd ones = VectorXd::Ones(2), zeros = VectorXd::Zero(2);
  testing::expect_input_error([&] { ProbitProcess(K, zeros, zeros); }, "sign 0", "1 or -1");
  testing::expect_input_error([&] { ProbitProcess(K, ones, VectorXd::Zero(3)); }, "3 thresholds", "2 signs");
  testing::expect_input_error([&] { ProbitProcess(-10000 * K, ones, zeros); }, "positive", "semi-definite");
  testing::expect_input_error([&] { ProbitProcess(K, ones, zeros, {}, {.noise = 0}); }, "noise", "0");
}

}  // namespace
}  // namespace bora::surrogates
