#include "surrogates/search/propose/local_and_global_proposer.h"

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Acquisition function that is constant, and keeps the points of its first evaluation, which are those drawn.
class Watching final : public PointAcquisition {
 public:
  VectorXd values(const MatrixXd& Z) const override {
    if (drawn.rows() == 0) drawn = Z;
    return VectorXd::Zero(Z.rows());
  }
  mutable MatrixXd drawn;
};

// Half of 1,000 points are near one of the best five and differ from it in about ten coordinates, for
// categories and for numbers; worse points are not used as centres.
TEST(LocalAndGlobalProposer, ChangesAboutTenCoordinatesOfTheBest) {
  for (const bool categories : {true, false}) {
    const int d = 40;
    const MixedSpace space = categories ? MixedSpace(std::vector<int>(d, 50), {}, {})
                                        : MixedSpace({}, VectorXd::Zero(d), VectorXd::Ones(d));
    Rng rng(1);
    std::vector<VectorXd> points;
    std::vector<double> values;
    for (int i = 0; i < 12; ++i) {
      points.push_back(space.to_unit(space.sample(rng)));
      values.push_back(i);
    }
    const Watching score;
    LocalAndGlobalProposer(space).propose(score, {points, values}, rng);
    int near = 0, near_worse = 0;
    double changed = 0;
    for (const auto& row : score.drawn.rowwise())
      for (std::size_t i = 0; i < points.size(); ++i) {
        const auto differences = (row.transpose().array() != points[i].array()).count();
        if (differences > 25) continue;
        i < 7 ? ++near_worse : ++near;
        changed += static_cast<double>(differences);
      }
    EXPECT_EQ(near_worse, 0);
    EXPECT_NEAR(near, 500, 5);
    EXPECT_NEAR(changed / near, 10, 0.7) << categories;
  }
}

// 500 points are anywhere; those near the observation, at 1, stay there.
TEST(LocalAndGlobalProposer, DrawsEachWholeNumberWithTheSameOdds) {
  MixedSpaceRules rules;
  rules.whole = {true};
  const MixedSpace space({}, VectorXd::Constant(1, -1), VectorXd::Constant(1, 2), rules);
  Rng rng(1);
  const Watching score;
  const std::vector<VectorXd> points{space.to_unit(VectorXd::Ones(1))};
  const std::vector<double> values{1};
  LocalAndGlobalProposer(space).propose(score, {points, values}, rng);
  ASSERT_EQ(score.drawn.rows(), 1000);
  for (const double number : {-1.0, 0.0, 2.0}) {
    const double unit = (number + 1) / 3;
    EXPECT_NEAR(
        (score.drawn.array() - unit).abs().unaryExpr([](double gap) { return gap < 1e-9 ? 1.0 : 0.0; }).sum(),
        125, 35)
        << number;
  }
}

// In a finite space the best known point is often the best of the acquisition, too.
TEST(LocalAndGlobalProposer, ProposesANewPointOfAFiniteSpace) {
  class OfDistance final : public PointAcquisition {
   public:
    VectorXd values(const MatrixXd& Z) const override { return -Z.rowwise().squaredNorm(); }
  };
  MixedSpaceRules rules;
  rules.whole = {true};
  const MixedSpace space({3, 3}, VectorXd::Zero(1), VectorXd::Constant(1, 4), rules);
  const std::vector<VectorXd> points{VectorXd::Zero(3)};
  const std::vector<double> values{1};
  Rng rng(1);
  const auto taken = [&](const VectorXd& point) { return point == points[0]; };
  const VectorXd proposed = LocalAndGlobalProposer(space).propose(OfDistance(), {points, values, taken}, rng);
  EXPECT_EQ(proposed, Eigen::Vector3d(0, 0, 0.25));
}

}  // namespace
}  // namespace bora::surrogates
