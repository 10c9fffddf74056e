#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/runner/image_plan_fixture.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

TEST_F(PlanTest, NamesLabelsThatTheModelDoesNotHave) {
  data_.labels[3] = 5;
  testing::expect_input_error([&] { make_plan(victim_, data_, options_, 100); }, "image 3 has label 5",
                              "gives 5 scores (labels 0 to 4); if another output holds the scores");
  for (int& label : data_.labels) label = label % 5 + 1;
  testing::expect_input_error(
      [&] { make_plan(victim_, data_, options_, 100); },
      "(labels 0 to 4); the labels seem to begin at 1, expected 0 for the first class: subtract 1");
}

// A model with wrongly preprocessed inputs is sometimes right by chance.
TEST_F(PlanTest, WarnsOfAVictimThatIsNoBetterThanGuessing) {
  data_ = testing::labelled_images(victim_, 200, 2);
  options_.clean_inputs = 200;
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).doubt, "");
  for (int i = 20; i < 200; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  const std::string doubt = make_plan(victim_, data_, options_, 100).doubt;
  EXPECT_NE(doubt.find("right on 20 of 200 clean images (10.0%)"), std::string::npos) << doubt;
  for (const char* option : {"--input-range", "--layout", "--input-shape", "--output"})
    EXPECT_NE(doubt.find(option), std::string::npos) << doubt;
  EXPECT_EQ(doubt.find("BGR"), std::string::npos) << doubt;
  testing::LinearVictim of_colour{{3, 4, 4}, 5, 3};
  ImageDataset colour = testing::labelled_images(of_colour, 200, 2);
  for (int i = 20; i < 200; ++i) colour.labels[i] = (colour.labels[i] + 1) % 5;
  EXPECT_NE(make_plan(of_colour, colour, options_, 100).doubt.find("takes RGB, not BGR"), std::string::npos);
  for (int i = 0; i < 20; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  testing::expect_input_error([&] { make_plan(victim_, data_, options_, 100); }, "no image to attack",
                              "--input-range");
}

TEST_F(PlanTest, NamesALikelyNumberingOfTheClasses) {
  data_ = testing::labelled_images(victim_, 200, 2);
  options_.clean_inputs = 200;
  for (int i = 1; i < 200; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  const std::string doubt = make_plan(victim_, data_, options_, 100).doubt;
  EXPECT_TRUE(doubt.ends_with(": with label 0 as 4, 1 as 0, 2 as 1, 3 as 2, 4 as 3 it would be right on 199"))
      << doubt;
  // Two labels for one class: label 0 was split into 1 and 2.
  const auto shifted = data_.labels;
  for (int i = 1; i < 200; ++i) {
    const int truth = (shifted[i] + 4) % 5;
    const int labels[] = {1 + i % 2, 3, 4, 0, 3};
    data_.labels[i] = labels[truth];
  }
  const std::string merged = make_plan(victim_, data_, options_, 100).doubt;
  EXPECT_TRUE(merged.ends_with("as the model does")) << merged;
  for (int i = 0; i < 200; ++i) data_.labels[i] = i % 5;
  const std::string random = make_plan(victim_, data_, options_, 100).doubt;
  EXPECT_TRUE(random.ends_with("as the model does")) << random;
}

// Few images of each of many classes do not show which class is which, but a shift of all labels.
TEST_F(PlanTest, NamesAShiftOfAllLabels) {
  testing::LinearVictim victim{{1, 6, 6}, 40, 3};
  const ImageDataset truth = testing::labelled_images(victim, 60, 2);
  options_.clean_inputs = 60;
  options_.range = {0, 59};
  const auto shifted = [&](int shift) {
    data_ = truth;
    for (int& label : data_.labels) label = std::clamp(label + shift, 0, 39);
    return make_plan(victim, data_, options_, 100);
  };
  EXPECT_EQ(shifted(0).misnumbered, "");
  const int without_first = static_cast<int>(60 - std::ranges::count(truth.labels, 0));
  const Plan plan = shifted(-1);
  EXPECT_EQ(plan.doubt, "");
  EXPECT_TRUE(plan.misnumbered.ends_with(
      fmt::format(": with every label plus 1 it would be right on {}; --class-map states it", without_first)))
      << plan.misnumbered;
  EXPECT_NE(shifted(1).misnumbered.find(": with every label minus 1 it would be right on "),
            std::string::npos);
  EXPECT_EQ(shifted(2).misnumbered, "");
}

TEST_F(PlanTest, NamesScoresOfWhichTheLowestIsRight) {
  class Negated final : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      Scores out = LinearVictim::scores(images);
      out.values = -out.values;
      return out;
    }
  } victim{{1, 6, 6}, 5, 3};
  data_ = testing::labelled_images(victim_, 200, 2);
  for (int i = 0; i < 5; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  options_.clean_inputs = 200;
  options_.range = {0, 199};
  const Plan plan = make_plan(victim, data_, options_, 100);
  EXPECT_NE(
      plan.doubt.find(" of 200 clean images, but its lowest score is the right one on 195: if the scores are "
                      "distances, energies or negative log-probabilities, return minus the scores"),
      std::string::npos)
      << plan.doubt;
  EXPECT_EQ(plan.misnumbered, "");
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).doubt, "");
}

// A model that numbers only some classes differently is far better than guessing.
TEST_F(PlanTest, WarnsThatSomeClassesAreNumberedDifferently) {
  // 40 images of each class, some of them several times.
  const ImageDataset pool = testing::labelled_images(victim_, 200, 2);
  std::vector<std::vector<int>> of_class(5);
  for (int i = 0; i < 200; ++i) of_class[pool.labels[i]].push_back(i);
  data_ = pool;
  for (int i = 0; i < 200; ++i) {
    const auto& own = of_class[i % 5];
    ASSERT_FALSE(own.empty());
    const int copied = own[i / 5 % static_cast<int>(own.size())];
    std::ranges::copy(pool.image(copied), data_.pixels.begin() + std::ptrdiff_t{i} * pool.shape.size());
    data_.labels[i] = i % 5;
  }
  options_.clean_inputs = 200;
  const auto truth = data_.labels;
  const auto exchange = [&](int count) {
    data_.labels = truth;
    for (int i = 0; i < count; ++i)
      if (data_.labels[i] < 2) data_.labels[i] = 1 - data_.labels[i];
    return make_plan(victim_, data_, options_, 100);
  };
  EXPECT_EQ(exchange(0).misnumbered, "");
  EXPECT_EQ(exchange(60).misnumbered, "") << "most images of both classes have their labels";
  const Plan plan = exchange(200);
  EXPECT_EQ(plan.doubt, "");
  EXPECT_TRUE(plan.misnumbered.ends_with(
      "right on 120 of 200 clean images (60.0%): with label 0 as 1, 1 as 0 it would be right on 200; "
      "--class-map states it"))
      << plan.misnumbered;
  // The model is bad at one class only, and does not confuse it with a single other class.
  data_.labels = truth;
  for (int& label : data_.labels)
    if (label == 0) label = 1;
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).misnumbered, "");
}

TEST_F(PlanTest, WarnsOnFewImagesOnlyIfWorseThanGuessing) {
  for (int i = 12; i < 60; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).doubt, "");
  for (int i = 1; i < 12; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  const std::string doubt = make_plan(victim_, data_, options_, 100).doubt;
  EXPECT_NE(
      doubt.find("right on 1 of 60 clean images (1.7%), fewer than guessing at random would be (20.0%)"),
      std::string::npos)
      << doubt;
}

TEST_F(PlanTest, WarnsOfAVictimNoBetterOnFewImagesThanAConstantPrediction) {
  const std::vector<int> truth = testing::labelled_images(victim_, 60, 2).labels;
  // Labels that no other numbering of the classes explains.
  const auto plan_of = [&](int right, int total) {
    data_ = testing::labelled_images(victim_, total, 2);
    for (int i = right; i < total; ++i) data_.labels[i] = (truth[i] + 1 + i % 4) % 5;
    return make_plan(victim_, data_, options_, 100);
  };
  options_.inputs = 3;
  options_.clean_inputs = 60;
  const std::string doubt = plan_of(8, 40).doubt;
  EXPECT_NE(
      doubt.find(
          "right on 8 of 40 clean images (20.0%), no more than always naming the commonest class would be ("),
      std::string::npos)
      << doubt;
  EXPECT_EQ(plan_of(30, 40).doubt, "");
  EXPECT_EQ(plan_of(3, 19).doubt, "") << "too few";
}

TEST_F(PlanTest, NamesAnotherNumberingIfAllOfFewImagesAreMisclassified) {
  data_ = testing::labelled_images(victim_, 12, 2);
  options_.clean_inputs = 12;
  const std::set<int> classes(data_.labels.begin(), data_.labels.end());
  for (int& label : data_.labels) label = (label + 1) % 5;
  testing::expect_input_error([&] { make_plan(victim_, data_, options_, 100); },
                              "no image to attack among 12", "it would be right on 12");
  ASSERT_GT(classes.size(), 1U);
}

}  // namespace
}  // namespace bora::attacks
