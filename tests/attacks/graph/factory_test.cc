#include "attacks/factory.h"

#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::attacks {
namespace {

using testing::expect_input_error;

TEST(GraphFactory, HasTheAttacksOfThePaper) {
  std::vector<std::string> names;
  for (const auto& attack : attack_summaries<Graph>()) names.push_back(attack.name);
  EXPECT_EQ(names, (std::vector<std::string>{"grabnel", "random", "genetic", "gradient"}));
}

TEST(GraphFactory, RefusesUnknownAttacks) {
  expect_input_error([] { make_recipe<Graph>("grabnell"); }, "attack", "grabnell", "genetic",
                     "did you mean 'grabnel'");
  expect_input_error([] { make_recipe<Graph>("genetic:popluation=10"); }, "popluation",
                     "did you mean 'population'");
  expect_input_error([] { make_recipe<Graph>("genetic:mutation=2"); }, "mutation=2", "0 to 1");
  expect_input_error([] { make_recipe<Graph>("random:edits=stage"); }, "edits=stage",
                     "did you mean 'stages'");
}

TEST(GraphFactory, ScoreBasedAttacksUseLabelsIfOnlyLabelsAreVisible) {
  EXPECT_EQ(make_recipe<Graph>("genetic").summary.access, AccessLevel::scores);
  EXPECT_FALSE(make_recipe<Graph>("genetic").summary.leaves_ball);
  const auto labels = make_recipe<Graph>("genetic:repeats=3", Visibility::label());
  EXPECT_EQ(labels.summary.access, AccessLevel::labels);
  EXPECT_TRUE(labels.summary.leaves_ball);
  EXPECT_EQ(labels.label, "genetic:repeats=3");
  expect_input_error([] { make_recipe<Graph>("genetic:repeats=3"); }, "repeats");
  // Random edits ignore answers.
  EXPECT_FALSE(make_recipe<Graph>("random", Visibility::label()).summary.leaves_ball);
  expect_input_error([] { make_recipe<Graph>("gradient", Visibility::label()); }, "gradient", "gradients",
                     "class alone is visible");
}

TEST(GraphFactory, EveryKeyIsReadOnce) {
  for (const auto& attack : attack_summaries<Graph>()) {
    std::set<std::string> keys;
    for (const auto& setting : attack_settings<Graph>(attack.name, kAnyShape, Visibility::label()))
      EXPECT_TRUE(keys.insert(setting.key).second) << attack.name << ": " << setting.key;
  }
}

}  // namespace
}  // namespace bora::attacks
