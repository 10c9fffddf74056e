#include "nas/run/objectives.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

SearchTrial trial(std::int64_t number, double accuracy, double robustness, std::int64_t weights = 1000) {
  return {.number = number,
          .ended = true,
          .epochs = {{2, accuracy / 2}, {1, accuracy}, {0.5, accuracy / 3}},
          .weights = weights,
          .latency = 0.002,
          .robustness = robustness,
          .queries = 10};
}

SearchAim aim(std::vector<std::string> objectives, const std::string& choose = "accuracy") {
  return {.objectives = std::move(objectives), .choose = choose};
}

TEST(Objectives, LargerIsBetter) {
  const SearchTrial one = trial(1, 0.9, 0.4);
  EXPECT_NEAR(objective_value(one, "accuracy", "accuracy", 100), -std::log(0.1), 1e-12);
  EXPECT_NEAR(objective_value(trial(1, 1, 0), "accuracy", "accuracy", 100), -std::log(0.005), 1e-12)
      << "half an image if no image is misclassified";
  EXPECT_EQ(objective_value(one, "accuracy", "tse-e", 100), -0.5);
  SearchTrial measured = one;
  measured.epochs = {{2, 0.1, 3, 1.5}, {1, 0.2, 2, 0.75}};
  EXPECT_EQ(objective_value(measured, "accuracy", "tse", 100), -1.5);
  EXPECT_NEAR(objective_value(measured, "accuracy", "tse-ema", 100), -(0.999 * 2 + 1) / 1.999, 1e-12);
  EXPECT_EQ(objective_value(measured, "accuracy", "sovl", 100), -2.5);
  EXPECT_EQ(objective_value(measured, "accuracy", "tlmini", 100), -0.75);
  EXPECT_EQ(value_after(measured, 1, "sovl", 100), -3);
  testing::expect_input_error([&] { value_after(measured, 3, "sovl", 100); }, "after 3 epochs",
                              "trained for 2");
  EXPECT_EQ(objective_value(one, "robustness", "accuracy", 100), 0.4);
  EXPECT_NEAR(objective_value(one, "parameters", "accuracy", 100), -std::log(1000), 1e-12);
  EXPECT_NEAR(objective_value(one, "latency", "accuracy", 100), -std::log(0.002), 1e-12);
  measured.latency.reset();
  EXPECT_LT(objective_value(measured, "latency", "accuracy", 100),
            objective_value(one, "latency", "accuracy", 100))
      << "what was not measured is not taken for fast";
  const Eigen::VectorXd both = objective_values(one, aim({"robustness", "parameters"}), 100);
  EXPECT_EQ(both[0], 0.4);
  EXPECT_NEAR(both[1], -std::log(1000), 1e-12);
}

// An accuracy can be measured where a loss has overflowed.
TEST(Objectives, ValuesThatAreNotFiniteAreFailures) {
  SearchTrial one = trial(1, 0.9, 0.4);
  SearchAim both = aim({"parameters", "accuracy"});
  EXPECT_EQ(why_without_value(one, both, 100), "");
  one.epochs[1].validation_loss = HUGE_VAL;
  EXPECT_EQ(why_without_value(one, both, 100), "") << "the accuracy is known";
  both.estimator = "sovl";
  EXPECT_EQ(why_without_value(one, both, 100), "training diverged: its sovl is -inf");
  one.epochs[1].validation_loss = std::nan("");
  EXPECT_EQ(why_without_value(one, aim({"accuracy"}), 100),
            "training diverged: its validation loss is not a number");
}

TEST(Front, HasTheTrialsThatNoOtherDominates) {
  std::vector<SearchTrial> trials{trial(1, 0.9, 0.5), trial(2, 0.8, 0.4), trial(3, 0.7, 0.9),
                                  trial(4, 0.99, 0.99), trial(5, 0.9, 0.5)};
  trials[3].failure = "diverged";
  const SearchAim both = aim({"accuracy", "robustness"});
  EXPECT_EQ(front_of(trials, both, 100), (std::vector<std::size_t>{0, 2})) << "of equal ones the first";
  EXPECT_EQ(front_of(trials, aim({"accuracy"}), 100), (std::vector<std::size_t>{0}));
  trials[1].weights = 10;
  EXPECT_EQ(front_of(trials, aim({"accuracy", "robustness", "parameters"}), 100),
            (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Choice, FollowsItsRule) {
  const std::vector<SearchTrial> trials{trial(1, 0.960, 0.30), trial(2, 0.945, 0.50), trial(3, 0.940, 0.56),
                                        trial(4, 0.939, 0.60), trial(5, 0.500, 0.90)};
  const auto chosen = [&](const SearchAim& by) { return chosen_of(trials, by, 1000)->number; };
  EXPECT_EQ(chosen(aim({"accuracy"})), 1);
  EXPECT_EQ(chosen(aim({"robustness"})), 5) << "of one objective the best in it";
  EXPECT_EQ(chosen(aim({"accuracy", "robustness"}, "accuracy")), 1);
  EXPECT_EQ(chosen(aim({"accuracy", "robustness"}, "robustness")), 3)
      << "2 points below is near enough, more is not";
  EXPECT_EQ(chosen(aim({"accuracy", "robustness"}, "knee")), 4);
  EXPECT_EQ(chosen_of({}, aim({"accuracy"}), 1000), nullptr);
}

// Early epochs have large losses: for short trainings sums of losses are small and means are large.
TEST(Choice, ByLossesIsFairToLongTrainings) {
  const auto course = [](std::int64_t number, std::vector<double> losses) {
    SearchTrial trial{.number = number, .ended = true};
    for (const double loss : losses) trial.epochs.push_back({loss, 0.5, loss, loss});
    return trial;
  };
  std::vector<SearchTrial> trials{course(1, {1.5}), course(2, {1.4, 0.9, 0.7, 0.6, 0.5}),
                                  course(3, {1.4, 0.8, 0.6, 0.5, 0.4}), course(4, {1.45, 1.3})};
  trials[0].stopped = trials[3].stopped = true;
  for (const char* estimator : {"tse", "tse-e", "tse-ema", "sovl", "tlmini"}) {
    const SearchAim by{.estimator = estimator};
    EXPECT_EQ(chosen_of(trials, by, 100)->number, 3) << estimator;
    EXPECT_EQ(front_of(trials, by, 100), (std::vector<std::size_t>{2})) << estimator;
    EXPECT_EQ(best_first(trials, by, 100), (std::vector<std::size_t>{2, 1, 3, 0})) << estimator;
  }
}

TEST(Choice, OrdersAllTrialsWithAValue) {
  std::vector<SearchTrial> trials{trial(1, 0.90, 0.3), trial(2, 0.96, 0.1), trial(3, 0.95, 0.2),
                                  trial(4, 0.99, 0.9), trial(5, 0.95, 0.1)};
  trials[3].failure = "diverged";
  EXPECT_EQ(best_first(trials, aim({"accuracy"}), 1000), (std::vector<std::size_t>{1, 2, 4, 0}));
  EXPECT_EQ(best_first(trials, aim({"accuracy", "robustness"}, "robustness"), 1000),
            (std::vector<std::size_t>{2, 1, 4, 0}));
}

TEST(Choice, IsInTheFront) {
  // As accurate as the first, but less robust; as robust, but less accurate.
  const std::vector<SearchTrial> trials{trial(1, 0.95, 0.3), trial(2, 0.95, 0.5), trial(3, 0.94, 0.5)};
  EXPECT_EQ(chosen_of(trials, aim({"accuracy", "robustness"}, "accuracy"), 1000)->number, 2);
  EXPECT_EQ(chosen_of(trials, aim({"accuracy", "robustness"}, "robustness"), 1000)->number, 2);
}

}  // namespace
}  // namespace bora::nas
