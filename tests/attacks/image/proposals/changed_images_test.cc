#include "attacks/image/proposals/changed_images.h"

#include <thread>

#include <gtest/gtest.h>

#include "attacks/image/proposals/square_proposals.h"
#include "attacks/image/textures/textures.h"
#include "support/attack_driver.h"

namespace bora::attacks::changed_images_test {
namespace {

TEST(Regions, StayDisjointAndCoverTheSame) {
  Rng rng(1);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<Region> parts;
    int wanted[12][12] = {}, covered[12][12] = {};
    for (int i = 0; i < 3; ++i) {
      const int top = rng.index(8), left = rng.index(8);
      const Region region = {top, left, top + 1 + rng.index(4), left + 1 + rng.index(4)};
      for (int y = region.top; y < region.bottom; ++y)
        for (int x = region.left; x < region.right; ++x) wanted[y][x] = 1;
      add_disjoint(region, parts);
    }
    for (const Region& part : parts)
      for (int y = part.top; y < part.bottom; ++y)
        for (int x = part.left; x < part.right; ++x) ++covered[y][x];
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x) ASSERT_EQ(covered[y][x], wanted[y][x]);
  }
}

// A candidate made from a base has the same features as a whole candidate of the same image. The squares
// overlap often, and the blocks of the largest image are cut off at its edges.
TEST(ChangedImages, HaveTheFeaturesOfWholeImages) {
  struct Case {
    ImageShape shape;
    bool with_textures;
  };
  for (const Case& used : std::vector<Case>{
           {{1, 16, 16}, true}, {{3, 40, 32}, true}, {{2, 130, 99}, true}, {{2, 130, 99}, false}}) {
    const ImageShape shape = used.shape;
    testing::LinearVictim victim(shape, 4, 1);
    const auto problem = testing::random_problem(victim, true, LinfBall(0.05, false), 100, 3);
    const SquareProposals proposals(problem, 0.3);
    const PixelPooling pooling(shape);
    const TextureFeatures textures(shape);
    const Batch slopes = Batch::Random(2, shape.size());
    Rng rng(2);
    PointRows bases(2, shape.size());
    for (auto base : bases.rowwise()) base = proposals.stripes(rng);
    std::vector<Eigen::RowVectorXf> images;
    PointRows points(40, pooling.pooled_shape().size());
    Eigen::MatrixXd features;
    {
      ChangedImages changed(problem, pooling, {textures, used.with_textures, slopes});
      for (const auto& base : bases.rowwise()) changed.add_base(base);
      for (int i = 0; i < 40; ++i)
        changed.add_changed(i % 2, [&](ChangedImages::Image image, std::vector<Region>& regions) {
          EXPECT_EQ(image, bases.row(i % 2)) << "a change was left behind";
          for (int k = 0; k <= i % 3; ++k)
            regions.push_back(proposals.add_square(image, 1 + rng.index(shape.width / 2), rng));
          images.push_back(image);
        });
      ASSERT_EQ(changed.size(), 40);
      features = changed.features();
      for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(changed.image(i), images[static_cast<std::size_t>(i)]);
        EXPECT_TRUE(changed.is(i, images[static_cast<std::size_t>(i)]));
        EXPECT_FALSE(changed.is(i, bases.row(i % 2)));
        const ChangedPoint& change = changed.changes()[static_cast<std::size_t>(i)];
        points.row(i) = changed.points().row(change.point);
        for (std::size_t k = 0; k < change.coordinates.size(); ++k)
          points(i, change.coordinates[k]) = change.values[k];
      }
    }
    ChangedImages whole(problem, pooling, {textures, used.with_textures, slopes});
    for (const auto& image : images) whole.add_whole(rows_of(shape, image.data()));
    EXPECT_EQ(points, PointRows(whole.points()));
    ASSERT_EQ(features.cols(), textures.size() + 2);
    EXPECT_LT((features - whole.features()).cwiseAbs().maxCoeff(), 1e-4);
    for (int i = 0; i < 40; ++i) EXPECT_TRUE(whole.is(i, images[static_cast<std::size_t>(i)]));
    EXPECT_FALSE(whole.is(0, bases.row(0)));
  }
}

// Fixture for candidates that have blocks of pixels, textures at two scales, and slopes.
class LargeChangedImages : public ::testing::Test {
 protected:
  const ImageShape shape{3, 70, 90};
  testing::LinearVictim victim{shape, 4, 1};
  const AttackProblem problem = testing::random_problem(victim, true, LinfBall(0.05, false), 100, 3);
  const SquareProposals proposals{problem, 0.3};
  const PixelPooling pooling{shape};
  const TextureFeatures textures{shape};
  const Batch slopes = Batch::Random(2, shape.size());
};

// A candidate that is given by a function that computes its rows equals one that is given by its image.
TEST_F(LargeChangedImages, MayBeGivenByTheirRows) {
  for (const TextureFamily& family : texture_families()) {
    Rng rng(2);
    const Texture texture(shape, family, rng);
    const Eigen::RowVectorXf image = proposals.at_bound(texture.signs());
    ChangedImages images(problem, pooling, {textures, true, slopes});
    images.add_whole([&](int c, int y, float* out) {
      texture.write_row(c, y, out);
      proposals.row_at_bound(c, y, out);
    });
    images.add_whole(rows_of(shape, image.data()));
    EXPECT_EQ(images.image(0), image);
    EXPECT_EQ(image_of(shape, rows_of(shape, image.data())), image);
    EXPECT_TRUE(images.is(0, image));
    EXPECT_FALSE(images.is(0, problem.original));
    EXPECT_EQ(images.points().row(0), images.points().row(1));
    EXPECT_EQ(Eigen::MatrixXd(images.features().row(0)), Eigen::MatrixXd(images.features().row(1)));
  }
}

// If a base was a candidate before, its features need not be computed again.
TEST_F(LargeChangedImages, HaveTheSameFeaturesIfThoseOfTheirBaseAreKnown) {
  Rng rng(2);
  const Eigen::RowVectorXf first = proposals.stripes(rng);
  ChangedImages::Seen seen;
  Eigen::RowVectorXf base;
  {
    ChangedImages images(problem, pooling, {textures, true, slopes});
    images.add_base(first);
    images.add_changed(0, [&](ChangedImages::Image image, std::vector<Region>& regions) {
      regions.push_back(proposals.add_square(image, 40, rng));
    });
    seen = images.seen(0);
    base = images.image(0);
  }
  const auto of = [&](const ChangedImages::Seen* known) {
    Rng same(4);
    ChangedImages images(problem, pooling, {textures, true, slopes});
    images.add_base(base, known);
    images.add_changed(0, [&](ChangedImages::Image image, std::vector<Region>& regions) {
      regions.push_back(proposals.add_square(image, 20, same));
    });
    return std::pair(PointRows(images.points()), Eigen::MatrixXd(images.features()));
  };
  const auto [points, features] = of(&seen);
  const auto [points_anew, features_anew] = of(nullptr);
  EXPECT_EQ(points, points_anew);
  EXPECT_LT((features - features_anew).cwiseAbs().maxCoeff(), 1e-4);
  // The values of `known` are used, not computed again.
  seen.along.array() += 1;
  EXPECT_GT((of(&seen).second - features_anew).rightCols(2).cwiseAbs().minCoeff(), 0.5);
}

// Fixture with a candidate of stripes and its features.
class OneChangedImage : public ::testing::Test {
 protected:
  const ImageShape shape{1, 16, 16};
  testing::LinearVictim victim{shape, 4, 1};
  const AttackProblem problem = testing::random_problem(victim, true, LinfBall(0.05, false), 100, 3);
  Rng rng{2};
  const Eigen::RowVectorXf image = SquareProposals(problem, 0.3).stripes(rng);
  const PixelPooling pooling{shape};
  const TextureFeatures textures{shape}, none{shape, false};
  const Batch no_slopes;
};

TEST_F(OneChangedImage, HasTheRequestedFeatures) {
  for (const bool with_textures : {false, true}) {
    ChangedImages images(problem, pooling, {textures, with_textures, no_slopes});
    images.add_whole(rows_of(shape, image.data()));
    EXPECT_EQ(images.features().cols(), 6);
    EXPECT_EQ(images.features().isZero(0), !with_textures);
  }
  ChangedImages images(problem, pooling, {none, false, no_slopes});
  images.add_whole(rows_of(shape, image.data()));
  EXPECT_EQ(images.features().cols(), 0);
}

// Buffers are kept for the next object, which may have another margin or other features.
TEST_F(OneChangedImage, DoesNotDependOnEarlierObjectsOfTheThread) {
  const Batch slopes = Batch::Random(2, shape.size());
  const auto features = [&](const TextureFeatures& of, const Batch& along) {
    ChangedImages images(problem, pooling, {of, of.size() > 0, along});
    images.add_whole(rows_of(shape, image.data()));
    return Eigen::MatrixXd(images.features());
  };
  Eigen::MatrixXd alone, after;
  std::thread([&] { alone = features(textures, no_slopes); }).join();
  std::thread([&] {
    features(none, no_slopes);
    features(textures, slopes);
    after = features(textures, no_slopes);
  }).join();
  EXPECT_EQ(after, alone);
}

}  // namespace
}  // namespace bora::attacks::changed_images_test
