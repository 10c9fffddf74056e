#include "attacks/threat/objective.h"

#include <cmath>

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

Eigen::RowVectorXd log_of(std::initializer_list<double> probabilities) {
  Eigen::RowVectorXd row(static_cast<Eigen::Index>(probabilities.size()));
  int i = 0;
  for (const double p : probabilities) row[i++] = std::log(p);
  return row;
}

TEST(Objective, TargetedLosses) {
  const auto row = log_of({0.5, 0.3, 0.2});
  const Goal goal{0, 1};
  EXPECT_NEAR(loss_value(Loss::log_odds, goal, row), std::log(0.3 / 0.7), 1e-12);
  EXPECT_NEAR(loss_value(Loss::margin, goal, row), std::log(0.3 / 0.5), 1e-12);
  EXPECT_NEAR(loss_value(Loss::cross_entropy, goal, row), std::log(0.3), 1e-12);
  EXPECT_NEAR(loss_value(Loss::label_gap, goal, row), std::log(0.3 / 0.5), 1e-12);
  EXPECT_NEAR(loss_value(Loss::label_gap, {2, 1}, row), std::log(0.3 / 0.2), 1e-12)
      << "the best class does not matter";
}

TEST(Objective, UntargetedLosses) {
  const auto row = log_of({0.5, 0.3, 0.2});
  const Goal goal{0, std::nullopt};
  EXPECT_NEAR(loss_value(Loss::log_odds, goal, row), std::log(0.3 / 0.5), 1e-12);
  EXPECT_NEAR(loss_value(Loss::margin, goal, row), std::log(0.3 / 0.5), 1e-12);
  EXPECT_NEAR(loss_value(Loss::cross_entropy, goal, row), -std::log(0.5), 1e-12);
  EXPECT_NEAR(loss_value(Loss::label_gap, goal, row), std::log(0.3 / 0.5), 1e-12);
}

TEST(Objective, TheRatioOfDifferencesWorksWithFewClasses) {
  const auto three = log_of({0.5, 0.3, 0.2});
  const double spread = std::log(0.5 / 0.2);
  EXPECT_NEAR(loss_value(Loss::dlr, {0, std::nullopt}, three), std::log(0.3 / 0.5) / spread, 1e-9);
  EXPECT_NEAR(loss_value(Loss::dlr, {0, 2}, three), std::log(0.2 / 0.5) / spread, 1e-9);
  const auto two = log_of({0.7, 0.3});
  EXPECT_NEAR(loss_value(Loss::dlr, {0, std::nullopt}, two), std::log(0.3 / 0.7), 1e-9);
  EXPECT_EQ(loss_gradient(Loss::dlr, {0, std::nullopt}, two)[0], -1);
}

// A float softmax of these logits is exactly (1, 0, 0) and would give infinite odds.
TEST(Objective, StaysExactFarInTheTails) {
  Scores scores;
  scores.values.resize(1, 3);
  scores.values << 300, 0, -50;
  const auto log_p = log_probabilities(scores);
  EXPECT_NEAR(loss_value(Loss::log_odds, {0, 1}, log_p.row(0)), -300, 1e-9);
  EXPECT_NEAR(loss_value(Loss::log_odds, {1, 0}, log_p.row(0)), 300, 1e-9);
}

// 1 - f_y is about 1e-22 here, so that f_y rounds to 1 even in double precision.
TEST(Objective, CrossEntropyIsPreciseForAConfidentModel) {
  const Goal goal{0, std::nullopt};
  const auto log_p_of = [](float other) {
    Scores scores{Batch(1, 3), ScoreKind::logits};
    scores.values << 50, other, -50;
    return Eigen::RowVectorXd(log_probabilities(scores).row(0));
  };
  const double far = loss_value(Loss::cross_entropy, goal, log_p_of(0));
  const double near = loss_value(Loss::cross_entropy, goal, log_p_of(1));
  EXPECT_NEAR(std::log(far), -50, 1e-9);
  EXPECT_NEAR(std::log(near), -49, 1e-9);
  const auto gradient = loss_gradient(Loss::cross_entropy, goal, log_p_of(0));
  EXPECT_NEAR(std::log(gradient[1]), -50, 1e-9);
  EXPECT_NEAR(std::log(-gradient[0]), -50, 1e-9);
  const Eigen::RowVectorXd wrong = log_p_of(1000);
  EXPECT_NEAR(loss_value(Loss::cross_entropy, goal, wrong), 950, 1e-9) << "nothing overflows";
  EXPECT_NEAR(loss_gradient(Loss::cross_entropy, goal, wrong)[0], -1, 1e-12);
}

TEST(Objective, CrossEntropyIsFiniteIfAProbabilityIsOne) {
  const auto loss_of = [](float other) {
    const Scores scores{Batch{{1, other, 0}}, ScoreKind::probabilities};
    return loss_value(Loss::cross_entropy, {0, std::nullopt}, log_probabilities(scores).row(0));
  };
  EXPECT_GT(loss_of(2e-20F), loss_of(1e-20F));
}

TEST(Objective, SuccessIsTheVictimsPrediction) {
  Scores scores;
  scores.values.resize(2, 3);
  scores.values << 1, 2, 0,  //
      1, 1, 1;
  const auto log_p = log_probabilities(scores);
  EXPECT_TRUE(observe(scores, log_p, 0, {0, 1}).success);
  EXPECT_FALSE(observe(scores, log_p, 0, {0, 2}).success);
  EXPECT_TRUE(observe(scores, log_p, 0, {0, std::nullopt}).success);
  EXPECT_FALSE(observe(scores, log_p, 1, {0, std::nullopt}).success) << "a tie goes to the first class";
}

TEST(Objective, ATieIsNoSuccess) {
  Scores scores;
  scores.values.resize(3, 3);
  scores.values << 2, 2, 0,  //
      1, 1, 1,               //
      0, 3, 3;
  const auto log_p = log_probabilities(scores);
  EXPECT_FALSE(observe(scores, log_p, 0, {1, std::nullopt}).success)
      << "class 0 is first, and 1 scores as high";
  EXPECT_FALSE(observe(scores, log_p, 0, {1, std::nullopt}).adversarial);
  EXPECT_EQ(observe(scores, log_p, 0, {1, std::nullopt}).predicted, 0);
  EXPECT_FALSE(observe(scores, log_p, 0, {2, 0}).success) << "the target is one of two";
  EXPECT_FALSE(observe(scores, log_p, 1, {2, 0}).success);
  EXPECT_TRUE(observe(scores, log_p, 2, {0, std::nullopt}).success) << "a tie among others";
  EXPECT_FALSE(observe(scores, log_p, 2, {0, 1}).success);
}

TEST(Objective, TiesAreOfTheLargestScoresOnly) {
  Scores scores;
  scores.values.resize(3, 3);
  scores.values << 2, 2, 0,  //
      0, 0, 1,               //
      kHidden, 5, kHidden;
  EXPECT_TRUE(tied(scores, 0));
  EXPECT_FALSE(tied(scores, 1)) << "others are equal";
  EXPECT_FALSE(tied(scores, 2)) << "what is hidden is no score";
  EXPECT_FALSE(tied({Batch(1, 0)}, 0)) << "labels alone";
  EXPECT_TRUE(reaches({7, std::nullopt}, scores, 0))
      << "a class that the model does not know cannot be among them";
}

TEST(Objective, RecordsTheRequestedLoss) {
  Scores scores;
  scores.values.resize(1, 3);
  scores.values << 1, 2, 4;
  const Goal goal{0, 1};
  const auto log_p = log_probabilities(scores);
  EXPECT_NEAR(observe(scores, log_p, 0, goal, true, Loss::label_gap).objective, 1, 1e-6);
  EXPECT_EQ(observe(scores, log_p, 0, goal).objective, loss_value(Loss::log_odds, goal, log_p.row(0)));
}

TEST(Objective, OutsideTheBallIsNoSuccess) {
  Scores scores;
  scores.values.resize(1, 3);
  scores.values << 1, 2, 0;
  const auto outside = observe(scores, log_probabilities(scores), 0, {0, 1}, false);
  EXPECT_TRUE(outside.adversarial);
  EXPECT_FALSE(outside.success);
  EXPECT_FALSE(observe_label(1, {0, 1}, false).success);
}

TEST(Objective, OfALabelIsPlusOrMinusOne) {
  const auto hit = observe_label(2, {0, std::nullopt}), miss = observe_label(0, {0, std::nullopt});
  EXPECT_EQ(hit.predicted, 2);
  EXPECT_TRUE(hit.adversarial && hit.success);
  EXPECT_EQ(hit.objective, 1);
  EXPECT_EQ(hit.log_p.size(), 0);
  EXPECT_FALSE(miss.adversarial || miss.success);
  EXPECT_EQ(miss.objective, -1);
}

TEST(Objective, OfALabelOutsideTheClassesReachesTheGoal) {
  Scores scores;
  scores.values.resize(1, 3);
  scores.values << 1, 2, 0;
  for (const int label : {-1, 3, 9}) {
    const auto seen = observe(scores, log_probabilities(scores), 0, {label, std::nullopt});
    EXPECT_TRUE(seen.success) << label;
    EXPECT_EQ(seen.objective, 1) << label;
  }
}

TEST(Objective, GradientsAreThoseOfFiniteDifferences) {
  const double step = 1e-6;
  for (const Loss loss : {Loss::log_odds, Loss::margin, Loss::cross_entropy, Loss::label_gap, Loss::dlr})
    for (const Goal& goal : {Goal{0, std::nullopt}, Goal{2, std::nullopt}, Goal{0, 1}, Goal{3, 0}}) {
      const auto row = log_of({0.4, 0.1, 0.3, 0.2});
      const auto gradient = loss_gradient(loss, goal, row);
      for (int j = 0; j < 4; ++j) {
        auto above = row, below = row;
        above[j] += step;
        below[j] -= step;
        const double difference =
            (loss_value(loss, goal, above) - loss_value(loss, goal, below)) / (2 * step);
        EXPECT_NEAR(gradient[j], difference, 1e-8) << to_string(loss) << " of class " << j;
      }
    }
}

TEST(Loss, NamesRoundTrip) {
  for (const Loss loss : {Loss::log_odds, Loss::margin, Loss::cross_entropy, Loss::label_gap, Loss::dlr})
    EXPECT_EQ(parse_loss(to_string(loss)), loss);
  EXPECT_ANY_THROW(parse_loss("hinge"));
}

}  // namespace
}  // namespace bora::attacks
