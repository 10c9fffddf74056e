// Properties of attacks that the table of attacks on images declares: settings, norms, published values.
#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "attacks/image/balls.h"
#include "support/attack_driver.h"
#include "support/input_error.h"

namespace bora::attacks::attack_table_test {
namespace {

using testing::AttackDriver;
using testing::random_problem;
using testing::RelatedVictim;

constexpr int kClasses = 4;

// A key that is read twice would set two values, perhaps with different meanings.
TEST(AttackSettingsOfAll, EveryKeyIsReadOnce) {
  for (const auto& attack : attack_summaries())
    for (const Norm norm : attack.norms) {
      std::set<std::string> keys;
      for (const auto& setting : attack_settings(attack.name, {3, 32, 32}, Visibility::label(), norm))
        EXPECT_TRUE(keys.insert(setting.key).second) << attack.name << ": " << setting.key;
    }
}

TEST(AttacksWithAStartImage, QueryItFirstAndContinue) {
  constexpr ImageShape kShape{3, 15, 18};
  testing::LinearVictim victim(kShape, kClasses, 1);
  const std::pair<const char*, Norm> attacks[] = {
      {"square", Norm::linf}, {"bo", Norm::linf},  {"simba", Norm::linf},   {"square", Norm::l2},
      {"bo", Norm::l2},       {"simba", Norm::l2}, {"sparse-rs", Norm::l0}, {"sparse-rs", Norm::patch}};
  for (const auto& [name, norm] : attacks) {
    auto problem = random_problem(victim, true, ball_of(norm, 0.05, false, kShape), 45);
    AttackDriver first(make_recipe(name, kShape, {}, norm), victim, problem);
    for (int i = 0; i < 20; ++i) first.query();
    problem.start = first.images().back();
    AttackDriver driver(make_recipe(name, kShape, {}, norm), victim, problem);
    for (int i = 0; i < 8; ++i) driver.query();
    EXPECT_EQ(driver.images().front(), problem.start) << name << " in " << to_string(norm);
  }
}

// A few queries of each attack with as=paper, in every norm: published settings must work on small images,
// too.
TEST(AttacksAsPublished, QueryAllowedImages) {
  constexpr ImageShape kShape{3, 15, 18};
  testing::LinearVictim victim(kShape, kClasses, 1);
  int published = 0;
  for (const auto& attack : attack_summaries())
    for (const Norm norm : attack.norms) {
      const auto settings = attack_settings(attack.name, kShape, {}, norm);
      const auto as = std::ranges::find(settings, "as", &SettingDescription::key);
      if (as == settings.end() || as->valid.find("paper") == std::string::npos) continue;
      ++published;
      const std::string spec = attack.name + ":as=paper";
      auto problem = random_problem(victim, true, ball_of(norm, 0.1, false, kShape), 5);
      problem.substitutes = std::make_shared<Substitutes>(
          std::vector<std::shared_ptr<Victim>>{std::make_shared<RelatedVictim>(kShape, kClasses, 1, 17)});
      const auto recipe = make_recipe(spec, kShape, {}, norm);
      AttackDriver driver(recipe, victim, problem);
      driver.run(5, false);
      for (const auto& image : driver.images())
        EXPECT_TRUE(recipe.summary.leaves_ball ||
                    problem.ball.contains(problem.original.data(), image.data(), kShape.size()))
            << spec << " in " << to_string(norm);
    }
  EXPECT_GE(published, 20);
}

TEST(AttacksWithoutTheNorm, AreRefusedWithTheNamesOfThoseThatSupportIt) {
  testing::expect_input_error(
      [] {
        make_recipe("parsimonious", {1, 16, 16}, {}, Norm::l2);
      },
      "attack parsimonious: does not support the norm l2; those that do: ", "square");
  testing::expect_input_error(
      [] {
        make_recipe("square", {1, 16, 16}, {}, Norm::l0);
      },
      "does not support the norm l0; those that do: sparse-rs, random");
  testing::expect_input_error(
      [] {
        make_recipe("bo", {1, 16, 16}, {}, Norm::patch);
      },
      "attack bo: does not support the norm patch; those that do: sparse-rs, random");
  testing::expect_input_error(
      [] {
        make_recipe("sparse-rs", {1, 16, 16});
      },
      "does not support the norm linf");
}

}  // namespace
}  // namespace bora::attacks::attack_table_test
