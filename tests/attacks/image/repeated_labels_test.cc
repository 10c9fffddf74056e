#include "attacks/repeated_labels.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks {
namespace {

constexpr ImageShape kSmallShape{1, 6, 6};

// Attack that queries grey images, one level brighter each time, and records the answers.
class Recorder : public Attack<Pixels> {
 public:
  struct Told {
    std::vector<Eigen::RowVectorXf> images;
    std::vector<Observation> observations;
  };
  explicit Recorder(Told& told) : told_(told) {}
  std::optional<Pixels> ask() override {
    return Pixels::Constant(kSmallShape.size(), from_level(100 + static_cast<int>(told_.images.size())));
  }
  void tell(const Pixels& queried, const Observation& seen) override {
    told_.images.push_back(queried);
    told_.observations.push_back(seen);
  }

 private:
  Told& told_;
};

class RepeatedLabelsTest : public ::testing::Test {
 protected:
  static constexpr int kRepeats = 4;

  RepeatedLabelsTest() {
    problem_.original = Eigen::RowVectorXf::Constant(kSmallShape.size(), from_level(100));
    problem_.shape = kSmallShape;
    problem_.ball = LinfBall(20.0 / 255, false);
    problem_.goal = {0, 2};
    problem_.classes = 3;
    problem_.budget = 50;
  }
  AttackRecipe<Pixels> recipe() {
    AttackRecipe<Pixels> recipe{"recorder", {"recorder", "", AccessLevel::labels}, {}};
    recipe.make = [this](AttackProblem problem) {
      return std::make_unique<RepeatedLabels>(problem,
                                              RepeatedLabelsOptions{.repeats = kRepeats, .noise = 0.5},
                                              std::make_unique<Recorder>(told_));
    };
    return recipe;
  }

  AttackProblem problem_;
  Recorder::Told told_;
};

TEST(RepeatedLabels, FrequenciesAreSmoothed) {
  Eigen::RowVectorXd counts(4);
  counts << 8, 3, 0, 0;
  const Eigen::RowVectorXd log_p = smoothed_log_frequencies(counts);
  EXPECT_NEAR(log_p[0], std::log(8.5 / 13), 1e-12);
  EXPECT_NEAR(log_p[1], std::log(3.5 / 13), 1e-12);
  EXPECT_NEAR(log_p[3], std::log(0.5 / 13), 1e-12);
  EXPECT_EQ(log_p[2], log_p[3]);
}

TEST(RepeatedLabels, TheDrivenAttackGetsTheBudgetInImages) {
  EXPECT_EQ(budget_of_driven(1000, 9), 100);
  EXPECT_EQ(budget_of_driven(1000, 10), 90);
  EXPECT_EQ(budget_of_driven(5, 10), 1);
}

TEST_F(RepeatedLabelsTest, QueriesTheImageThenNoisyCopies) {
  testing::LabelVictim victim(kSmallShape, 3, 1);
  testing::AttackDriver driver(recipe(), victim, problem_);
  driver.run(3 * (kRepeats + 1), false);
  ASSERT_EQ(told_.images.size(), 3U);
  double largest = 0;
  for (int i = 0; i < 3 * (kRepeats + 1); ++i) {
    const Eigen::RowVectorXf& centre = told_.images[i / (kRepeats + 1)];
    const double distance = (driver.images()[i] - centre).cwiseAbs().maxCoeff();
    if (i % (kRepeats + 1) == 0) {
      EXPECT_EQ(distance, 0) << i;
    } else {
      EXPECT_GT(distance, 0) << i;
      EXPECT_LE(distance, 10.0 / 255 + 1e-6) << i;
    }
    largest = std::max(largest, distance);
  }
  EXPECT_GT(largest, 8.0 / 255) << "the noise reaches half of epsilon";
}

TEST_F(RepeatedLabelsTest, ReportsTheFrequencyOfEachClass) {
  testing::LabelVictim victim(kSmallShape, 3, 1, 5);
  problem_.ball = LinfBall(0.5, false);
  testing::AttackDriver driver(recipe(), victim, problem_);
  driver.run(4 * (kRepeats + 1), false);
  ASSERT_EQ(told_.observations.size(), 4U);
  bool varied = false;
  for (int image = 0; image < 4; ++image) {
    Eigen::RowVectorXd counts = Eigen::RowVectorXd::Zero(3);
    for (int i = 0; i <= kRepeats; ++i) counts[driver.seen()[image * (kRepeats + 1) + i].predicted] += 1;
    varied = varied || counts.maxCoeff() <= kRepeats;
    const Observation& told = told_.observations[image];
    EXPECT_EQ(told.log_p, smoothed_log_frequencies(counts));
    EXPECT_EQ(told.predicted, driver.seen()[image * (kRepeats + 1)].predicted);
    EXPECT_DOUBLE_EQ(told.objective, loss_value(Loss::log_odds, problem_.goal, told.log_p));
  }
  EXPECT_TRUE(varied) << "the setting is meant to show several classes around one image";
}

TEST(RepeatedLabelsRecipe, WrapsScoreBasedAttacksIfOnlyLabelsAreVisible) {
  const auto plain = make_recipe("square:p=0.2", kSmallShape);
  const auto wrapped = make_recipe("square:p=0.2:repeats=3", kSmallShape, Visibility::label());
  EXPECT_EQ(plain.summary.access, AccessLevel::scores);
  EXPECT_EQ(wrapped.summary.access, AccessLevel::labels);
  EXPECT_EQ(wrapped.summary.name, "square");
  EXPECT_EQ(wrapped.label, "square:p=0.2:repeats=3");
  EXPECT_NE(wrapped.summary.text.find("repeated labels, 3 noisy copies"), std::string::npos);
  EXPECT_ANY_THROW(make_recipe("square:repeats=3", kSmallShape)) << "scores are visible";
  EXPECT_ANY_THROW(make_recipe("square:repeats=0", kSmallShape, Visibility::label()));
  EXPECT_ANY_THROW(make_recipe("pgd", kSmallShape, Visibility::label())) << "labels have no gradient";
  EXPECT_NO_THROW(make_recipe("pgd", kSmallShape, Visibility::top(2)));
}

TEST(RepeatedLabelsRecipe, DoesNotWrapAttacksThatIgnoreAnswers) {
  for (const Norm norm : {Norm::linf, Norm::l2, Norm::l0, Norm::patch}) {
    const auto recipe = make_recipe("random", kSmallShape, Visibility::label(), norm);
    EXPECT_EQ(recipe.summary.access, AccessLevel::labels) << to_string(norm);
    EXPECT_EQ(recipe.summary.text, make_recipe("random", kSmallShape, {}, norm).summary.text)
        << to_string(norm);
  }
  EXPECT_ANY_THROW(make_recipe("random:repeats=3", kSmallShape, Visibility::label()))
      << "each query is drawn afresh";
}

}  // namespace
}  // namespace bora::attacks
