#include "tuning/trials_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"
#include "tuning/space/space_file.h"

namespace bora::tuning {
namespace {

constexpr const char* kTunedSpace =
    "[lr]\ntype = \"log\"\nbounds = [1e-4, 1]\n[c]\ntype = \"categorical\"\nvalues = [\"a\", \"b\", \"c\"]\n"
    "[none]\ntype = \"real\"\nbounds = [0, 1]\n[f]\ntype = \"integer\"\nbounds = [2, 2]\n"
    "[s]\ntype = \"real\"\nbounds = [0, 1]\nwhen = \"c == 'b'\"\n";

class TrialsModelTest : public ::testing::TestWithParam<std::string> {
 protected:
  TrialsModelTest() : space_(parse_space(kTunedSpace, "s.toml")) {
    TuningOptions options;
    options.optimiser = GetParam();
    store_.emplace(TrialStore::create(temporary_ / "run", [](TrialStore&) {}));
    tuning_.emplace(std::vector<TrialRow>{}, &*store_, space_, make_searcher(options, space_.space(), 1),
                    std::vector<Objective>{{"value", true}});
  }
  // Runs trials. diverged: number of a trial that gets a value far below all others; 0: none.
  void run(int trials, std::int64_t diverged = 0) {
    for (int i = 0; i < trials; ++i) {
      const std::int64_t trial = tuning_->ask()->number;
      const Assignment point = tuning_->assignment(trial);
      const double lr = std::log10(std::get<double>(*point[0]));
      const double s = point[4] ? std::get<double>(*point[4]) : 0;
      const double value = -lr * lr + (to_text(*point[1]) == "a" ? 3 : 0) + 0.5 * s;
      tuning_->end(trial, {trial == diverged ? -1e6 : value}, "done", "", 1, 1);
      tuning_->tell(trial);
    }
  }
  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  ParameterSpace space_;
  std::optional<TrialStore> store_;
  std::optional<Tuning> tuning_;
};

// Effects of numbers, categories and conditional parameters are comparable: they add up to 1.
TEST_P(TrialsModelTest, SaysHowMuchParametersMatter) {
  run(40);
  const auto model = TrialsModel::fit(*tuning_, 0);
  ASSERT_TRUE(model);
  const std::vector<double> effects = model->effects();
  ASSERT_EQ(effects.size(), 5u);
  EXPECT_NEAR(std::accumulate(effects.begin(), effects.end(), 0.0), 1, 1e-9);
  EXPECT_GT(effects[0], 0.6);
  EXPECT_GT(effects[1], 0.05);
  EXPECT_LT(effects[1], effects[0]);
  EXPECT_LT(effects[2], 0.02) << "changes nothing";
  EXPECT_EQ(effects[3], 0) << "is frozen";
  EXPECT_LT(effects[4], effects[1]) << "matters little, and in a third of the space";
  const auto said = model->predict(tuning_->point(1));
  EXPECT_NEAR(said.median, tuning_->trials().at(1).values[0], 0.5);
  EXPECT_LT(said.lower, said.median);
  EXPECT_LT(said.median, said.upper);
}

TEST_P(TrialsModelTest, ADivergedValueDoesNotSpoilTheFit) {
  run(40, 1);
  const auto model = TrialsModel::fit(*tuning_, 0);
  ASSERT_TRUE(model);
  const std::int64_t best = *tuning_->best();
  EXPECT_NEAR(model->predict(tuning_->point(best)).median, tuning_->trials().at(best).values[0], 0.7);
  double spread = 0;
  for (std::int64_t trial = 2; trial <= 40; ++trial)
    spread = std::max(spread, std::abs(model->predict(tuning_->point(trial)).median -
                                       model->predict(tuning_->point(best)).median));
  EXPECT_GT(spread, 2) << "of values that differ by more";
}

TEST_P(TrialsModelTest, NeedsValues) {
  run(3);
  EXPECT_FALSE(TrialsModel::fit(*tuning_, 0));
}

INSTANTIATE_TEST_SUITE_P(All, TrialsModelTest, ::testing::Values("bayes", "random", "forest"));

// The values are x at 21 points, except for one infeasible point with a value far better than all others.
TEST(TrialsModel, AnExtremeInfeasibleValueDoesNotSpoilTheFit) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  constexpr int kPoints = 20;
  std::vector<TrialRow> rows;
  for (int i = 0; i <= kPoints; ++i) {
    TrialRow& row = rows.emplace_back();
    const double x = static_cast<double>(i) / kPoints;
    row.number = i + 1;
    row.key = space.space().key(Eigen::VectorXd::Constant(1, x));
    row.point = "{}";
    row.status = "done";
    row.values = i == 4 ? std::vector<double>{-1e9, 2} : std::vector<double>{x, 0.5};
    row.asked = 2 * i + 1;
    row.told = 2 * i + 2;
  }
  const Tuning tuning(rows, nullptr, space, nullptr, {{"value", false}}, parse_outcome_bounds({"size<=1"}));
  const auto model = TrialsModel::fit(tuning, 0);
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->predict(Eigen::VectorXd::Constant(1, 0.9)).median, 0.9, 0.4);
  EXPECT_NEAR(model->predict(Eigen::VectorXd::Constant(1, 0.6)).median, 0.6, 0.4);
}

}  // namespace
}  // namespace bora::tuning
