#include "attacks/image/methods/labels/hop_skip_jump.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/half_space.h"

namespace bora::attacks::hop_skip_jump_test {
namespace {

using testing::drive_labels;
using testing::HalfSpace;

constexpr ImageShape kShape{1, 8, 8};

/// Gives access to protected members.
class Watched : public HopSkipJumpAttack {
 public:
  using DecisionAttack::distance;
  using DecisionAttack::image_;
  using HopSkipJumpAttack::HopSkipJumpAttack;
};

TEST(NormalEstimate, PointsAlongTheNormalOfAHalfSpace) {
  const HalfSpace victim(kShape, 0);
  Rng rng(2);
  double before = 0;
  for (const int samples : {100, 1000, 10000}) {
    NormalEstimate estimate(kShape.size());
    for (int i = 0; i < samples; ++i) {
      Eigen::RowVectorXf change(kShape.size());
      for (float& value : change) value = static_cast<float>(rng.uniform(-1, 1));
      estimate.add(change, victim.adversarial(victim.original() + change));
    }
    const double cosine = estimate.direction().dot(victim.normal().normalized());
    EXPECT_GT(cosine, before);
    before = cosine;
  }
  EXPECT_GT(before, 0.98);
}

TEST(NormalEstimate, IsTheMeanChangeIfAllDecisionsAgree) {
  for (const bool adversarial : {true, false}) {
    NormalEstimate estimate(2);
    estimate.add(Eigen::RowVector2f(1, 0), adversarial);
    estimate.add(Eigen::RowVector2f(0, 1), adversarial);
    const float sign = adversarial ? 1 : -1;
    EXPECT_TRUE(estimate.direction().isApprox(Eigen::RowVector2f(sign, sign) / std::sqrt(2.0F)));
  }
}

class HopSkipJump : public ::testing::TestWithParam<std::tuple<bool, Norm>> {};

// The nearest point of a half-space is known: in L-infinity all values move by the margin over |w|_1, in L2
// the image moves along w.
TEST_P(HopSkipJump, ApproachesTheKnownDistance) {
  const auto [continuous, norm] = GetParam();
  const HalfSpace victim(kShape, 0.06);
  auto problem = victim.problem(continuous, norm);
  const double known = norm == Norm::l2 ? victim.euclidean_distance() : 0.06;
  Watched attack(problem, {});
  double nearest = 1e9;
  int iterations = 0;
  for (int i = 0; i < 4000; ++i) {
    testing::drive_labels(
        attack, [&](const auto& image) { return victim.adversarial(image); }, 1);
    if (attack.image_.size() == 0) continue;
    const double now = attack.distance(attack.image_);
    EXPECT_LE(now, nearest + 1e-6);
    if (now < nearest) ++iterations;
    nearest = std::min(nearest, now);
  }
  EXPECT_GT(iterations, 5);
  EXPECT_LT(nearest, 1.25 * known);
  EXPECT_GT(nearest, 0.99 * known - 1.0 / 255);
}

INSTANTIATE_TEST_SUITE_P(Grids, HopSkipJump,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(Norm::linf, Norm::l2)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param) ? "Continuous" : "EightBit") +
                                  (std::get<1>(test.param) == Norm::l2 ? "L2" : "Linf");
                         });

TEST(HopSkipJumpSchedule, SamplesGrowWithTheSquareRootOfT) {
  const HalfSpace victim(kShape, 0.06);
  Watched attack(victim.problem(true), {.samples = 30});
  // The samples of an estimate are successive queries at the same Euclidean distance from the current image.
  std::vector<int> runs;
  double before = 0;
  for (int i = 0; i < 600; ++i) {
    const auto trace = drive_labels(
        attack, [&](const auto& image) { return victim.adversarial(image); }, 1);
    const double now = attack.image_.size() > 0 ? (trace[0].image - attack.image_).norm() : 0;
    if (now > 0 && std::abs(now - before) < 1e-3 * now) {
      ++runs.back();
    } else {
      runs.push_back(1);
    }
    before = now;
  }
  std::erase_if(runs, [](int length) { return length < 10; });
  ASSERT_GE(runs.size(), 4U);
  EXPECT_EQ((std::vector<int>(runs.begin(), runs.begin() + 4)), (std::vector<int>{30, 42, 51, 60}));
}

}  // namespace
}  // namespace bora::attacks::hop_skip_jump_test
