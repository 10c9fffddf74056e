#include "surrogates/search/propose/interleaved_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <gtest/gtest.h>

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A paraboloid over all coordinates, largest at `top`.
class Paraboloid final : public PointAcquisition {
 public:
  explicit Paraboloid(VectorXd top) : top_(std::move(top)) {}
  VectorXd values(const MatrixXd& Z) const override {
    return -(Z.rowwise() - top_.transpose()).rowwise().squaredNorm();
  }
  bool smooth() const override { return true; }
  double value(const VectorXd& z, VectorXd& gradient) const override {
    gradient = -2 * (z - top_);
    return -(z - top_).squaredNorm();
  }

 private:
  VectorXd top_;
};

SearchRegion everywhere(const MixedSpace& space) {
  SearchRegion region;
  region.numbers = {VectorXd::Zero(space.numbers()), VectorXd::Ones(space.numbers())};
  region.draw = [&space](Rng& rng) { return space.to_unit(space.sample(rng)); };
  return region;
}

VectorXd found(const MixedSpace& space, const VectorXd& top, const SearchRegion& region) {
  Rng rng(1);
  InterleavedOptions options;
  options.drawn = 30;
  return interleaved_search(space, Paraboloid(top), region, rng, options);
}

TEST(InterleavedSearch, FindsTheBestOfCategoriesWholeAndRealNumbers) {
  MixedSpaceRules rules;
  rules.whole = {true, false};
  const MixedSpace space({5, 3}, Eigen::Vector2d(0, -4), Eigen::Vector2d(100, 4), rules);
  const VectorXd best = found(space, Eigen::Vector4d(3, 1, 0.734, 0.256), everywhere(space));
  EXPECT_EQ(best.head(2), Eigen::Vector2d(3, 1));
  EXPECT_NEAR(best[2], 0.73, 1e-12) << "the nearest whole number";
  EXPECT_NEAR(best[3], 0.256, 1e-5);
}

// From random starts by single random neighbours and single steps along the gradient.
TEST(InterleavedSearch, FindsTheSameBySingleSteps) {
  const MixedSpace space({5, 3, 4}, Eigen::Vector2d(-1, -4), Eigen::Vector2d(1, 4));
  Rng rng(3);
  VectorXd top(5);
  top << 3, 1, 2, 0.734, 0.256;
  const VectorXd best =
      interleaved_search(space, Paraboloid(top), everywhere(space), rng, InterleavedOptions::as_printed());
  EXPECT_EQ(best.head(3), top.head(3));
  EXPECT_LT((best - top).norm(), 1e-4);
}

// The top and the points near it are not allowed.
TEST(InterleavedSearch, ReturnsWhatIsAllowed) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[0] == 0 || point[1] <= 0.5; };
  const MixedSpace space({2}, VectorXd::Zero(1), VectorXd::Ones(1), rules);
  SearchRegion region = everywhere(space);
  region.draw = [](Rng& rng) { return Eigen::Vector2d(rng.index(2), rng.uniform()); };  // allowed or not
  for (double top = 0.55; top < 1; top += 0.1) {
    const VectorXd best = found(space, Eigen::Vector2d(1, top), region);
    EXPECT_TRUE(space.allows_unit(best)) << top;
    EXPECT_LT(best[1], top + 1e-6);
  }
}

// The drawn points are all not allowed, and the best allowed point is on the border.
TEST(InterleavedSearch, StartsFromAnAllowedPointThatIsKnown) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[0] == 0 && point[1] <= 0.5; };
  rules.violation = [](const VectorXd& point) { return point[0] == 0 ? std::max(0.0, point[1] - 0.5) : 1; };
  const MixedSpace space({2}, VectorXd::Zero(1), VectorXd::Ones(1), rules);
  SearchRegion region = everywhere(space);
  region.draw = [](Rng& rng) { return Eigen::Vector2d(rng.index(2), 0.6 + 0.3 * rng.uniform()); };
  region.known = {Eigen::Vector2d(1, 0.3), Eigen::Vector2d(0, 0.2)};  // forbidden, and allowed
  const VectorXd best = found(space, Eigen::Vector2d(1, 0.95), region);
  EXPECT_TRUE(space.allows_unit(best));
  EXPECT_NEAR(best[1], 0.5, 1e-6);
  region.holds = [](const VectorXd& point) { return point[0] == 1; };
  EXPECT_FALSE(space.allows_unit(found(space, Eigen::Vector2d(1, 0.95), region)))
      << "the allowed point is outside";
}

// One draw in 200 is allowed, of which thirty rarely hit any.
TEST(InterleavedSearch, DrawsUntilAPointIsAllowed) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[0] <= 0.1 && point[1] <= 0.05; };
  const MixedSpace space({}, VectorXd::Zero(2), VectorXd::Ones(2), rules);
  SearchRegion region = everywhere(space);
  region.draw = [](Rng& rng) { return Eigen::Vector2d(rng.uniform(), rng.uniform()); };
  InterleavedOptions options;
  options.drawn = 30;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    const VectorXd best =
        interleaved_search(space, Paraboloid(Eigen::Vector2d(0.5, 0.5)), region, rng, options);
    EXPECT_TRUE(space.allows_unit(best)) << seed;
  }
}

// A change of an inactive number is no gain, although the score increases with it.
TEST(InterleavedSearch, GainsNothingByWhatMeansNothing) {
  MixedSpaceRules rules;
  rules.settle = [](VectorXd& point) {
    if (point[0] == 0) point[1] = 0.5;
  };
  const MixedSpace space({2}, VectorXd::Zero(1), VectorXd::Ones(1), rules);
  // At category 0 the number stays at 0.5: -(0.4^2) there. At category 1 it may reach 0.9, at the price of
  // 0.09.
  class Score final : public PointAcquisition {
   public:
    VectorXd values(const MatrixXd& Z) const override {
      return -(Z.col(1).array() - 0.9).square() - 0.09 * Z.col(0).array();
    }
    bool smooth() const override { return true; }
    double value(const VectorXd& z, VectorXd& gradient) const override {
      gradient = Eigen::Vector2d(0, -2 * (z[1] - 0.9));
      return values(z.transpose())[0];
    }
  };
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng(seed);
    InterleavedOptions options;
    options.drawn = 40;
    options.starts = 40;  // from every one of them, also those of category 0
    const VectorXd best = interleaved_search(space, Score(), everywhere(space), rng, options);
    EXPECT_EQ(best[0], 1) << seed;
    EXPECT_NEAR(best[1], 0.9, 1e-5);
  }
}

// Random steps replace the gradient if the score is not smooth; they stay inside the region.
TEST(InterleavedSearch, ClimbsWithoutGradients) {
  class Rough final : public PointAcquisition {
   public:
    VectorXd values(const MatrixXd& Z) const override {
      return -(8 * (Z.rowwise() - Eigen::RowVector3d(1, 0.73, 0.41)))
                  .array()
                  .round()
                  .matrix()
                  .rowwise()
                  .squaredNorm();
    }
  };
  const MixedSpace space({3}, VectorXd::Zero(2), VectorXd::Ones(2));
  SearchRegion region = everywhere(space);
  region.numbers = {Eigen::Vector2d(0, 0.35), Eigen::Vector2d(1, 1)};
  region.draw = [](Rng& rng) {
    return Eigen::Vector3d(rng.index(3), 0.1 * rng.uniform(), 1 - 0.1 * rng.uniform());
  };
  Rng rng(1);
  const VectorXd best = interleaved_search(space, Rough(), region, rng);
  EXPECT_EQ(best[0], 1);
  EXPECT_NEAR(best[1], 0.73, 0.0625);
  EXPECT_NEAR(best[2], 0.41, 0.0625);
}

// An ascent that has converged is not continued.
TEST(InterleavedSearch, ClimbsOnceWhereThereAreOnlyNumbers) {
  class Counting final : public PointAcquisition {
   public:
    VectorXd values(const MatrixXd& Z) const override { return of_.values(Z); }
    bool smooth() const override { return true; }
    double value(const VectorXd& z, VectorXd& gradient) const override {
      ++asked_[{z[0], z[1]}];
      return of_.value(z, gradient);
    }
    int most_often() const {
      int most = 0;
      for (const auto& [point, times] : asked_) most = std::max(most, times);
      return most;
    }

   private:
    Paraboloid of_{Eigen::Vector2d(0.3, 0.6)};
    mutable std::map<std::pair<double, double>, int> asked_;
  };
  const MixedSpace space({}, VectorXd::Zero(2), VectorXd::Ones(2));
  const Counting score;
  Rng rng(1);
  InterleavedOptions options;
  options.drawn = 30;
  options.starts = 1;
  const VectorXd best = interleaved_search(space, score, everywhere(space), rng, options);
  EXPECT_LT((best - Eigen::Vector2d(0.3, 0.6)).norm(), 1e-4);
  EXPECT_EQ(score.most_often(), 1);
}

TEST(InterleavedSearch, StaysInItsRegion) {
  MixedSpaceRules rules;
  rules.whole = {false, true};
  const MixedSpace space({4, 4}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 10), rules);
  SearchRegion region;
  const VectorXd centre = Eigen::Vector4d(0, 0, 0.2, 0.3);
  region.numbers = {Eigen::Vector2d(0.1, 0.2), Eigen::Vector2d(0.3, 0.5)};
  region.draw = [&](Rng&) { return centre; };
  region.holds = [&](const VectorXd& point) { return point[0] == centre[0] || point[1] == centre[1]; };
  const VectorXd best = found(space, Eigen::Vector4d(3, 2, 0.9, 0.9), region);
  EXPECT_TRUE(region.holds(best));
  EXPECT_EQ(best[0], 3) << "of the two the one that gains more";
  EXPECT_NEAR(best[2], 0.3, 1e-6);
  EXPECT_NEAR(best[3], 0.5, 1e-12);
}

// Ascents reach taken points, and pass through them to better ones.
TEST(InterleavedSearch, ReturnsTheBestPointThatIsNotTaken) {
  const MixedSpace space({5, 5}, VectorXd(), VectorXd());
  const Eigen::Vector2d top(3, 1), second(3, 2);
  SearchRegion region = everywhere(space);
  std::vector<VectorXd> taken{top};
  region.taken = [&](const VectorXd& point) { return std::ranges::count(taken, point) > 0; };
  const auto found_when_taken = [&] { return found(space, top + 0.1 * (second - top), region); };
  EXPECT_EQ(found_when_taken(), second);
  taken = {second};
  EXPECT_EQ(found_when_taken(), top);
  region.draw = [&](Rng&) { return second; };
  taken = {top, second};
  EXPECT_EQ((found_when_taken() - top).norm(), 1) << "a neighbour of the start that an ascent scored";
  region.taken = [](const VectorXd&) { return true; };
  EXPECT_EQ(found_when_taken(), top) << "there is no other";
}

}  // namespace
}  // namespace bora::surrogates
