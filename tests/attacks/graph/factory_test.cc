#include "attacks/graph/factory.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::attacks {
namespace {

using testing::expect_input_error;

TEST(GraphFactory, HasTheAttacksOfThePaper) {
  std::vector<std::string> names;
  for (const auto& attack : graph_attack_summaries()) names.push_back(attack.name);
  EXPECT_EQ(names, (std::vector<std::string>{"grabnel", "random", "genetic", "gradient"}));
}

TEST(GraphFactory, RefusesWhatItDoesNotKnow) {
  expect_input_error([] { make_graph_recipe("grabnell"); }, "attack", "grabnell", "genetic",
                     "did you mean 'grabnel'");
  expect_input_error([] { make_graph_recipe("genetic:popluation=10"); }, "popluation",
                     "did you mean 'population'");
  expect_input_error([] { make_graph_recipe("genetic:mutation=2"); }, "mutation=2", "0 to 1");
  expect_input_error([] { make_graph_recipe("random:edits=stage"); }, "edits=stage", "did you mean 'stages'");
}

TEST(GraphFactory, ScoreBasedAttacksGoByLabelsWhereOnlyThoseAreVisible) {
  EXPECT_EQ(make_graph_recipe("genetic").summary.sight, AttackSight::scores);
  EXPECT_FALSE(make_graph_recipe("genetic").summary.leaves_ball);
  const auto labels = make_graph_recipe("genetic:repeats=3", Visibility::label());
  EXPECT_EQ(labels.summary.sight, AttackSight::labels);
  EXPECT_TRUE(labels.summary.leaves_ball);
  EXPECT_EQ(labels.label, "genetic:repeats=3");
  expect_input_error([] { make_graph_recipe("genetic:repeats=3"); }, "repeats");
  // Random edits look at nothing anyway.
  EXPECT_FALSE(make_graph_recipe("random", Visibility::label()).summary.leaves_ball);
  expect_input_error([] { make_graph_recipe("gradient", Visibility::label()); }, "gradient", "gradients",
                     "class alone is visible");
}

TEST(GraphFactory, EveryKeyIsReadOnce) {
  for (const auto& attack : graph_attack_summaries()) {
    std::set<std::string> keys;
    for (const auto& setting : graph_attack_settings(attack.name, Visibility::label()))
      EXPECT_TRUE(keys.insert(setting.key).second) << attack.name << ": " << setting.key;
  }
}

}  // namespace
}  // namespace bora::attacks
