#include "tools/attack/describe.h"

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/input_error.h"

namespace bora::tools {
namespace {

using testing::expect_input_error;

std::string description(const std::string& name, const Visibility& visible = {}, Norm norm = Norm::linf) {
  return describe_attack(name, {1, 28, 28}, visible, norm);
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool lists(const std::string& text, const std::string& setting) {
  return text.find("\n" + setting + " ") != std::string::npos;
}

TEST(Describe, ShowsSettingsWithTheirDefaultsAndTheAttacksOfEveryKind) {
  EXPECT_NE(description("square").find("\np               0.3"), std::string::npos) << description("square");
  EXPECT_EQ(count(description("random"), "random (on "), 3);
  EXPECT_NE(description("grabnel").find("grabnel (on graphs): "), std::string::npos);
  EXPECT_NE(description("all").find("\npgd               gradients"), std::string::npos)
      << description("all");
  EXPECT_NE(description("square").find(" at least 0 "), std::string::npos) << description("square");
  EXPECT_EQ(description("square").find("of at least"), std::string::npos) << description("square");
  expect_input_error([] { description("sqare"); }, "--describe", "did you mean 'square'?");
}

// On images, two attacks are named bo. Each has the settings that its own row of the table reads.
TEST(Describe, AnAttackOfItsOwnForLabelsHasItsOwnSummaryAndSettings) {
  const auto settings = [](const Visibility& visible) {
    std::string keys;
    for (const auto& setting : attack_settings("bo", {1, 28, 28}, visible)) keys += " " + setting.key;
    return keys;
  };
  ASSERT_NE(settings({}), settings(Visibility::label()));
  const std::string both = description("bo"), labels = description("bo", Visibility::label());
  EXPECT_EQ(count(both, "bo (on images): "), 2);
  EXPECT_EQ(count(labels, "bo (on images): "), 1);
  const std::string of_labels = labels.substr(0, labels.find("bo (on images with"));
  EXPECT_NE(of_labels.find("where labels alone are visible"), std::string::npos) << of_labels;
  EXPECT_NE(of_labels.find("It sees the predicted class alone"), std::string::npos) << of_labels;
  EXPECT_EQ(of_labels.find("substitute"), std::string::npos) << of_labels;
  const std::string of_scores = both.substr(0, both.find("bo (on images): where"));
  EXPECT_NE(of_scores.find("It sees scores.\nIt makes use of substitute models"), std::string::npos);
  for (const auto& setting : attack_settings("bo", {1, 28, 28}, {}))
    EXPECT_TRUE(lists(of_scores, setting.key)) << setting.key;
  for (const auto& setting : attack_settings("bo", {1, 28, 28}, Visibility::label()))
    EXPECT_TRUE(lists(of_labels, setting.key)) << setting.key;
  EXPECT_EQ(count(description("all"), "\nbo "), 4) << description("all");
}

TEST(Describe, ShowsTheAttackThatHasTheNorm) {
  EXPECT_NE(description("square", {}, Norm::l2).find("Square Attack in L2"), std::string::npos);
  EXPECT_EQ(description("square").find("Square Attack in L2"), std::string::npos);
  EXPECT_NE(description("pgd").find("It has the norms linf, l2"), std::string::npos) << description("pgd");
  EXPECT_TRUE(description("rays", {}, Norm::l0).starts_with("With --norm linf:\nrays"));
  EXPECT_TRUE(description("sparse-rs").starts_with("With --norm l0:\nsparse-rs"));
  const std::string patches = description("sparse-rs", {}, Norm::patch);
  EXPECT_NE(patches.find("Sparse-RS with patches"), std::string::npos) << patches;
  for (const char* key : {"alpha", "period", "colours", "schedule"}) EXPECT_TRUE(lists(patches, key)) << key;
  EXPECT_FALSE(lists(description("sparse-rs", {}, Norm::l0), "period"));
}

TEST(Describe, SettingsOfRepeatedLabelsAreMarked) {
  for (const std::string attack : {"square", "genetic"}) {
    EXPECT_TRUE(lists(description(attack), "repeats")) << description(attack);
    EXPECT_NE(description(attack).find("Settings marked 'labels only'"), std::string::npos);
  }
  EXPECT_EQ(description("rays").find("labels only"), std::string::npos);
  EXPECT_NE(description("square").find("It sees scores"), std::string::npos);
  EXPECT_NE(description("square", Visibility::label()).find("It sees the predicted class alone"),
            std::string::npos);
}

}  // namespace
}  // namespace bora::tools
