#include "tuning/searcher.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/input_error.h"
#include "tuning/accepted_space.h"

namespace bora::tuning {
namespace {

TEST(Searcher, LocalPenalisationNeedsAModelWithGradients) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  TuningOptions options;
  options.optimiser = "forest";
  options.pending = "hlp";
  try {
    make_searcher(options, space.space(), 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "pending: hlp is for optimiser bayes; forest has no slopes to penalise by");
  }
}

// Settings follow the name of an optimiser; unknown ones are refused.
TEST(Searcher, OptimisersHaveSettings) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const auto made = [&](const std::string& optimiser, int objectives = 1) {
    TuningOptions options;
    options.optimiser = optimiser;
    return testing::input_error_or_accepted([&] { make_searcher(options, space.space(), objectives); });
  };
  for (const char* good :
       {"casmopolitan:as=paper", "casmopolitan:region=no:kernel=overlap", "cocabo:lambda=0.5",
        "bayes:as=paper:margin=0.01", "bayes:points=100", "turbo:initial=5:candidates=200:failures=3"})
    EXPECT_EQ(made(good), "accepted") << good;
  EXPECT_EQ(made("bayes:transform=no", 2), "accepted");
  EXPECT_EQ(made("tpe:lambda=1").substr(0, 35), "optimiser tpe: has no setting 'lamb");
  EXPECT_NE(made("bayes:kernl=se", 2).find("did you mean"), std::string::npos) << made("bayes:kernl=se", 2);
  EXPECT_NE(made("casmopolitan:kernel=none").find("scaled, printed, overlap"), std::string::npos);
  EXPECT_EQ(optimiser_settings("random").size(), 0U);
  EXPECT_EQ(optimiser_settings("tpe").size(), 3U);
  EXPECT_EQ(optimiser_settings("cocabo").size(), 5U);
  EXPECT_EQ(optimiser_settings("combo").size(), 6U);
  EXPECT_EQ(optimiser_settings("bocs").size(), 3U);
  EXPECT_EQ(optimiser_settings("mvrsm").size(), 3U);
  EXPECT_EQ(optimiser_settings("turbo").size(), 3U);
}

// OptimiserSupport, which --help prints, agrees with what the optimisers accept.
TEST(Searcher, OptimisersSupportWhatTheySay) {
  const ParameterSpace real = accepted_space("bayes");
  for (const std::string& name : optimiser_names()) {
    const ParameterSpace space = accepted_space(name);
    EXPECT_NO_THROW(check_accepts(name, space));
    TuningOptions options;
    options.optimiser = name;
    const OptimiserSupport& support = optimiser_support(name);
    EXPECT_EQ(support.name, name);
    const auto of_real = testing::input_error_or_accepted([&] { make_searcher(options, real.space(), 1); });
    EXPECT_EQ(of_real == "accepted", support.accepted == Accepted::any) << name << ": " << of_real;
    const auto several = testing::input_error_or_accepted([&] { make_searcher(options, space.space(), 2); });
    EXPECT_EQ(several == "accepted", support.several_objectives) << name << ": " << several;
    // A search with models of constraints must be told all slacks.
    const auto searcher = make_searcher(options, space.space(), 1, 2);
    const auto trial = searcher->ask();
    const auto too_few = testing::input_error_or_accepted([&] {
      searcher->tell(trial.number, {1.0, 1.0}, 1);
    });
    EXPECT_EQ(too_few != "accepted", support.models_constraints) << name << ": " << too_few;
    options.pending = "liar-min";
    const auto pending = testing::input_error_or_accepted([&] { make_searcher(options, space.space(), 1); });
    EXPECT_EQ(pending == "accepted", support.pending == "--pending") << name << ": " << pending;
  }
  EXPECT_EQ(optimiser_support("casmopolitan:as=paper").name, "casmopolitan");
  EXPECT_THROW(optimiser_support("bayess"), InputError);
}

TEST(Searcher, NamesTheParameterThatAnOptimiserDoesNotAccept) {
  const ParameterSpace space = parse_space(
      "[c]\ntype = \"categorical\"\nvalues = [1, 2]\n[n]\ntype = \"integer\"\nbounds = [1, 3]\n", "s.toml");
  EXPECT_NO_THROW(check_accepts("bayes", space));
  EXPECT_NO_THROW(check_accepts("combo", space));
  testing::expect_input_error([&] { check_accepts("combo", accepted_space("bayes")); }, "'x' is real",
                              "type = \"ordinal\"");
  testing::expect_input_error([&] { check_accepts("bocs:as=paper", space); }, "optimiser: bocs",
                              "'n' is not categorical", "type = \"categorical\"");
}

// The default numbers of initial points are 20, 24 and 10, so that all ten trials would be initial ones if
// the budget did not limit them.
TEST(Searcher, OptimisersLimitTheFirstPointsByTheBudget) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const auto last_of_ten = [&](const std::string& optimiser, int initial) {
    TuningOptions options;
    options.optimiser = optimiser;
    options.horizon = 10;
    options.initial_points = initial;
    const auto searcher = make_searcher(options, space.space(), 1);
    Trial<Eigen::VectorXd> trial;
    for (int i = 0; i < options.horizon; ++i) {
      trial = searcher->ask();
      searcher->tell(trial.number, {-trial.point[0]}, 1);
    }
    return trial.point[0];
  };
  for (const char* optimiser : {"casmopolitan", "cocabo", "tpe"}) {
    EXPECT_EQ(last_of_ten(optimiser, 0), last_of_ten(optimiser, 4)) << optimiser;
    EXPECT_NE(last_of_ten(optimiser, 0), last_of_ten(optimiser, 24)) << optimiser;
  }
}

TEST(Searcher, PerSecondSpendsLess) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const auto spent = [&](bool known) {
    double sum = 0;
    TuningOptions options;
    options.per_second = known;
    for (options.seed = 0; options.seed < 3; ++options.seed) {
      const auto searcher = make_searcher(options, space.space(), 1);
      for (int i = 0; i < 25; ++i) {
        const auto trial = searcher->ask();
        const double x = trial.point[0], cost = x > 0.5 ? 100 : 1;
        const double value = std::exp(-50 * std::pow(x - 0.25, 2)) + std::exp(-50 * std::pow(x - 0.75, 2));
        searcher->tell(trial.number, {value}, cost);
        sum += cost;
      }
    }
    return sum;
  };
  EXPECT_LT(spent(true), 0.7 * spent(false));
}

}  // namespace
}  // namespace bora::tuning
