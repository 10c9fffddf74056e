#include "tuning/tuning.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/text.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"
#include "surrogates/pending/pending_policy.h"
#include "tuning/known_results.h"
#include "tuning/space/space_file.h"

namespace bora::tuning {
namespace {

namespace fs = std::filesystem;

// Returns a space that the optimiser accepts, with a parameter x in [0, 1] and a categorical parameter c.
ParameterSpace accepted_space(const std::string& optimiser) {
  const Accepted accepted = optimiser_support(optimiser).accepted;
  std::string x = "type = \"real\"\nbounds = [0, 1]";
  if (accepted != Accepted::any) {
    x = fmt::format("type = \"{}\"\nvalues = [0.0",
                    accepted == Accepted::categorical ? "categorical" : "ordinal");
    for (int i = 1; i <= 40; ++i) x += fmt::format(", {:.3f}", i / 40.0);
    x += "]";
  }
  return parse_space("[x]\n" + x + "\n[c]\ntype = \"categorical\"\nvalues = [\"a\", \"b\"]\n", "s.toml");
}

class TuningTest : public ::testing::TestWithParam<std::string> {
 protected:
  TuningTest() : space_(accepted_space(split(GetParam(), ' ').front())) {
    const auto parts = split(GetParam(), ' ');
    options_.optimiser = parts.front();
    if (parts.size() > 1) options_.pending = parts[1];
    options_.initial_points = 4;
    options_.horizon = 20;
  }
  static std::vector<Objective> one() { return {{"value", true}}; }
  TrialStore store() const {
    return TrialStore::holds_run(folder_) ? TrialStore::open(folder_)
                                          : TrialStore::create(folder_, [](TrialStore&) {});
  }
  Tuning tuning(TrialStore& store) const {
    return {store.trials(), &store, space_, make_searcher(options_, space_.space(), 1), one()};
  }
  // Ends and tells a trial, which fails if the category is "b" and x > 0.8.
  static void evaluate(Tuning& tuning, std::int64_t trial) {
    const Assignment values = tuning.assignment(trial);
    const double x = std::get<double>(*values[0]);
    const bool b = to_text(*values[1]) == "b";
    if (b && x > 0.8) {
      tuning.end(trial, {}, "failed", "exit code 1", 0.1, 1);
    } else {
      tuning.end(trial, {(b ? 1 : 0) - x * x}, "done", "", 0.1, 1);
    }
    tuning.tell(trial);
  }
  static std::vector<std::string> keys(const Tuning& tuning) {
    std::vector<std::string> out;
    for (const auto& [number, row] : tuning.trials()) out.push_back(row.key);
    return out;
  }
  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  fs::path folder_ = temporary_ / "run";
  ParameterSpace space_;
  TuningOptions options_;
};

// Runs two trials at a time, told out of order, with and without reopening the run after each event.
TEST_P(TuningTest, ResumesWithTheSameResult) {
  std::vector<std::string> whole;
  for (const bool interrupted : {false, true}) {
    fs::remove_all(folder_);
    std::optional<TrialStore> kept = store();
    std::optional<Tuning> tuning(std::in_place, this->tuning(*kept));
    const auto put_down = [&] {
      if (!interrupted) return;
      tuning.reset();
      kept.reset();
      kept.emplace(store());
      tuning.emplace(this->tuning(*kept));
    };
    std::int64_t late = tuning->ask()->number;
    for (int i = 0; i < 12; ++i) {
      put_down();
      const std::int64_t next = tuning->ask()->number;
      put_down();
      evaluate(*tuning, i % 3 == 0 ? next : late);
      if (i % 3 != 0) late = next;
    }
    if (!interrupted) whole = keys(*tuning);
    EXPECT_EQ(keys(*tuning), whole);
    EXPECT_EQ(tuning->asked(), 13);
    EXPECT_EQ(tuning->told(), 12);
    EXPECT_TRUE(tuning->best());
  }
}

TEST_P(TuningTest, RefusesAStoreOfAnotherOptimiser) {
  {
    TrialStore kept = store();
    Tuning first = tuning(kept);
    for (int i = 0; i < 3; ++i) evaluate(first, first.ask()->number);
  }
  TrialStore kept = store();
  options_.seed = 5;
  try {
    tuning(kept);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("trial 1 is not what this program asks for"), std::string::npos);
  }
}

TEST_P(TuningTest, StartsWithKnownValues) {
  TrialStore kept = store();
  for (const TrialRow& row :
       warm_start_rows({{{0.25, std::string("a")}, {3}}, {{0.5, std::string("b")}, {4}}}, space_))
    kept.add(row);
  std::optional<Tuning> first(std::in_place, tuning(kept));
  EXPECT_EQ(first->best(), -1);
  EXPECT_EQ(first->since_best(), 0) << "nothing was tried in vain yet";
  evaluate(*first, first->ask()->number);
  EXPECT_EQ(first->since_best(), 1);
  const auto before = keys(*first);
  first.reset();
  const Tuning again = tuning(kept);
  EXPECT_EQ(keys(again), before);
  EXPECT_EQ(again.best(), -1);
  EXPECT_EQ(again.asked(), 1);
}

// Reading a run does not require that its points can be asked for again.
TEST_P(TuningTest, CanBeReadWithoutASearcher) {
  TrialStore kept = store();
  Tuning whole = tuning(kept);
  for (int i = 0; i < 6; ++i) evaluate(whole, whole.ask()->number);
  whole.ask();
  const Tuning seen(kept.trials(), nullptr, space_, nullptr, one());
  EXPECT_EQ(keys(seen), keys(whole));
  EXPECT_EQ(seen.front(), whole.front());
  EXPECT_EQ(seen.asked(), 7);
  EXPECT_EQ(seen.longest_without_better(), whole.longest_without_better());
  EXPECT_EQ(seen.assignment(7), whole.assignment(7));
}

TEST_P(TuningTest, TellsATrialOnce) {
  TrialStore kept = store();
  Tuning one = tuning(kept);
  const std::int64_t trial = one.ask()->number;
  one.end(trial, {1.0}, "done", "", 0, 1);
  EXPECT_THROW(one.end(trial, {2.0}, "done", "", 0, 1), InputError);
  one.tell(trial);
  EXPECT_THROW(one.tell(trial), InputError);
  EXPECT_THROW(one.end(99, {2.0}, "done", "", 0, 1), InputError);
}

// Returns all optimisers, and bayes with each other policy for pending trials.
std::vector<std::string> tested_searches() {
  std::vector<std::string> names = optimiser_names();
  std::ranges::replace(names, "combo", "combo:drawn=100:burn=5");  // few draws, for speed
  for (const std::string& pending : pending_policy_names())
    if (pending != TuningOptions().pending) names.push_back("bayes " + pending);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, TuningTest, ::testing::ValuesIn(tested_searches()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(Tuning, LocalPenalisationNeedsAModelWithGradients) {
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

TEST(Tuning, EndsIfAllPointsWereTried) {
  const auto temporary = testing::TemporaryFolder::in_memory();
  const fs::path folder = temporary / "run";
  TrialStore kept = TrialStore::create(folder, [](TrialStore&) {});
  const ParameterSpace space = parse_space("[c]\ntype = \"ordinal\"\nvalues = [1, 2, 3]\n", "s.toml");
  Tuning tuning(kept.trials(), &kept, space, make_searcher({}, space.space(), 1), {{"value", false}});
  for (int i = 0; i < 3; ++i) {
    const auto trial = tuning.ask();
    ASSERT_TRUE(trial);
    tuning.end(trial->number, {static_cast<double>(i)}, "done", "", 0, 1);
    tuning.tell(trial->number);
  }
  EXPECT_FALSE(tuning.ask());
  EXPECT_EQ(tuning.best(), 1) << "minimised";
  EXPECT_EQ(tuning.since_best(), 2);
}

// One objective is minimised, the other maximised; each is told with its own sign.
TEST(Tuning, KeepsTheFrontOfSeveralObjectives) {
  const auto temporary = testing::TemporaryFolder::in_memory();
  const fs::path folder = temporary / "run";
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const std::vector<Objective> objectives{{"loss", false}, {"gain", true}};
  std::vector<std::int64_t> front;
  std::string key;
  {
    TrialStore kept = TrialStore::create(folder, [](TrialStore&) {});
    Tuning tuning(kept.trials(), &kept, space, make_searcher({}, space.space(), 2), objectives);
    const std::vector<std::vector<double>> told{{3, 1}, {2, 2}, {2.5, 1.5}, {1, 0}, {2, 2}, {}};
    for (const auto& values : told) {
      const std::int64_t trial = tuning.ask()->number;
      tuning.end(trial, values, values.empty() ? "failed" : "done", "", 0, 1);
      tuning.tell(trial);
    }
    front = tuning.front();
    EXPECT_EQ(front, (std::vector<std::int64_t>{2, 4})) << "of equal ones the first";
    EXPECT_EQ(tuning.since_best(), 2);
    EXPECT_EQ(tuning.longest_without_better(), 2);
    EXPECT_EQ(tuning.searcher()->model(), nullptr);
    key = tuning.ask()->key;
  }
  TrialStore kept = TrialStore::open(folder);
  const Tuning again(kept.trials(), &kept, space, make_searcher({}, space.space(), 2), objectives);
  EXPECT_EQ(again.front(), front);
  EXPECT_EQ(again.trials().at(7).key, key);
  EXPECT_EQ(again.trials().at(3).values, (std::vector<double>{2.5, 1.5}));
  TuningOptions options;
  options.optimiser = "tpe";
  EXPECT_THROW(make_searcher(options, space.space(), 2), InputError);
}

// Settings follow the name of an optimiser; unknown ones are refused.
TEST(Tuning, OptimisersHaveSettings) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const auto made = [&](const std::string& optimiser, int objectives = 1) {
    TuningOptions options;
    options.optimiser = optimiser;
    return testing::input_error_or_accepted([&] { make_searcher(options, space.space(), objectives); });
  };
  for (const char* good : {"casmopolitan:as=paper", "casmopolitan:region=no:kernel=overlap",
                           "cocabo:lambda=0.5", "bayes:as=paper:margin=0.01", "bayes:points=100"})
    EXPECT_EQ(made(good), "accepted") << good;
  EXPECT_EQ(made("bayes:transform=no", 2), "accepted");
  EXPECT_EQ(made("tpe:lambda=1").substr(0, 35), "optimiser tpe: has no setting 'lamb");
  EXPECT_NE(made("bayes:kernl=se", 2).find("did you mean"), std::string::npos) << made("bayes:kernl=se", 2);
  EXPECT_NE(made("casmopolitan:kernel=none").find("scaled, printed, overlap"), std::string::npos);
  EXPECT_EQ(optimiser_settings("random").size(), 0U);
  EXPECT_EQ(optimiser_settings("tpe").size(), 3U);
  EXPECT_EQ(optimiser_settings("cocabo").size(), 4U);
  EXPECT_EQ(optimiser_settings("combo").size(), 6U);
  EXPECT_EQ(optimiser_settings("bocs").size(), 3U);
  EXPECT_EQ(optimiser_settings("mvrsm").size(), 3U);
}

// OptimiserSupport, which --help prints, agrees with what the optimisers accept.
TEST(Tuning, OptimisersSupportWhatTheySay) {
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

TEST(Tuning, NamesTheParameterThatAnOptimiserDoesNotAccept) {
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
TEST(Tuning, OptimisersLimitTheFirstPointsByTheBudget) {
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

// Values of the constraints follow those of the objectives; the best trial is the best feasible one.
TEST(Tuning, KeepsTheBestThatMeetsTheConstraints) {
  const auto temporary = testing::TemporaryFolder::in_memory();
  const fs::path folder = temporary / "run";
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const std::vector<OutcomeBound> bounds = parse_outcome_bounds({"mem<=2", "mem>=1", "gain>=5"});
  for (const std::string optimiser : {"bayes", "forest", "tpe", "random"}) {
    fs::remove_all(folder);
    TuningOptions options;
    options.optimiser = optimiser;
    options.initial_points = 3;
    const auto searcher = [&] { return make_searcher(options, space.space(), 1, 3); };
    std::string key;
    {
      TrialStore kept = TrialStore::create(folder, [](TrialStore&) {});
      Tuning tuning(kept.trials(), &kept, space, searcher(), {{"value", false}}, bounds);
      const std::vector<std::vector<double>> told{{1, 3, 3, 5}, {7, 2, 2, 5}, {0, 1.5, 1.5, 4}, {},
                                                  {6, 1, 1, 9}, {6, 1, 1, 9}, {5, 0.5, 0.5, 9}};
      for (std::size_t i = 0; i < told.size(); ++i) {
        const std::int64_t trial = tuning.ask()->number;
        tuning.end(trial, told[i], told[i].empty() ? "failed" : "done", "", 0, 1);
        tuning.tell(trial);
        EXPECT_EQ(tuning.best().has_value(), i >= 1) << i;
      }
      EXPECT_EQ(tuning.best(), 5);
      EXPECT_EQ(tuning.since_best(), 2);
      EXPECT_FALSE(tuning.feasible(tuning.trials().at(4))) << "without values";
      EXPECT_EQ(tuning.trials().at(7).values, told[6]);
      key = tuning.ask()->key;
    }
    TrialStore kept = TrialStore::open(folder);
    const Tuning again(kept.trials(), &kept, space, searcher(), {{"value", false}}, bounds);
    EXPECT_EQ(again.best(), 5);
    EXPECT_EQ(again.trials().at(8).key, key);
    EXPECT_THROW(Tuning(kept.trials(), &kept, space, nullptr, {{"value", false}}), InputError)
        << "a run with constraints that are not said";
  }
}

// For several objectives, the front holds only feasible trials; one constraint is on an objective.
TEST(Tuning, KeepsAFrontThatMeetsTheConstraints) {
  const auto temporary = testing::TemporaryFolder::in_memory();
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const std::vector<Objective> objectives{{"loss", false}, {"gain", true}};
  for (const std::string optimiser : {"bayes", "random"}) {
    TuningOptions options;
    options.optimiser = optimiser;
    TrialStore kept = TrialStore::create(temporary / optimiser, [](TrialStore&) {});
    Tuning tuning(kept.trials(), &kept, space, make_searcher(options, space.space(), 2, 1), objectives,
                  parse_outcome_bounds({"gain<=2"}));
    for (const auto& [loss, gain] : {std::pair{1.0, 3.0}, {2.0, 2.0}, {3.0, 1.0}, {1.5, 1.0}, {0.5, 2.5}}) {
      const std::int64_t trial = tuning.ask()->number;
      tuning.end(trial, {loss, gain, gain}, "done", "", 0, 1);
      tuning.tell(trial);
    }
    EXPECT_EQ(tuning.front(), (std::vector<std::int64_t>{2, 4}));
  }
}

// Rows of a run that bo-opt cannot have written are refused.
class StoredRunTest : public ::testing::Test {
 protected:
  static constexpr const char* kSpace = "[x]\ntype = \"real\"\nbounds = [0, 1]\n";
  static TrialRow valid_row() {
    TrialRow row;
    row.number = 1;
    row.key = "0.5";
    row.point = R"({"x": 0.5})";
    row.status = "done";
    row.values = {2, 3};
    row.asked = 1;
    row.told = 2;
    return row;
  }
  Known read(const TrialRow& row, const std::map<std::string, std::string>& changed = {},
             const std::string& second = "time") {
    const fs::path folder = temporary_ / std::to_string(++runs_);
    TrialStore::create(folder, [&](TrialStore& store) {
      std::map<std::string, std::string> facts{
          {"space", kSpace}, {"objectives", R"({"value": "minimise"})"}, {"constraints", R"(["time<=20"])"}};
      for (const auto& [key, value] : changed) facts[key] = value;
      for (const auto& [key, value] : facts) store.set(key, value);
      store.add(row);
      for (const RepeatRow& repeat : row.repeats) store.add_repeat(row.number, repeat);
    });
    std::vector<std::string> left_out;
    return read_run_results(folder, space_, {{"value", false}, {second, false}}, left_out);
  }
  void refuses(const TrialRow& row, const std::string& words,
               const std::map<std::string, std::string>& changed = {}) {
    testing::expect_input_error([&] { read(row, changed); }, "run.sqlite: ", words);
  }
  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  ParameterSpace space_ = parse_space(kSpace, "s.toml");
  int runs_ = 0;
};

TEST_F(StoredRunTest, IsReadAsResults) {
  const Known known = read(valid_row());
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0].second, (std::vector<double>{2, 3}));
}

// Two runs of the program took 10 and 30 seconds; a bound on seconds applies to their mean, 20.
TEST_F(StoredRunTest, HasTheMeanSecondsOfRepeats) {
  TrialRow row = valid_row();
  row.values = {2, 20};
  row.seconds = 40;
  row.repeats = {{1, "done", {1, 10}, 10, 1, ""}, {2, "done", {3, 30}, 30, 1, ""}};
  const Known known = read(row, {{"constraints", R"(["seconds<=20"])"}}, "seconds");
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0].second, (std::vector<double>{2, 20}));
}

TEST_F(StoredRunTest, RefusesDamagedTrials) {
  TrialRow row = valid_row();
  row.asked.reset();
  refuses(row, "trials, number 1: was not asked for");
  row = valid_row();
  row.number = 0;
  row.asked = row.told = {};
  refuses(row, "trials, number 0: was not told");
  row = valid_row();
  row.asked = 2;
  refuses(row, "trials, number 1: was told before it was asked for");
  row = valid_row();
  row.values = {2};
  row.told.reset();
  refuses(row, "trials, number 1: has 1 values, expected 2");
  row = valid_row();
  for (const int number : {1, 2}) row.repeats.push_back({number, "done", {2}, 0, 1, ""});
  refuses(row, "trials, number 1: a repeat has 1 values, expected 2");
  row.values = {2, 1};
  row.repeats = {{1, "done", {2, 1}, 0, 1, ""}, {2, "failed", {}, 0, 1, "exit code 1"}};
  refuses(row, "trials, number 1: has values, but one of its repeats has none");
  row = valid_row();
  row.key = "0.5 0.5";
  refuses(row, "point: 2 coordinates, expected 1");
}

TEST_F(StoredRunTest, RefusesDamagedFacts) {
  refuses(valid_row(), "run.objectives is '[]', expected", {{"objectives", "[]"}});
  refuses(valid_row(), "run.objectives is '{}', expected", {{"objectives", "{}"}});
  refuses(valid_row(), "run.objectives is '{\"a\": 1}', expected", {{"objectives", R"({"a": 1})"}});
  refuses(valid_row(), "run.constraints is '[1]', expected", {{"constraints", "[1]"}});
}

TEST(TrialStore, RefusesAPointThatIsNotJson) {
  const testing::TemporaryFolder folder;
  TrialStore::create(folder.path(), [](TrialStore& store) {
    TrialRow row;
    row.number = 1;
    row.point = "nonsense";
    store.add(row);
  });
  testing::expect_input_error([&] { read_tuning_run(folder.path()); },
                              "trials, number 1: point is 'nonsense'");
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
