#include "attacks/semantic/semantic_space.h"

#include <gtest/gtest.h>

#include "attacks/semantic/moves.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

using testing::expect_input_error;

SemanticSpace space_of(const std::string& rules, int channels = 3) {
  return SemanticSpace(parse_semantic_rules(rules, channels));
}

const char* const kAll =
    "rotate=-30:30,shear=-10:10,scale=0.8:1.2,shift=-0.1:0.1,brightness=-0.2:0.2,contrast=0.6:1.4,"
    "saturation=0.5:1.5,hue=-20:20,texture=0:0.1,fog=0:0.3,blur=0:1,noise=0:0.05,jpeg=30:100,order";

TEST(SemanticSpace, HasOnlyVariablesThatTheRulesLeaveOpen) {
  EXPECT_EQ(space_of("rotate=-30:30").space().dimension(), 1);
  EXPECT_EQ(space_of("rotate=-30:30,order").space().categories(), 0) << "one group has no order";
  EXPECT_EQ(space_of("rotate=-30:30,blur=0:1,order").space().levels(), std::vector<int>{6});
  EXPECT_EQ(space_of("noise=0:0.1").space().levels(), std::vector<int>{kPatterns});
  const SemanticSpace textured = space_of("texture=0:0.1");
  EXPECT_EQ(textured.space().levels(), std::vector<int>{3});
  EXPECT_EQ(textured.space().numbers(), 5) << "amplitude, frequency, angle, phase, tint";
  EXPECT_EQ(space_of(kAll).space().categories(), 3);
}

TEST(SemanticSpace, MeasuresSeverityByItsBounds) {
  const SemanticSpace space = space_of("rotate=-30:15,blur=0:2");
  Eigen::VectorXd point = space.identity();
  EXPECT_EQ(space.severity(point), 0);
  point << -30, 0;
  EXPECT_DOUBLE_EQ(space.severity(point), 1);
  point << 15, 0;
  EXPECT_DOUBLE_EQ(space.severity(point), 1);
  point << -7.5, 0.5;
  EXPECT_DOUBLE_EQ(space.severity(point), 0.5);
}

TEST(SemanticSpace, SettlesVariablesWithoutEffect) {
  const SemanticSpace space = space_of("rotate=-30:30,noise=0:0.1,texture=0:0.1,order");
  Eigen::VectorXd point = space.identity();
  point[0] = 3;                                // order
  point[1] = 2;                                // pattern
  point[2] = 1;                                // family
  point[space.space().dimension() - 1] = 100;  // tint
  EXPECT_EQ(space.space().settled(point), space.identity()) << "nothing is changed, in whatever order";
  point[space.place(0)] = 12.3456;
  const Eigen::VectorXd settled = space.space().settled(point);
  EXPECT_DOUBLE_EQ(settled[space.place(0)], 12.3) << "on the grid";
  EXPECT_EQ(settled[0], 0) << "one group has no order";
  EXPECT_EQ(space.space().settled(settled), settled);
  point[space.place(1)] = 0.05;
  EXPECT_EQ(space.space().settled(point)[1], 2) << "noise has a pattern";
  EXPECT_EQ(space.space().settled(point)[0], 3);
}

TEST(SemanticSpace, TextsRoundTrip) {
  const SemanticSpace space = space_of(kAll);
  Rng rng(3);
  for (int i = 0; i < 200; ++i) {
    const Eigen::VectorXd point =
        i % 2 == 0 ? drawn_combination(space, rng) : drawn_combination(space, 2, rng);
    ASSERT_EQ(space.violation(point), "");
    EXPECT_EQ(space.from_json(space.to_json(point), "test"), point) << space.to_json(point);
  }
  EXPECT_EQ(space.to_json(space.identity()), "{}");
}

TEST(SemanticSpace, RefusesInvalidTexts) {
  const SemanticSpace space = space_of("rotate=-30:30,noise=0:0.1,order");
  const auto refused = [&](const std::string& text, const std::string& word) {
    expect_input_error([&] { space.from_json(text, "a.json"); }, "a.json", word);
  };
  refused("[1]", "object of changes");
  refused("{\"rotate\": ", "object of changes");
  refused("{\"rotate\": \"far\"}", "rotate is \"far\"");
  refused("{\"rotate\": 31}", "31");
  constexpr int kLevels = 1'000'000;
  refused("{\"rotate\": " + std::string(kLevels, '[') + std::string(kLevels, ']') + "}", "object of changes");
  refused("{\"rotate\": 12.3456}", "grid");
  refused("{\"rotate\": 10, \"noise\": 0.05, \"order\": \"upside down\"}", "order");
  refused("{\"rotate\": 10, \"noise\": 0.05, \"pattern\": 9}", "");
}

TEST(Moves, ScaleChangesBackAndRemoveThem) {
  const SemanticSpace space = space_of(kAll);
  Rng rng(5);
  for (int i = 0; i < 50; ++i) {
    const Eigen::VectorXd point = drawn_combination(space, 3, rng);
    EXPECT_LE(active_bounds(space, point).size(), 3U);
    EXPECT_LE(space.severity(taken_back(space, point, 0.5)), 0.5 * space.severity(point) + 0.05);
    EXPECT_EQ(taken_back(space, point, 0.0), space.identity());
    for (const int bound : active_bounds(space, point)) {
      const Eigen::VectorXd without = taken_back(space, point, bound, 0);
      EXPECT_EQ(space.violation(without), "");
      EXPECT_EQ(space.shares(without)[bound], 0);
      EXPECT_LT(space.severity(without), space.severity(point));
    }
    EXPECT_EQ(space.violation(stepped(space, point, rng)), "");
  }
}

}  // namespace
}  // namespace bora::attacks
