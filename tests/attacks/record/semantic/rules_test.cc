#include "attacks/record/semantic/rules.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::attacks {
namespace {

using testing::expect_input_error;

TEST(SemanticRules, AreReadAndWrittenToTheSame) {
  const SemanticRules rules =
      parse_semantic_rules("rotate=-30:30,shift=-0.1:0.2,blur=0:2,order,border=edge", 1);
  ASSERT_EQ(rules.bounds.size(), 4U);
  EXPECT_EQ(rules.bounds[1].change, find_change("shift-x"));
  EXPECT_EQ(rules.bounds[2].change, find_change("shift-y"));
  EXPECT_EQ(rules.bounds[2].high, 0.2);
  EXPECT_TRUE(rules.any_order);
  EXPECT_EQ(rules.border, Border::edge);
  EXPECT_EQ(parse_semantic_rules(rules.text(), 1), rules);
  EXPECT_EQ(parse_semantic_rules("rotate=-1:1", 1).border, Border::black);
}

TEST(SemanticRules, HaveDefaultsThatSuitTheImages) {
  for (const int channels : {1, 3}) {
    const SemanticRules rules = default_semantic_rules(channels);
    EXPECT_EQ(parse_semantic_rules("auto", channels), rules);
    EXPECT_EQ(parse_semantic_rules(rules.text(), channels), rules);
    bool coloured = false;
    for (const ChangeBound& bound : rules.bounds)
      coloured = coloured || all_changes()[static_cast<std::size_t>(bound.change)].coloured;
    EXPECT_EQ(coloured, channels == 3);
  }
}

TEST(SemanticRules, RefuseInvalidBounds) {
  const auto refused = [](const std::string& text, const std::string& word) {
    SCOPED_TRACE(text);
    expect_input_error([&] { parse_semantic_rules(text, 1); }, "semantic", word);
  };
  refused("rotat=-30:30", "did you mean 'rotate'");
  refused("rotate", "LOW:HIGH");
  refused("rotate=-30", "LOW:HIGH");
  refused("rotate=-30:x", "'x'");
  refused("rotate=-30:30:40", "'30:40'");
  refused("rotate=nan:30", "rotate");
  refused("rotate=-300:30", "-180");
  refused("rotate=10:30", "LOW <= 0 <= HIGH");
  refused("rotate=0:0", "LOW < HIGH");
  refused("scale=0.5:0.9", "1 changes nothing");
  refused("jpeg=30.5:100", "whole numbers");
  refused("hue=-10:10", "1 channel");
  refused("rotate=-1:1,rotate=-2:2", "twice");
  refused("shift=-0.1:0.1,shift-x=-0.2:0.2", "shift-x is given twice");
  refused("border=round", "black, edge, reflect");
  refused("order", "names no change");
  refused("", "an empty entry");
  refused("rotate=-1:1,", "an empty entry");
  refused("order=1", "takes no value");
  refused("rotate=0:1e-310", "apart");
  EXPECT_NO_THROW(check_semantic_rules("hue=-10:10")) << "the images are not known yet";
}

TEST(SemanticRules, MeasureAChangeAsAShareOfItsBound) {
  const ChangeBound bound{find_change("scale"), 0.8, 1.4};
  EXPECT_DOUBLE_EQ(share_of_bound(bound, 1), 0);
  EXPECT_DOUBLE_EQ(share_of_bound(bound, 0.8), 1);
  EXPECT_DOUBLE_EQ(share_of_bound(bound, 1.4), 1);
  EXPECT_NEAR(share_of_bound(bound, 1.1), 0.25, 1e-12);
  EXPECT_DOUBLE_EQ(share_of_bound({find_change("jpeg"), 40, 100}, 70), 0.5);
}

TEST(SemanticRules, WidenUpToTheLimitsOfChanges) {
  const SemanticRules rules = parse_semantic_rules("rotate=-30:20,scale=0.8:1.2,jpeg=45:100,blur=0:2", 1);
  const SemanticRules twice = widened(rules, 2);
  EXPECT_EQ(twice.bounds[0], (ChangeBound{find_change("rotate"), -60, 40}));
  EXPECT_NEAR(twice.bounds[1].low, 0.6, 1e-12);
  EXPECT_EQ(twice.bounds[2], (ChangeBound{find_change("jpeg"), 1, 100})) << "-10 would be no quality";
  const SemanticRules any = widened(rules, 1e6);
  EXPECT_EQ(any.bounds[0], (ChangeBound{find_change("rotate"), -180, 180}));
  EXPECT_EQ(widened(any, 2), any);
}

TEST(SemanticRules, HaveAReadableDescription) {
  EXPECT_EQ(
      readable(parse_semantic_rules("rotate=-30:30,jpeg=40:100,blur=0:2,order", 1)),
      "rotate -30 to 30 degrees, jpeg 40 to 100, blur 0 to 2 pixels, in any order, black where the image moved away");
  EXPECT_EQ(readable(parse_semantic_rules("blur=0:2", 1)), "blur 0 to 2 pixels");
}

}  // namespace
}  // namespace bora::attacks
