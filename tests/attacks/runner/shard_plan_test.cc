// Plans of shards: each machine plans the same as one machine would plan for its inputs.
#include <algorithm>

#include <gtest/gtest.h>

#include "attacks/runner/image_plan.h"
#include "support/input_error.h"
#include "support/stub_victims.h"

namespace bora::attacks {
namespace {

constexpr int kShards = 5;
constexpr int kImages = 700;  // more than two blocks of clean predictions

class ShardPlanTest : public ::testing::Test {
 protected:
  ShardPlanTest() : data_(testing::labelled_images(victim_, kImages, 2)) {
    for (int i = 0; i < kImages; i += 7) data_.labels[i] = (data_.labels[i] + 1) % 5;  // misclassified
    options_.attacks = {"square", "random"};
    options_.inputs = 40;
    options_.targeted = true;
    options_.clean_inputs = 100;
    options_.seed = 9;
  }
  Plan plan(std::optional<Shard> own = std::nullopt) {
    options_.own = own;
    return make_plan(victim_, data_, options_, 100);
  }
  // Expects that the plans of all shards together, in the order of inputs, are the whole plan.
  static void expect_together(const Plan& whole, const std::vector<Plan>& shares) {
    std::vector<InputRow> inputs;
    std::vector<InstanceRow> instances;
    for (const Plan& share : shares) {
      for (std::size_t i = 0; i < share.instances.size(); ++i)
        EXPECT_EQ(share.instances[i].id, static_cast<int>(i)) << "a run of its own has ids of its own";
      inputs.insert(inputs.end(), share.inputs.begin(), share.inputs.end());
      instances.insert(instances.end(), share.instances.begin(), share.instances.end());
    }
    std::ranges::stable_sort(inputs, {}, &InputRow::id);
    std::ranges::stable_sort(instances, {}, &InstanceRow::input);
    ASSERT_EQ(inputs.size(), whole.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      EXPECT_EQ(inputs[i].id, whole.inputs[i].id);
      EXPECT_EQ(inputs[i].predicted, whole.inputs[i].predicted);
      EXPECT_EQ(inputs[i].attacked, whole.inputs[i].attacked);
      EXPECT_EQ(inputs[i].reason, whole.inputs[i].reason);
      EXPECT_EQ(inputs[i].content, whole.inputs[i].content);
    }
    ASSERT_EQ(instances.size(), whole.instances.size());
    for (std::size_t i = 0; i < instances.size(); ++i) {
      EXPECT_EQ(instances[i].attack, whole.instances[i].attack);
      EXPECT_EQ(instances[i].input, whole.instances[i].input);
      EXPECT_EQ(instances[i].target, whole.instances[i].target);
      EXPECT_EQ(instances[i].seed, whole.instances[i].seed);
      EXPECT_EQ(instances[i].budget, whole.instances[i].budget);
    }
  }
  static void expect_same_examples(const Plan& whole, const Plan& share) {
    for (const ExampleRow& example : share.examples) {
      const auto found = std::ranges::find(whole.examples, example.label, &ExampleRow::label);
      ASSERT_NE(found, whole.examples.end());
      EXPECT_EQ(found->content, example.content) << example.label;
    }
  }

  testing::LinearVictim victim_{{1, 6, 6}, 5, 3};
  ImageDataset data_;
  PlanOptions options_;
};

TEST_F(ShardPlanTest, ShardsOfAPlanFormThePlan) {
  const Plan whole = plan();
  std::vector<Plan> shares;
  for (int number = 1; number <= kShards; ++number) {
    shares.push_back(plan());
    keep_share(shares.back(), {number, kShards});
    EXPECT_LT(shares.back().instances.size(), whole.instances.size() / 2);
    EXPECT_EQ(shares.back().clean_inputs, whole.clean_inputs);
    EXPECT_EQ(shares.back().examples.size(), whole.examples.size());
  }
  expect_together(whole, shares);
}

TEST_F(ShardPlanTest, AShardOfARangeIsPlannedAlone) {
  options_.range = {100, 299};
  for (const int clean : {50, 650}) {  // fewer and more than the range has
    options_.clean_inputs = clean;
    const Plan whole = plan();
    std::vector<Plan> shares;
    int clean_inputs = 0, clean_correct = 0;
    for (int number = 1; number <= kShards; ++number) {
      shares.push_back(plan(Shard{number, kShards}));
      clean_inputs += shares.back().clean_inputs;
      clean_correct += shares.back().clean_correct;
      EXPECT_LT(shares.back().clean_queries, whole.clean_queries / kShards + 30);
      EXPECT_EQ(shares.back().examples.size(), 5U);
      expect_same_examples(whole, shares.back());
    }
    expect_together(whole, shares);
    EXPECT_EQ(clean_inputs, whole.clean_inputs);
    EXPECT_EQ(clean_correct, whole.clean_correct);
  }
}

TEST_F(ShardPlanTest, ExamplesOfImagesWithoutLabelsAreTheSameToo) {
  options_.range = {100, 299};
  for (int i = 0; i < kImages; i += 2) data_.labels[i] = -1;
  expect_same_examples(plan(), plan(Shard{2, kShards}));
}

TEST_F(ShardPlanTest, AShardMayBeEmpty) {
  options_.range = {0, 0};  // an image that is misclassified
  EXPECT_TRUE(plan().instances.empty());
  EXPECT_NE(plan().none_right, "");
  const Plan share = plan(Shard{2, kShards});
  EXPECT_TRUE(share.instances.empty());
  EXPECT_EQ(share.none_right, "") << "the whole range is not known";
  EXPECT_EQ(share.largest_budget(), 100);

  options_.range.reset();
  options_.inputs = 2;
  Plan other = plan();
  keep_share(other, {5, kShards});
  EXPECT_TRUE(other.instances.empty());
  EXPECT_EQ(other.largest_budget(), 100) << "the budget is the run's, whatever a share holds of it";
}

TEST_F(ShardPlanTest, DifferentPlansHaveDifferentFingerprints) {
  const std::string first = fingerprint(plan());
  EXPECT_EQ(fingerprint(plan()), first);
  options_.seed = 10;
  EXPECT_NE(fingerprint(plan()), first);
  options_.seed = 9;
  data_.pixels[36 * 2] ^= 1;  // changes image 2 by the least possible amount
  EXPECT_NE(fingerprint(plan()), first);
}

}  // namespace
}  // namespace bora::attacks
