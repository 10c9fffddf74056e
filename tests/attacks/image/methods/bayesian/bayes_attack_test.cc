#include "attacks/image/methods/bayesian/bayes_attack.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/exchanges.h"

namespace bora::attacks::bayes_attack_test {
namespace {

using testing::continuous_problem;

constexpr ImageShape kShape{2, 8, 10};
constexpr int kFrequencies = 3;

// Compares the wave of each coefficient with its definition.
TEST(FourierBasis, ConsistsOfTheStatedWaves) {
  for (const std::string name : {"cosine", "sine", "both"}) {
    const FourierBasis basis(kShape, kFrequencies, name);
    const int waves = name == "both" ? 2 : 1;
    ASSERT_EQ(basis.dimensions(), 2 * 9 * waves);
    for (int k = 0; k < basis.dimensions(); ++k) {
      const int channel = k / (9 * waves);
      const bool sine = name == "sine" || k / 9 % waves == 1;
      const int v = k % 9 / 3;
      const int u = k % 3;
      const Eigen::RowVectorXd image = basis.synthesise(Eigen::VectorXd::Unit(basis.dimensions(), k));
      for (int i = 0; i < kShape.size(); ++i) {
        const double angle = 2 * std::numbers::pi * (u * (i % 10) / 10.0 + v * (i / 10 % 8) / 8.0);
        double expected = sine ? std::sin(angle) : std::cos(angle);
        if (i / 80 != channel) expected = 0;
        ASSERT_NEAR(image[i], expected, 1e-12) << name << " " << k << " at " << i;
      }
    }
  }
}

std::vector<Eigen::RowVectorXf> asked(const BayesAttackOptions& options, int queries) {
  const auto problem = continuous_problem(kShape, 2, {0, {}}, 0.1);
  BayesAttack attack(problem, options);
  std::vector<Eigen::RowVectorXf> changes;
  for (int i = 0; i < queries; ++i) {
    const Batch image = *attack.ask();
    changes.push_back(image.row(0) - problem.original);
    attack.tell(image, {Observation{}});  // not adversarial
  }
  return changes;
}

TEST(BayesAttack, QueriesDistinctVerticesWithoutASuccess) {
  const auto changes = asked({.frequencies = kFrequencies, .candidates = 100}, 40);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    EXPECT_LT((changes[i].cwiseAbs().array() - 0.1F).abs().maxCoeff(), 1e-6);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GT((changes[i] - changes[j]).cwiseAbs().maxCoeff(), 0.1) << i << " and " << j;
  }
}

TEST(BayesAttack, ScaledPerturbationsReachTheBound) {
  for (const auto& change : asked({.frequencies = kFrequencies, .push = "scale", .candidates = 100}, 10)) {
    EXPECT_NEAR(change.cwiseAbs().maxCoeff(), 0.1, 1e-6);
    EXPECT_GT((change.cwiseAbs().array() < 0.09F).count(), 20);
  }
}

}  // namespace
}  // namespace bora::attacks::bayes_attack_test
