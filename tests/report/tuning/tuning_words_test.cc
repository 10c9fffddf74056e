#include "report/tuning/tuning_words.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "report/tuning/results.h"
#include "support/temporary_folder.h"
#include "support/text.h"
#include "tuning/known_results.h"
#include "tuning/space/space_file.h"

namespace bora::report::tuning_words_test {
namespace {

using testing::contains;

constexpr const char* kSpace =
    "[lr]\ntype = \"log\"\nbounds = [1e-4, 1]\n[c]\ntype = \"categorical\"\nvalues = [\"a\", \"<i>\"]\n"
    "[s]\ntype = \"real\"\nbounds = [0, 1]\nwhen = \"c == '<i>'\"\n";

TEST(TuningWarnings, SayThatAllValuesAreTheSame) {
  const testing::TemporaryFolder folder = testing::TemporaryFolder::in_memory();
  const ParameterSpace space = parse_space(kSpace, "s.toml");
  TrialStore store = TrialStore::create(folder / "run", [](TrialStore&) {});
  Tuning tuning({}, &store, space, make_searcher({}, space.space(), 1), {{"value", false}});
  const auto tell = [&](double value) {
    const std::int64_t trial = tuning.ask()->number;
    tuning.end(trial, {value}, "done", "", 0.25, 1);
    tuning.tell(trial);
  };
  for (int i = 0; i < 4; ++i) tell(0.5);
  tell(0.5 + 1e-15);
  const std::string warning = "all 5 trials have the same value; check that the program uses its parameters";
  EXPECT_NE(summary_text(tuning, {5}).find("warning    " + warning + "\n"), std::string::npos);
  EXPECT_NE(tuning_report(tuning, "run", "command", {}).find(warning), std::string::npos);
  tell(0.5000001);
  EXPECT_EQ(summary_text(tuning, {6}).find("warning"), std::string::npos);
}

// Returns the summary of a run that minimises a and maximises b, with the given values of its trials.
std::string summary_of_two(const std::vector<std::pair<double, double>>& values) {
  const testing::TemporaryFolder folder = testing::TemporaryFolder::in_memory();
  const ParameterSpace space = parse_space(kSpace, "s.toml");
  TrialStore store = TrialStore::create(folder / "run", [](TrialStore&) {});
  Tuning tuning({}, &store, space, make_searcher({}, space.space(), 2), {{"a", false}, {"b", true}});
  for (const auto& [a, b] : values) {
    const std::int64_t trial = tuning.ask()->number;
    tuning.end(trial, {a, b}, "done", "", 0.25, 1);
    tuning.tell(trial);
  }
  return summary_text(tuning, {static_cast<int>(values.size())});
}

TEST(TuningWarnings, SayThatAnObjectiveIsConstant) {
  const std::string warning =
      "warning    objective b has the same value in all 5 trials, so it does not influence the front";
  EXPECT_NE(summary_of_two({{1, 7}, {2, 7}, {5, 7}, {4, 7}, {3, 7}}).find(warning), std::string::npos);
  EXPECT_EQ(summary_of_two({{1, 7}, {2, 7}, {5, 7}, {4, 7}}).find("warning"), std::string::npos);
}

TEST(TuningWarnings, SayThatObjectivesDoNotConflict) {
  const std::string warning = "warning    objectives a and b do not conflict";
  EXPECT_NE(summary_of_two({{1, 9}, {2, 8}, {5, 1}, {4, 2}, {3, 7}}).find(warning), std::string::npos);
  EXPECT_EQ(summary_of_two({{1, 9}, {2, 8}, {5, 1}, {4, 2}, {3, 8.5}}).find("warning"), std::string::npos);
  EXPECT_EQ(summary_of_two({{1, 9}, {1, 9}, {5, 1}, {4, 2}, {3, 7}}).find("warning"), std::string::npos)
      << "four different values are too few";
}

// Returns the summary of a run with constraints. trials: values of the constraints in each trial; none: the
// trial has failed. known: values of the constraints of a warm start, if there is one.
std::string summary_of_bounded(const std::vector<std::string>& bounds,
                               const std::vector<std::vector<double>>& trials,
                               const std::vector<double>& known = {}) {
  const testing::TemporaryFolder folder = testing::TemporaryFolder::in_memory();
  const ParameterSpace space = parse_space(kSpace, "s.toml");
  TrialStore store = TrialStore::create(folder / "run", [](TrialStore&) {});
  const auto parsed = parse_outcome_bounds(bounds);
  const auto with_value = [](double value, const std::vector<double>& measured) {
    std::vector<double> values{value};
    values.insert(values.end(), measured.begin(), measured.end());
    return values;
  };
  Known warm;
  if (!known.empty()) warm.emplace_back(Assignment{0.5, std::string("<i>"), 1.0}, with_value(50, known));
  TuningOptions options;
  options.optimiser = "random";
  Tuning tuning(warm_start_rows(warm, space), &store, space,
                make_searcher(options, space.space(), 1, static_cast<int>(parsed.size())), {{"value", false}},
                parsed);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const std::int64_t trial = tuning.ask()->number;
    if (trials[i].empty())
      tuning.end(trial, {}, "failed", "why", 0.25, 1);
    else
      tuning.end(trial, with_value(static_cast<double>(i), trials[i]), "done", "", 0.25, 1);
    tuning.tell(trial);
  }
  return summary_text(tuning, {static_cast<int>(trials.size())});
}

// Returns this summary if all constraints have the same value in a trial.
std::string summary_of_bounded(const std::vector<std::string>& bounds, const std::vector<double>& measured) {
  std::vector<std::vector<double>> trials;
  for (const double value : measured) trials.emplace_back(bounds.size(), value);
  return summary_of_bounded(bounds, trials);
}

// Returns 20 numbers spread from `first` to `last`.
std::vector<double> spread(double first, double last) {
  std::vector<double> out;
  for (int i = 0; i < 20; ++i) out.push_back(first + (last - first) * i / 19);
  return out;
}

TEST(TuningWarnings, SayThatAConstraintIsNotMeasured) {
  std::vector<double> same(20, 7);
  EXPECT_TRUE(contains(
      summary_of_bounded({"size<=20"}, same),
      "warning    constraint size<=20: size is 7 in all 20 trials; check that the program measures it\n"));
  same.pop_back();
  EXPECT_FALSE(contains(summary_of_bounded({"size<=20"}, same), "warning"));
  same.push_back(7.5);
  EXPECT_FALSE(contains(summary_of_bounded({"size<=20"}, same), "warning"));
}

TEST(TuningWarnings, SayThatAConstraintMayHaveTheWrongSign) {
  EXPECT_TRUE(contains(
      summary_of_bounded({"latency>=20"}, spread(21, 60)),
      "warning    constraint latency>=20: all 20 trials meet it, but the name suggests an upper bound; check its sign\n"));
  EXPECT_TRUE(contains(summary_of_bounded({"accuracy<=0.9"}, spread(0.5, 0.8)), "suggests a lower bound"));
  EXPECT_FALSE(contains(summary_of_bounded({"latency>=20"}, spread(19, 60)), "warning"))
      << "one trial breaks it";
  EXPECT_FALSE(contains(summary_of_bounded({"latency<=80"}, spread(21, 60)), "warning"));
  EXPECT_FALSE(contains(summary_of_bounded({"size>=20"}, spread(21, 60)), "warning"));
  EXPECT_FALSE(contains(summary_of_bounded({"latency>=20", "latency<=80"}, spread(21, 60)), "warning"))
      << "a range";
  EXPECT_TRUE(contains(summary_of_bounded({"size<=80", "latency>=20"}, spread(21, 60)), "upper bound"));
}

TEST(TuningWarnings, DoubtConstraintsByTheValuesOfTheirOwnTrials) {
  const std::vector<double> size = spread(10, 30), latency = spread(21, 60);
  std::vector<std::vector<double>> trials;
  for (std::size_t i = 0; i < size.size(); ++i) trials.push_back({size[i], latency[i]});
  const std::vector<std::string> bounds{"size<=20", "latency>=20"};
  const std::string doubt = "constraint latency>=20: all 20 trials meet it, but";
  EXPECT_TRUE(contains(summary_of_bounded(bounds, trials), doubt)) << "the second, as the first is active";
  EXPECT_TRUE(contains(summary_of_bounded(bounds, trials, {15, 5}), doubt)) << "of a warm start";
  trials.emplace_back();
  EXPECT_TRUE(contains(summary_of_bounded(bounds, trials), doubt)) << "a failed trial";
  trials.front() = {};
  EXPECT_FALSE(contains(summary_of_bounded(bounds, trials, {15, 25}), "warning")) << "of 19 trials";
}

TEST(TuningWarnings, SayThatAConstraintMayHaveTheWrongUnit) {
  EXPECT_TRUE(contains(
      summary_of_bounded({"latency<=20"}, spread(0.01, 0.06)),
      "warning    constraint latency<=20: all 20 trials meet it by far, the nearest with 0.06; check "
      "its unit and its sign\n"));
  EXPECT_TRUE(contains(summary_of_bounded({"accuracy>=0.9"}, spread(45, 80)), "the nearest with 45; check"));
  EXPECT_TRUE(contains(summary_of_bounded({"gain>=-20"}, spread(-2, -1)), "the nearest with -2; check"));
  EXPECT_FALSE(contains(summary_of_bounded({"latency<=20"}, spread(0.01, 2.1)), "warning"));
  EXPECT_FALSE(contains(summary_of_bounded({"drift<=20"}, spread(-300, -200)), "warning"));
  EXPECT_FALSE(contains(summary_of_bounded({"drift>=0"}, spread(200, 300)), "warning"));
  EXPECT_FALSE(contains(summary_of_bounded({"seconds<=20"}, spread(0.01, 0.06)), "warning"))
      << "of known unit";
}

TEST(TuningWarnings, SayThatRepeatsAreTheSame) {
  const testing::TemporaryFolder folder = testing::TemporaryFolder::in_memory();
  const ParameterSpace space = parse_space(kSpace, "s.toml");
  TrialStore store = TrialStore::create(folder / "run", [](TrialStore&) {});
  Tuning tuning({}, &store, space, make_searcher({}, space.space(), 1), {{"value", false}});
  const auto tell = [&](double first, double second) {
    const std::int64_t trial = tuning.ask()->number;
    tuning.add_repeat(trial, {1, "done", {first}, 1, 1, ""});
    tuning.add_repeat(trial, {2, "done", {second}, 1, 1, ""});
    tuning.end(trial, {(first + second) / 2}, "done", "", 2, 2);
    tuning.tell(trial);
  };
  tell(1, 1);
  EXPECT_EQ(summary_text(tuning, {1}).find("warning"), std::string::npos);
  tell(3, 3);
  EXPECT_NE(summary_text(tuning, {2}).find("warning    the 2 repeats of each trial have the same value"),
            std::string::npos);
  tell(2, 2.5);
  EXPECT_EQ(summary_text(tuning, {3}).find("warning"), std::string::npos);
}

// A warm start in percent, while the trials have shares.
TEST(TuningWarnings, SayThatAWarmStartIsBetterThanAllTrials) {
  const testing::TemporaryFolder folder = testing::TemporaryFolder::in_memory();
  const ParameterSpace space = parse_space(kSpace, "s.toml");
  const auto summary = [&](double second_known, bool maximise) {
    Known known;
    for (const double value : {93.0, second_known})
      known.emplace_back(Assignment{value / 100, std::string("<i>"), 1.0}, std::vector{value});
    TrialStore store =
        TrialStore::create(folder / fmt::format("{} {}", second_known, maximise), [](TrialStore&) {});
    Tuning tuning(warm_start_rows(known, space), &store, space, make_searcher({}, space.space(), 1),
                  {{"value", maximise}});
    for (int i = 0; i < 5; ++i) {
      const std::int64_t trial = tuning.ask()->number;
      tuning.end(trial, {0.5 + i * 0.1}, "done", "", 0.25, 1);
      tuning.tell(trial);
    }
    return summary_text(tuning, {5});
  };
  const std::string warning =
      "warning    each of the 2 values of the warm start is better than those of all 5 trials";
  EXPECT_NE(summary(91, true).find(warning), std::string::npos);
  EXPECT_EQ(summary(91, false).find("warning"), std::string::npos) << "the trials are better";
  EXPECT_EQ(summary(0.8, true).find("warning"), std::string::npos) << "a trial is better than a known value";
}

}  // namespace
}  // namespace bora::report::tuning_words_test
