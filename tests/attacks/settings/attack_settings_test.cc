#include "attacks/settings/attack_settings.h"

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "attacks/attack_table.h"
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

using Defaults = std::map<std::string, std::string>;

// Returns the default of each setting beside those of the spec. texts: receives the meaning of each setting.
template <typename Input>
Defaults defaults_of(const AttackEntry<Input>& entry, const std::string& given, const ImageShape& shape,
                     Defaults* texts = nullptr) {
  AttackSettings settings(entry.summary.name + given);
  entry.configure(settings, shape);
  settings.finish();
  Defaults defaults;
  for (const auto& [key, fallback, valid, meaning] : settings.descriptions()) {
    defaults[key] = fallback;
    if (texts) (*texts)[key] = meaning;
  }
  return defaults;
}

constexpr ImageShape kShapes[] = {{1, 28, 28}, {3, 32, 32}, {3, 224, 224}};

// Expects that the help of `as` lists settings with the values that as=paper gives them, for one of the
// shapes, and that these are not the defaults.
void expect_listed_values_differ(const AttackEntry<Pixels>& entry, const std::string& text) {
  const std::regex setting("([a-z-]+)=([a-z0-9.-]+)");
  for (std::sregex_iterator at(text.begin(), text.end(), setting), end; at != end; ++at) {
    const std::string key = (*at)[1], value = (*at)[2];
    EXPECT_TRUE(std::ranges::any_of(kShapes,
                                    [&](const ImageShape& shape) {
                                      return defaults_of(entry, ":as=paper", shape).at(key) == value &&
                                             defaults_of(entry, "", shape).at(key) != value;
                                    }))
        << entry.summary.name << " " << at->str();
  }
}

// Adds the attacks to two sets: those that offer as=paper, and those that do not.
template <typename Input>
void check_as(std::set<std::string>& offering, std::set<std::string>& others) {
  for (const AttackEntry<Input>& entry : attack_table<Input>()) {
    const std::string& name = entry.summary.name;
    Defaults texts;
    const Defaults defaults = defaults_of(entry, "", kShapes[1], &texts);
    (defaults.contains("as") ? offering : others).insert(name);
    if (defaults.contains("as")) {
      EXPECT_NE(defaults_of(entry, ":as=paper", kShapes[1]), defaults) << name;
      EXPECT_EQ(defaults_of(entry, ":as=tuned", kShapes[1]), defaults) << name;
      if constexpr (std::is_same_v<Input, Pixels>) expect_listed_values_differ(entry, texts.at("as"));
    }
  }
}

TEST(AttackSettings, OfferAsPaperOnlyWhereItChangesSomething) {
  std::set<std::string> offering, others;
  check_as<Pixels>(offering, others);
  check_as<Transformed>(offering, others);
  check_as<Graph>(offering, others);
  for (const char* name : {"square", "gp-bo", "casmopolitan", "gfcs", "grabnel"})
    EXPECT_TRUE(offering.contains(name)) << name;
  for (const char* name : {"bo", "rays", "random", "gfcs", "p-bo"})
    EXPECT_TRUE(others.contains(name)) << name;

  // The reference has a row for each, with what as=paper sets in its last column.
  std::ifstream page(BORA_TEST_SOURCE_DIR "/../docs/reference/attacks.md");
  std::set<std::string> rows_offering, rows_others;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) inside = line == "## Defaults and published settings";
    const std::size_t end = line.find('`', 3);
    if (inside && line.starts_with("| `") && end != std::string::npos)
      (line.ends_with("| - |") ? rows_others : rows_offering).insert(line.substr(3, end - 3));
  }
  EXPECT_EQ(rows_offering, offering);
  EXPECT_EQ(rows_others, others);
}

// Stored runs have specs of either spelling.
TEST(AttackSettings, AcceptAsWhereItsValuesMeanTheSame) {
  const ImageShape shape{3, 32, 32};
  for (const std::string as : {":as=paper", ":as=tuned"}) {
    for (const char* name : {"bayes-attack", "p-bo", "procedural", "random", "rays", "sign-hunter"})
      EXPECT_EQ(refusal(name + as, shape), "accepted");
    for (const char* name : {"gfcs", "p-rgf", "simba-ods", "random"})
      EXPECT_EQ(refusal(name + as, shape, Norm::l2), "accepted");
    for (const Norm norm : {Norm::l0, Norm::patch})
      EXPECT_EQ(refusal("random" + as, shape, norm), "accepted");
  }
  EXPECT_EQ(refusal("rays:as=papers", shape),
            "attack rays: as=papers (did you mean 'paper'?); valid: tuned, paper");
  EXPECT_EQ(refusal("rays:p=1", shape), "attack rays: has no setting 'p'; valid: start, budget");
}

}  // namespace
}  // namespace bora::attacks
