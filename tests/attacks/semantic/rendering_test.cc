#include "attacks/semantic/rendering.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/semantic/moves.h"
#include "attacks/semantic/transformed.h"
#include "attacks/threat/norm_ball.h"

namespace bora::attacks {
namespace {

constexpr ImageShape kSquare{1, 9, 9}, kColour{3, 12, 10};

Eigen::RowVectorXf random_image(const ImageShape& shape, std::uint64_t seed) {
  Rng rng(seed);
  Eigen::RowVectorXf image(shape.size());
  for (float& value : image) value = from_level(rng.index(256));
  return image;
}

// Returns `image` after the changes `json`, as in --semantic but with one value each.
Eigen::RowVectorXf changed(const Eigen::RowVectorXf& image, const ImageShape& shape, const std::string& json,
                           Border border = Border::black) {
  std::string rules =
      "rotate=-180:180,shear=-45:45,scale=0.5:2,shift=-0.5:0.5,brightness=-1:1,contrast=0:5,texture=0:1,fog="
      "0:1,blur=0:5,noise=0:1,jpeg=1:100,order,border=" +
      border_names()[static_cast<std::size_t>(border)];
  if (shape.channels == 3) rules += ",saturation=0:5,hue=-180:180";
  const SemanticSpace space(parse_semantic_rules(rules, shape.channels));
  return rendered(image, shape, space, space.from_json(json, "test"));
}

float at(const Eigen::RowVectorXf& image, const ImageShape& shape, int y, int x, int channel = 0) {
  return image[(channel * shape.height + y) * shape.width + x];
}

TEST(Rendering, LeavesAnImageUnchangedAtTheIdentity) {
  for (const ImageShape& shape : {kSquare, kColour})
    EXPECT_EQ(changed(random_image(shape, 1), shape, "{}"), random_image(shape, 1));
}

TEST(Rendering, TurnsCounterClockwise) {
  const Eigen::RowVectorXf image = random_image(kSquare, 2);
  const Eigen::RowVectorXf turned = changed(image, kSquare, R"({"rotate": 90})");
  // The right side of the image is now on top.
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x)
      EXPECT_EQ(at(turned, kSquare, y, x), at(image, kSquare, x, 8 - y)) << y << " " << x;
}

TEST(Rendering, MovesRightAndDown) {
  const Eigen::RowVectorXf image = random_image(kColour, 3);
  const Eigen::RowVectorXf moved =
      changed(image, kColour, R"({"shift-x": 0.2, "shift-y": 0.25})");  // 2 and 3 pixels
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 10; ++x)
        EXPECT_EQ(at(moved, kColour, y, x, c), y < 3 || x < 2 ? 0 : at(image, kColour, y - 3, x - 2, c));
}

TEST(Rendering, FillsUncoveredAreasByTheBorderRule) {
  const Eigen::RowVectorXf image = random_image(kColour, 4);
  const auto corner = [&](Border border) {
    return at(changed(image, kColour, R"({"shift-x": 0.2})", border), kColour, 5, 0);
  };
  EXPECT_EQ(corner(Border::black), 0);
  EXPECT_EQ(corner(Border::edge), at(image, kColour, 5, 0));
  EXPECT_EQ(corner(Border::reflect), at(image, kColour, 5, 2));
}

TEST(Rendering, EnlargesAboutTheCentre) {
  Eigen::RowVectorXf image = Eigen::RowVectorXf::Zero(kSquare.size());
  image[4 * 9 + 6] = 1;  // two right of the centre
  const Eigen::RowVectorXf larger = changed(image, kSquare, R"({"scale": 2})");
  EXPECT_EQ(at(larger, kSquare, 4, 8), 1) << "four right of it";
  EXPECT_NEAR(at(larger, kSquare, 4, 7), 0.5, 0.01) << "half way, by bilinear sampling";
}

TEST(Rendering, SlantsByTheTangent) {
  Eigen::RowVectorXf image = Eigen::RowVectorXf::Zero(kSquare.size());
  for (int y = 0; y < 9; ++y) image[y * 9 + 4] = 1;
  const Eigen::RowVectorXf slanted = changed(image, kSquare, R"({"shear": 45})");
  for (int y = 0; y < 9; ++y) EXPECT_NEAR(at(slanted, kSquare, y, y), 1, 0.01) << "a row a pixel";
}

TEST(Rendering, ChangesLight) {
  const Eigen::RowVectorXf image = random_image(kSquare, 5);
  const Eigen::RowVectorXf brighter = changed(image, kSquare, R"({"brightness": 0.2})");
  const Eigen::RowVectorXf flat = changed(image, kSquare, R"({"contrast": 0})");
  for (Eigen::Index i = 0; i < image.size(); ++i) {
    EXPECT_NEAR(brighter[i], std::min(1.0F, image[i] + 0.2F), 0.5 / 255 + 1e-6);
    EXPECT_NEAR(flat[i], image.mean(), 0.5 / 255 + 1e-6);
  }
  for (const double factor : {0.5, 2.0}) {
    const Eigen::RowVectorXf out = changed(image, kSquare, fmt::format(R"({{"contrast": {}}})", factor));
    for (Eigen::Index i = 0; i < image.size(); ++i)
      EXPECT_NEAR(out[i], std::clamp(image.mean() + factor * (image[i] - image.mean()), 0.0, 1.0),
                  0.5 / 255 + 1e-5);
  }
}

// In YIQ, a quarter turn of the hue maps (I, Q) to (-Q, I), and saturation 0.5 halves both.
TEST(Rendering, TurnsAndFadesAColour) {
  const int size = kColour.height * kColour.width;
  Eigen::RowVectorXf mild(kColour.size());
  mild << Eigen::RowVectorXf::Constant(size, from_level(153)),
      Eigen::RowVectorXf::Constant(size, from_level(128)),
      Eigen::RowVectorXf::Constant(size, from_level(102));
  const auto part = [&](const Eigen::RowVectorXf& x, double r, double g, double b) {
    return r * x[0] + g * x[size] + b * x[2 * size];
  };
  const auto i_of = [&](const Eigen::RowVectorXf& x) { return part(x, 0.596, -0.274, -0.322); };
  const auto q_of = [&](const Eigen::RowVectorXf& x) { return part(x, 0.211, -0.523, 0.312); };
  const Eigen::RowVectorXf quarter = changed(mild, kColour, R"({"hue": 90})");
  EXPECT_NEAR(i_of(quarter), -q_of(mild), 0.005);
  EXPECT_NEAR(q_of(quarter), i_of(mild), 0.005);
  const Eigen::RowVectorXf half = changed(mild, kColour, R"({"saturation": 0.5})");
  const double grey = part(mild, 0.299, 0.587, 0.114);
  for (int c = 0; c < 3; ++c)
    EXPECT_NEAR(half[c * size], grey + 0.5 * (mild[c * size] - grey), 0.5 / 255 + 1e-5);
}

TEST(Rendering, ChangesColoursAboutTheirGrey) {
  const Eigen::RowVectorXf image = random_image(kColour, 6);
  const Eigen::RowVectorXf grey = changed(image, kColour, R"({"saturation": 0})");
  const int size = kColour.height * kColour.width;
  for (int i = 0; i < size; ++i) {
    const double luminance = 0.299 * image[i] + 0.587 * image[size + i] + 0.114 * image[2 * size + i];
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(grey[c * size + i], luminance, 0.5 / 255 + 1e-5);
  }
  // A grey image has no hue to turn.
  const Eigen::RowVectorXf turned = changed(grey, kColour, R"({"hue": 90})");
  EXPECT_LT((turned - grey).cwiseAbs().maxCoeff(), 2.0 / 255);
  EXPECT_GT((changed(image, kColour, R"({"hue": 90})") - image).cwiseAbs().maxCoeff(), 0.1);
}

TEST(Rendering, BlursWithoutMakingAnythingBrighter) {
  Eigen::RowVectorXf image = Eigen::RowVectorXf::Zero(kSquare.size());
  image[4 * 9 + 4] = 1;
  const Eigen::RowVectorXf blurred = changed(image, kSquare, R"({"blur": 1})");
  EXPECT_NEAR(at(blurred, kSquare, 4, 4), 1 / (2 * M_PI), 0.01);
  EXPECT_NEAR(at(blurred, kSquare, 4, 5) / at(blurred, kSquare, 4, 4), std::exp(-0.5), 0.05);
  EXPECT_NEAR(blurred.sum(), 1, 0.1);
}

TEST(Rendering, AddsNoiseFogAndTexturesOfTheSizeAskedFor) {
  constexpr ImageShape large{1, 64, 64};
  const Eigen::RowVectorXf grey = Eigen::RowVectorXf::Constant(large.size(), from_level(128));
  const auto deviation = [&](const Eigen::RowVectorXf& image) {
    return std::sqrt((image.array() - grey.array()).square().mean());
  };
  EXPECT_NEAR(deviation(changed(grey, large, R"({"noise": 0.1})")), 0.1, 0.01);
  EXPECT_NEAR(deviation(changed(grey, large, R"({"texture": 0.1, "texture-family": "stripes"})")), 0.1,
              0.003);
  EXPECT_NEAR(deviation(changed(grey, large, R"({"texture": 0.1, "texture-family": "waves"})")),
              0.1 / std::sqrt(2), 0.003);
  const Eigen::RowVectorXf fog = changed(grey, large, R"({"fog": 1})");
  EXPECT_NEAR(fog.minCoeff(), 0.6, 0.01);
  EXPECT_NEAR(fog.maxCoeff(), 1, 0.01);
  EXPECT_NE(changed(grey, large, R"({"noise": 0.1, "pattern": 1})"),
            changed(grey, large, R"({"noise": 0.1})"));
  EXPECT_NE(changed(grey, large, R"({"fog": 0.5, "pattern": 1})"), changed(grey, large, R"({"fog": 0.5})"));
}

TEST(Rendering, StoresAsJpeg) {
  const Eigen::RowVectorXf image = random_image({3, 16, 16}, 7);
  const auto error = [&](int quality) {
    return (changed(image, {3, 16, 16}, fmt::format(R"({{"jpeg": {}}})", quality)) - image).norm();
  };
  EXPECT_GT(error(10), error(90));
  EXPECT_GT(error(90), 0);
  EXPECT_EQ(error(100), 0) << "not stored at all";
}

TEST(Rendering, KeepsTheOrderOfTheGroups) {
  const Eigen::RowVectorXf image = random_image(kColour, 8);
  const Eigen::RowVectorXf first = changed(image, kColour, R"({"rotate": 20, "noise": 0.2})");
  const Eigen::RowVectorXf last =
      changed(image, kColour, R"({"rotate": 20, "noise": 0.2, "order": "quality geometry colour"})");
  EXPECT_NE(first, last);
  EXPECT_GT(at(first, kColour, 0, 0) + at(first, kColour, 11, 9) + at(first, kColour, 0, 9), 0)
      << "noise after turning falls on the black corners, too, of some channel";
  EXPECT_EQ(group_orders().size(), 6U);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < i; ++j)
      EXPECT_NE(group_orders()[static_cast<std::size_t>(i)], group_orders()[static_cast<std::size_t>(j)]);
}

// Every combination gives an image on the grid, twice the same, which the threat model accepts.
TEST(Rendering, IsWhatTheThreatModelAllows) {
  for (const ImageShape& shape : {kSquare, kColour}) {
    const auto space = std::make_shared<const SemanticSpace>(default_semantic_rules(shape.channels));
    const SemanticThreat threat(space, shape, std::make_shared<const Pixels>(random_image(shape, 9)));
    Rng rng(10);
    for (int i = 0; i < 60; ++i) {
      Transformed made = threat.apply(drawn_combination(*space, rng));
      EXPECT_EQ(threat.violation(made), "");
      EXPECT_EQ(made.image, threat.apply(made.point).image);
      for (const float value : made.image) ASSERT_EQ(value, from_level(to_level(value)));
      EXPECT_DOUBLE_EQ(threat.distance(made), space->severity(made.point));
      // Another image is not what these changes make of the original.
      Transformed forged = made;
      float& value = forged.image[rng.index(shape.size())];
      value = from_level(to_level(value) > 127 ? to_level(value) - 2 : to_level(value) + 2);
      EXPECT_NE(threat.violation(forged), "");
      Transformed beyond = made;
      beyond.point[space->place(0)] = 31;
      EXPECT_NE(threat.violation(beyond), "");
    }
  }
}

}  // namespace
}  // namespace bora::attacks
