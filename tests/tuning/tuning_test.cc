#include "tuning/tuning.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/text.h"
#include "support/input_error.h"
#include "support/parameter_name.h"
#include "support/temporary_folder.h"
#include "surrogates/pending/pending_policy.h"
#include "tuning/accepted_space.h"
#include "tuning/space/space_file.h"

namespace bora::tuning {
namespace {

namespace fs = std::filesystem;

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

INSTANTIATE_TEST_SUITE_P(All, TuningTest, ::testing::ValuesIn(tested_searches()), testing::parameter_name);

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

}  // namespace
}  // namespace bora::tuning
