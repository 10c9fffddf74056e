#include "attacks/settings/attack_settings.h"

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "common/error.h"

namespace bora::attacks {
namespace {

std::string refusal(const std::string& spec, const ImageShape& shape = {1, 28, 28}, Norm norm = Norm::linf) {
  try {
    make_recipe(spec, shape, {}, norm);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(AttackSettings, ReadsGivenSettingsAndKeepsOtherDefaults) {
  AttackSettings settings("name:share=0.25:count=7:how=fast:really=yes");
  double share = 1, other = 3;
  int count = 1;
  std::string how = "slow";
  bool really = false;
  settings.read("share", share, 0, 1, "");
  settings.read("other", other, 0, 9, "");
  settings.read("count", count, 0, 9, "");
  settings.read("how", how, {"slow", "fast"}, "");
  settings.read("really", really, "");
  EXPECT_NO_THROW(settings.finish());
  EXPECT_EQ(settings.attack(), "name");
  EXPECT_EQ(share, 0.25);
  EXPECT_EQ(other, 3);
  EXPECT_EQ(count, 7);
  EXPECT_EQ(how, "fast");
  EXPECT_TRUE(really);
  ASSERT_EQ(settings.descriptions().size(), 5U);
  EXPECT_EQ(settings.descriptions()[0].fallback, "1") << "not the value given";
}

TEST(AttackSettings, RefusesInvalidValues) {
  EXPECT_NE(refusal("square:p"), "accepted");
  EXPECT_NE(refusal("square:=3"), "accepted");
  EXPECT_NE(refusal("square:p="), "accepted");
  EXPECT_NE(refusal("square:p=0.1:p=0.2"), "accepted");
  EXPECT_NE(refusal("square:p=nan"), "accepted");
  EXPECT_NE(refusal("square:p=0.1x"), "accepted");
  EXPECT_NE(refusal("square:p=2"), "accepted");
  EXPECT_NE(refusal("random:grid=2.5"), "accepted");
}

TEST(AttackSettings, EveryAttackHasASettingBudget) {
  EXPECT_EQ(budget_of("square", 1000), 1000);
  EXPECT_EQ(budget_of("square:p=0.1:budget=200", 1000), 200);
  EXPECT_EQ(budget_of("square:budget=2000", 1000), 1000);
  EXPECT_EQ(budget_of("square:budget=0", 1000), 1000);
  EXPECT_EQ(refusal("square:budget=200"), "accepted");
  EXPECT_NE(refusal("square:budget=-1"), "accepted");
}

TEST(AttackSettings, SaysWhatIsWrongAndWhatIsValid) {
  EXPECT_EQ(
      refusal("sqare"), "attack: unknown attack 'sqare' (did you mean 'square'?); valid: " + [] {
        std::string names;
        for (const auto& attack : attack_summaries()) names += (names.empty() ? "" : ", ") + attack.name;
        return names;
      }());
  EXPECT_EQ(
      refusal("square:los=margin"),
      "attack square: has no setting 'los' (did you mean 'loss'?); valid: as, p, schedule, least-schedule, loss, start, budget");
  EXPECT_EQ(
      refusal("square:loss=margn"),
      "attack square: loss=margn (did you mean 'margin'?); valid: auto, margin, cross-entropy, log-odds");
  EXPECT_EQ(refusal("random:grid=29"), "attack random: grid=29, expected a whole number from 0 to 28");
  EXPECT_EQ(refusal("gp-bo:side=30"), "attack gp-bo: side=30, expected a whole number from 1 to 28");
}

TEST(AttackSettings, ASpecIsCheckedBeforeTheShapeIsKnown) {
  EXPECT_NO_THROW(make_recipe("gp-bo:side=30"));
  EXPECT_THROW(make_recipe("gp-bo:sid=30"), InputError);
}

TEST(AttackSettings, EveryAttackDescribesItsSettings) {
  for (const auto& attack : attack_summaries())
    for (const Norm norm : attack.norms)
      for (const auto& setting : attack_settings(attack.name, {1, 12, 12}, {}, norm)) {
        const std::string given = attack.name + ':' + setting.key;
        EXPECT_FALSE(setting.meaning.empty()) << given;
        EXPECT_FALSE(setting.fallback.empty()) << given;
        EXPECT_EQ(refusal(given + '=' + setting.fallback, {1, 12, 12}, norm), "accepted");
      }
}

}  // namespace
}  // namespace bora::attacks
