#include <vector>

#include <gtest/gtest.h>

#include "attacks/runner/image_plan_fixture.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

TEST_F(PlanTest, ARangeHasTheSameImagesWhateverIsMisclassified) {
  const auto wrong = [&](int i) { data_.labels[i] = (data_.labels[i] + 1) % 5; };
  for (const int i : {0, 11, 19, 20}) wrong(i);
  options_.range = {10, 19};
  options_.clean_inputs = 15;  // more than the range has
  const auto plan = make_plan(victim_, data_, options_, 100);
  ASSERT_EQ(plan.inputs.size(), 10U);
  EXPECT_EQ(plan.inputs.front().id, 10);
  EXPECT_EQ(plan.inputs.back().id, 19);
  EXPECT_EQ(plan.attacked(), 8);
  EXPECT_EQ(plan.inputs[1].reason, "misclassified");
  EXPECT_EQ(plan.clean_inputs, 15) << "no more than the range and clean accuracy take";

  // Correct inputs outside the range do not count if no input inside it is correct.
  options_.range = {19, 20};
  options_.targeted = true;
  options_.random_targets = 1;
  testing::expect_input_error([&] { make_plan(victim_, data_, options_, 100); },
                              "no image to attack among 19-20 (0 classified correctly)");
  options_.targeted = false;

  // The instances, with their seeds, are the same as without a range if the same images are attacked.
  options_.range.reset();
  options_.skip = 9;  // images 1 to 9
  options_.inputs = 8;
  const auto other = make_plan(victim_, data_, options_, 100);
  ASSERT_EQ(other.instances.size(), plan.instances.size());
  for (std::size_t i = 0; i < other.instances.size(); ++i) {
    EXPECT_EQ(other.instances[i].input, plan.instances[i].input);
    EXPECT_EQ(other.instances[i].seed, plan.instances[i].seed);
  }

  options_.range = {50, 60};
  testing::expect_input_error([&] { make_plan(victim_, data_, options_, 100); }, "range 50-60",
                              "images, 0 to 59");
}

TEST_F(PlanTest, ARangeQueriesNoInputsBeforeIt) {
  std::vector<int> told;
  options_.report_answers = [&](const std::vector<CleanAnswer>& answers) {
    told.clear();
    for (const CleanAnswer& answer : answers) told.push_back(answer.input);
  };
  const auto queries = [&] {
    const int rows = victim_.rows;
    const Plan plan = make_plan(victim_, data_, options_, 100);
    EXPECT_EQ(victim_.rows - rows, plan.clean_queries);
    return plan.clean_queries;
  };
  options_.range = {50, 52};
  EXPECT_EQ(queries(), 3);
  EXPECT_EQ(told, (std::vector<int>{50, 51, 52}));
  options_.clean_inputs = 5;
  EXPECT_EQ(queries(), 5);
  EXPECT_EQ(told, (std::vector<int>{0, 1, 50, 51, 52})) << "clean accuracy is measured on two more";
  options_.clean_inputs = 0;
  options_.targeted = true;
  EXPECT_LE(queries(), 3 + 5) << "with an example of each class";
  EXPECT_EQ(told, (std::vector<int>{50, 51, 52}));
  EXPECT_GE(make_plan(victim_, data_, options_, 100).examples.size(), 4U) << "of all classes but one's own";
  options_.clean_inputs = 60;
  EXPECT_EQ(queries(), 60) << "examples are among the answers that are known already";
}

// With more than two blocks of clean inputs, the range ends inside a block.
TEST_F(PlanTest, ARangeQueriesNoInputsAfterIt) {
  data_ = testing::labelled_images(victim_, 600, 2);
  options_.range = {0, 299};
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).clean_queries, 300);
}

TEST_F(PlanTest, AMisclassifiedRangeHasARobustAccuracyOf0) {
  for (const int i : {7, 8, 9}) data_.labels[i] = (data_.labels[i] + 1) % 5;
  options_.range = {7, 9};
  options_.clean_inputs = 20;
  const auto nothing = [&](int first) {
    const Plan plan = make_plan(victim_, data_, options_, 100);
    EXPECT_EQ(plan.inputs.front().id, first);
    EXPECT_TRUE(plan.instances.empty());
    EXPECT_EQ(plan.attacked(), 0);
    EXPECT_EQ(plan.largest_budget(), 100);
    return plan;
  };
  const Plan plan = nothing(7);
  EXPECT_EQ(plan.inputs.size(), 3U);
  EXPECT_EQ(plan.clean_correct, 17);
  EXPECT_TRUE(plan.none_right.starts_with(
      "the model classifies none of the 3 images correctly, so its robust accuracy on them is 0 of 3 without "
      "any attack; check --input-range"))
      << plan.none_right;
  options_.targeted = true;  // towards all other classes
  nothing(7);
  options_.targeted = false;
  // Plan::doubt contains the advice already.
  for (int i = 0; i < 60; ++i)
    if (i < 7 || i > 9) data_.labels[i] = (data_.labels[i] + 1) % 5;
  options_.range = {0, 59};
  const Plan wrong = nothing(0);
  EXPECT_TRUE(wrong.none_right.ends_with("0 of 60 without any attack")) << wrong.none_right;
  EXPECT_NE(wrong.doubt.find("check --input-range"), std::string::npos) << wrong.doubt;
  data_.labels[59] = -1;  // gets the prediction as label, so that it counts as correct
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).none_right, "");
}

}  // namespace
}  // namespace bora::attacks
