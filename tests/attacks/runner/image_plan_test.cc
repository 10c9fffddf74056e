#include "attacks/runner/image_plan.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/runner/image_plan_fixture.h"
#include "common/error.h"
#include "models/victims/engine_victim.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

TEST_F(PlanTest, PairsAttacksOnTheSameImagesAndTargets) {
  options_.targeted = true;
  const auto plan = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(plan.attacked(), 5);
  ASSERT_EQ(plan.instances.size(), 5U * 4 * 2);
  std::set<std::uint64_t> seeds;
  for (std::size_t i = 0; i < plan.instances.size(); i += 2) {
    EXPECT_EQ(plan.instances[i].attack, "square");
    EXPECT_EQ(plan.instances[i + 1].attack, "random");
    EXPECT_EQ(plan.instances[i].target, plan.instances[i + 1].target);
    EXPECT_EQ(plan.instances[i].input, plan.instances[i + 1].input);
    EXPECT_NE(plan.instances[i].target, data_.labels[plan.instances[i].input]);
    seeds.insert(plan.instances[i].seed);
    seeds.insert(plan.instances[i + 1].seed);
  }
  EXPECT_EQ(seeds.size(), plan.instances.size());
}

TEST_F(PlanTest, SkipsMisclassifiedInputsWithAReason) {
  const int truth = data_.labels[1];
  data_.labels[1] = (truth + 1) % 5;
  const auto plan = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(plan.attacked(), 5);
  EXPECT_EQ(plan.inputs[1].reason, "misclassified");
  EXPECT_EQ(plan.inputs[1].predicted, truth);
  EXPECT_EQ(plan.clean_inputs - plan.clean_correct, 1);
}

TEST_F(PlanTest, AFixedTargetSkipsImagesOfItsClass) {
  options_.targeted = true;
  options_.target = data_.labels[0];
  const auto plan = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(plan.inputs[0].reason, "of the target class");
  for (const auto& instance : plan.instances) EXPECT_NE(data_.labels[instance.input], *options_.target);
}

TEST_F(PlanTest, AFixedTargetSkipsMisclassifiedImagesOfItsClass) {
  options_.targeted = true;
  options_.target = 4;
  data_.labels[1] = 4;  // whatever the victim says
  const auto plan = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(plan.inputs[1].id, 1);
  EXPECT_EQ(plan.inputs[1].reason, "of the target class");
}

TEST_F(PlanTest, ListsInputsFromTheSkippedOnesToTheNextSuitableOne) {
  const auto wrong = [&](int i) { data_.labels[i] = (data_.labels[i] + 1) % 5; };
  for (const int i : {0, 2, 4, 5, 9, 10, 12}) wrong(i);
  options_.skip = 3;  // images 1, 3, 6
  options_.inputs = 2;
  const auto plan = make_plan(victim_, data_, options_, 100);
  std::vector<int> ids;
  for (const auto& input : plan.inputs) ids.push_back(input.id);
  EXPECT_EQ(ids, (std::vector<int>{7, 8, 9, 10}));
  EXPECT_EQ(plan.attacked(), 2);
  EXPECT_EQ(plan.inputs[3].reason, "misclassified");
}

TEST_F(PlanTest, RandomTargetsDependOnTheSeedOnly) {
  options_.targeted = true;
  options_.random_targets = 2;
  const auto both = make_plan(victim_, data_, options_, 100);
  options_.attacks = {"random"};
  const auto one = make_plan(victim_, data_, options_, 100);
  ASSERT_EQ(both.instances.size(), 2 * one.instances.size());
  for (std::size_t i = 0; i < one.instances.size(); ++i) {
    EXPECT_EQ(one.instances[i].target, both.instances[2 * i].target);
    EXPECT_EQ(one.instances[i].seed, both.instances[2 * i + 1].seed)
        << "an attack's run does not depend on its rivals";
  }
}

TEST_F(PlanTest, SkipOmitsTheFirstInputsAndCleanInputsMeasuresMore) {
  const auto all = make_plan(victim_, data_, options_, 100);
  options_.skip = 2;
  options_.clean_inputs = 40;
  const auto later = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(later.instances[0].input, all.instances[4].input);
  EXPECT_EQ(later.clean_inputs, 40);
}

TEST_F(PlanTest, QueriesNoMoreCleanImagesThanRequested) {
  const auto asked = [&](int inputs, int clean) {
    options_.inputs = inputs;
    options_.clean_inputs = clean;
    const int rows = victim_.rows;
    const Plan plan = make_plan(victim_, data_, options_, 100);
    EXPECT_EQ(victim_.rows - rows, plan.clean_inputs);
    EXPECT_EQ(plan.attacked(), inputs);
    return plan.clean_inputs;
  };
  EXPECT_EQ(asked(5, 20), 20);
  EXPECT_EQ(asked(5, 0), 6) << "those attacked, and the next that could be";
  EXPECT_EQ(asked(20, 5), 21);
  for (int i = 0; i < 10; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  EXPECT_EQ(asked(5, 0), 18) << "6 images and 12 more, while too few of them are right";
  options_.targeted = true;
  EXPECT_EQ(asked(5, 20), 60) << "a block of 256, which holds an example of every class";
}

TEST_F(PlanTest, AnUnlabelledImageGetsThePredictionAsLabel) {
  for (auto& label : data_.labels) label = -1;
  const auto plan = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(plan.clean_inputs, 0);
  EXPECT_EQ(plan.inputs[0].label, plan.inputs[0].predicted);
}

TEST_F(PlanTest, CountsCopiesAmongTheAttackedImages) {
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).copies(), 0);
  for (const int i : {2, 3, 30}) {
    const auto size = static_cast<std::ptrdiff_t>(data_.shape.size());
    std::copy_n(data_.pixels.begin() + size, size, data_.pixels.begin() + i * size);
    data_.labels[i] = data_.labels[1];
  }
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).copies(), 2) << "image 30 is not attacked";
}

TEST_F(PlanTest, ReportsProgressOfCleanQueries) {
  data_ = testing::labelled_images(victim_, 600, 2);
  std::vector<std::pair<int, int>> reports;
  options_.report_clean = [&](int asked, int expected) { reports.emplace_back(asked, expected); };
  options_.clean_inputs = 400;
  make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(reports, (std::vector<std::pair<int, int>>{{0, 400}, {256, 400}}));
  reports.clear();
  for (int i = 0; i < 520; ++i) data_.labels[i] = (data_.labels[i] + 1) % 5;
  make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(reports, (std::vector<std::pair<int, int>>{{0, 400}, {256, 512}, {512, 600}}));
  reports.clear();
  const std::string whole = fingerprint(make_plan(victim_, data_, options_, 100));
  reports.clear();
  options_.part = 100;
  EXPECT_EQ(fingerprint(make_plan(victim_, data_, options_, 100)), whole);
  EXPECT_EQ(reports, (std::vector<std::pair<int, int>>{
                         {0, 400}, {100, 400}, {200, 400}, {256, 512}, {356, 512}, {456, 512}, {512, 600}}));
}

TEST_F(PlanTest, ReportsAnswersEvenIfNoImageCanBeAttacked) {
  std::vector<CleanAnswer> told;
  options_.report_answers = [&](const std::vector<CleanAnswer>& answers) { told = answers; };
  data_.labels[3] = -1;
  const Plan plan = make_plan(victim_, data_, options_, 100);
  ASSERT_EQ(static_cast<int>(told.size()), plan.clean_inputs);
  EXPECT_EQ(told[3].input, 4);
  EXPECT_EQ(told[3].label, data_.labels[4]);
  EXPECT_EQ(told[3].predicted, data_.labels[4]);
  for (int& label : data_.labels) label = (label + 1) % 5;
  data_.labels[3] = 0;
  told.clear();
  options_.target = data_.labels[3];
  EXPECT_THROW(make_plan(victim_, data_, options_, 100), InputError);
  EXPECT_EQ(static_cast<int>(told.size()), data_.size());
}

TEST_F(PlanTest, KeepsAnExampleOfEveryTargetClass) {
  options_.targeted = true;
  data_.labels[0] = (data_.labels[0] + 1) % 5;  // no example: it is misclassified
  const auto plan = make_plan(victim_, data_, options_, 100);
  ASSERT_EQ(plan.examples.size(), 5U);
  for (const auto& example : plan.examples) {
    int first = 1;
    while (data_.labels[first] != example.label) ++first;
    const auto pixels = data_.image(first);
    EXPECT_EQ(example.content, std::string(pixels.begin(), pixels.end()));
  }
  options_.target = 3;
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).examples.size(), 1U);
  options_.targeted = false;
  options_.target.reset();
  EXPECT_TRUE(make_plan(victim_, data_, options_, 100).examples.empty());
}

TEST_F(PlanTest, QueriesLabelsOnlyIfOnlyLabelsAreVisible) {
  const auto expected = make_plan(victim_, data_, options_, 100);
  options_.visible = Visibility::label();
  testing::LabelVictim victim({1, 6, 6}, 5, 3);
  const auto plan = make_plan(victim, data_, options_, 100);
  ASSERT_EQ(plan.inputs.size(), expected.inputs.size());
  EXPECT_EQ(plan.inputs[0].predicted, expected.inputs[0].predicted);
  EXPECT_TRUE(plan.inputs[0].scores.empty());
  EXPECT_EQ(expected.inputs[0].scores.size(), 5U);
}

// Standardises each image, so that it divides by zero for one of a single grey level.
class StandardisingVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      out.values.row(i) /= (images.row(i).array() - images.row(i).mean()).matrix().norm();
    models::check_scores(out, spec_);
    return out;
  }
};

TEST_F(PlanTest, NamesTheImageWithoutUsableScores) {
  StandardisingVictim victim({1, 6, 6}, 5, 3);
  data_.names.assign(60, "whole.png");
  std::fill_n(data_.pixels.begin() + std::ptrdiff_t{7} * 36, 36, std::uint8_t{0});
  data_.names[7] = "black.png";
  options_.clean_inputs = 60;
  for (const int repeats : {1, 3}) {
    options_.repeats = repeats;
    try {
      make_plan(victim, data_, options_, 100);
      FAIL();
    } catch (const VictimError& error) {
      EXPECT_TRUE(
          std::string(error.what()).ends_with(fmt::format("for image {} (black.png)", data_.records[7])))
          << error.what();
    }
  }
}

TEST_F(PlanTest, AFailureLeavesTheFirstDrawSelected) {
  testing::FirstDrawVictim failing({1, 6, 6}, 5, 3);
  options_.repeats = 2;
  EXPECT_THROW(make_plan(failing, data_, options_, 100), VictimError);
  EXPECT_EQ(failing.drawn, 0U);
}

TEST_F(PlanTest, RefusesToShowMoreClassesThanThereAre) {
  options_.visible = Visibility::top(6);
  EXPECT_THROW(make_plan(victim_, data_, options_, 100), InputError);
}

TEST_F(PlanTest, RefusesAWhiteBoxAttackOnAVictimWithoutGradients) {
  class BlackBox : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    bool has_gradients() override { return false; }
  } victim({1, 6, 6}, 5, 3);
  options_.attacks = {"square", "pgd:steps=5"};
  testing::expect_input_error([&] { make_plan(victim, data_, options_, 100); }, "attack pgd:steps=5",
                              "gradients", "linear");
  EXPECT_NO_THROW(make_plan(victim_, data_, options_, 100));
}

TEST_F(PlanTest, RefusesDataThatDoNotSuitTheVictim) {
  auto wrong = data_;
  wrong.shape = {1, 4, 9};
  EXPECT_THROW(make_plan(victim_, wrong, options_, 100), InputError);
  wrong = data_;
  wrong.classes = 6;
  EXPECT_THROW(make_plan(victim_, wrong, options_, 100), InputError);
  wrong = data_;
  wrong.classes = 0;
  wrong.labels[7] = 5;
  EXPECT_THROW(make_plan(victim_, wrong, options_, 100), InputError);
  options_.targeted = true;
  options_.target = 12;
  EXPECT_THROW(make_plan(victim_, data_, options_, 100), InputError);
  options_.target.reset();
  options_.random_targets = 5;
  EXPECT_THROW(make_plan(victim_, data_, options_, 100), InputError);
}

TEST_F(PlanTest, DataMayHaveFewerClassesThanTheModel) {
  for (int& label : data_.labels) label = std::min(label, 3);
  data_.classes = 4;
  EXPECT_NO_THROW(make_plan(victim_, data_, options_, 100));
  data_.names.assign(data_.labels.size(), "cat/1.png");
  const auto plan = [&] { make_plan(victim_, data_, options_, 100); };
  testing::expect_input_error(plan, "has 4 classes", "has 5", "--class-map");
}

TEST_F(PlanTest, RefusesDataWithNothingToAttack) {
  for (auto& label : data_.labels) label = (label + 1) % 5;
  EXPECT_THROW(make_plan(victim_, data_, options_, 100), InputError);
}

TEST_F(PlanTest, SaysWhyTheOnlyImageIsNotAttacked) {
  const auto why = [&](int label, std::optional<int> target) {
    ImageDataset one = select(data_, std::vector<int>{0});
    one.labels = {label};
    PlanOptions options = options_;
    options.targeted = target.has_value();
    options.target = target;
    options.random_targets = 0;
    return testing::input_error([&] { make_plan(victim_, one, options, 100); });
  };
  const int said = data_.labels[0], other = (said + 1) % 5;
  EXPECT_NE(why(other, std::nullopt).find(fmt::format("the model says {}, not {}", said, other)),
            std::string::npos);
  EXPECT_TRUE(
      why(said, said)
          .ends_with(fmt::format(
              "no image to attack among 1 (1 classified correctly; its class is the target {}; choose another target)",
              said)))
      << why(said, said);
  EXPECT_TRUE(why(-1, said).ends_with(fmt::format(
      "no image to attack among 1 (the model already predicts the target class {}; choose another target)",
      said)))
      << why(-1, said);
}

TEST_F(PlanTest, SaysThatAllImagesAreInTheTargetClass) {
  std::vector<int> rows;
  for (int i = 0; i < data_.size() && rows.size() < 4; ++i)
    if (data_.labels[i] == data_.labels[0]) rows.push_back(i);
  ImageDataset data = select(data_, rows);
  PlanOptions options = options_;
  options.targeted = true;
  options.target = data.labels[0];
  options.random_targets = 0;
  const auto plan = [&] { make_plan(victim_, data, options, 100); };
  testing::expect_input_error(
      plan,
      fmt::format(
          "no image to attack among {0} ({0} classified correctly; {0} of them in the target class {1}, "
          "whose images are not attacked)",
          data.size(), data.labels[0]));
  data.labels.assign(data.labels.size(), -1);
  testing::expect_input_error(
      plan,
      fmt::format(
          "no image to attack among {0} (the model already predicts the target class {1} for {0}; choose "
          "another target)",
          data.size(), *options.target));
}

TEST_F(PlanTest, CountsCopiesAmongCleanImages) {
  options_.inputs = 1;
  options_.clean_inputs = 60;
  EXPECT_EQ(make_plan(victim_, data_, options_, 100).clean_copies, 0);
  for (int i = 20; i < 60; ++i) {
    std::ranges::copy(data_.image(i % 20), data_.pixels.begin() + std::ptrdiff_t{i} * data_.shape.size());
    data_.labels[i] = data_.labels[i % 20];
  }
  const Plan plan = make_plan(victim_, data_, options_, 100);
  EXPECT_EQ(plan.clean_inputs, 60);
  EXPECT_EQ(plan.clean_copies, 40);
  EXPECT_EQ(plan.copies(), 0);
}

}  // namespace
}  // namespace bora::attacks
