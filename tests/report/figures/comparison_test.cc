#include "report/figures/comparisons/comparison.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "report/figures/comparisons/pool.h"
#include "report/figures/summary.h"
#include "report/views/formats/comparison_formats.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

#include "attacks/record/synthetic_run.h"

namespace bora::report {
namespace {

class Comparison : public ::testing::Test {
 protected:
  RunRecord record_of(const SyntheticRun& run, const std::string& name) {
    return bora::attacks::record_of(run, folder_ / name);
  }
  testing::TemporaryFolder folder_;
};

/// Returns a run on two images, two targets each, budget 100; square succeeds at once on the first image.
SyntheticRun small_run() {
  SyntheticRun run;
  run.inputs = {{0, 0, true, ""}, {3, 3, true, ""}};
  add_instance(run, "square", 0, 1, 5);
  add_instance(run, "square", 0, 2, 8);
  add_instance(run, "square", 1, 1, 100);
  add_instance(run, "square", 1, 2, 100);
  return run;
}

// Data descriptions that differ only in parts that depend on the model count as the same data.
TEST(ComparedData, IsWithoutWhatDependsOnTheModel) {
  const std::string order =
      "folders are classes in the order of their numbers: the model is right on 9 of 20 images, 3 in the "
      "order of their names as text";
  const std::string drawn =
      "40 images drawn at random as a test part, since d (1) has none of its own; --part all: all of them";
  EXPECT_EQ(compared_data("d (1)"), "d (1)");
  EXPECT_EQ(compared_data("d (1) (" + drawn + ")"), "d (1)");
  EXPECT_EQ(compared_data("d (1) (in grey)"), "d (1) (in grey)");
  EXPECT_EQ(compared_data("d (1) (" + drawn + "; in grey)"), "d (1) (in grey)");
  const std::string long_name(100'000, 'n');
  EXPECT_EQ(compared_data(long_name + " (" + drawn + ")"), long_name + " (" + drawn + ")");
  EXPECT_EQ(compared_data("d (in grey; " + order + ")"),
            "d (in grey; folders are classes in the order of their numbers)");
  EXPECT_EQ(compared_data("d (" + drawn + "; " + order + ")"),
            "d (folders are classes in the order of their numbers)");
  // A folder, such as the one of a continuous-integration job, does not make other data.
  for (const char* const path : {"d.npz", "/home/me/d.npz", "../d.npz"})
    EXPECT_EQ(compared_data(std::string(path) + " (in grey)"), "d.npz (in grey)");
  EXPECT_EQ(compared_data("/ci/job (2)/d.npz"), "d.npz");
  EXPECT_EQ(compared_data("/ci/job (2)/d (1).npz (since a (b) has none)"),
            "d (1).npz (since a (b) has none)");
  EXPECT_EQ(compared_data("/a/mnist/:train=0-99"), "mnist/:train=0-99");
  EXPECT_EQ(compared_data("/a/mnist/"), "mnist");
}

TEST_F(Comparison, MatchesInstancesByRecordAndTarget) {
  const SyntheticRun before = small_run();
  SyntheticRun after = before;
  // Another order and another first image: positions differ, records do not.
  std::reverse(after.instances.begin(), after.instances.end());
  after.instances[0].status = "success";  // image 1 towards 2
  after.instances[0].queries = 60;
  after.instances.pop_back();  // image 0 towards 1 was not tried
  const RunComparison result = compare_runs(record_of(before, "before"), record_of(after, "after"), "");
  ASSERT_EQ(result.attacks.size(), 1U);
  EXPECT_EQ(result.points, (std::vector<int>{10, 50, 100}));
  const AttackComparison& square = result.attacks[0];
  EXPECT_EQ(square.images, 2);
  EXPECT_EQ(square.points[0].pairs, 3);
  EXPECT_EQ(square.points[0].both, 1);
  EXPECT_EQ(square.points[0].neither(), 2);
  EXPECT_EQ(square.points[2].both, 1);
  EXPECT_EQ(square.points[2].only_second, 1);
  EXPECT_EQ(square.points[2].only_first, 0);
  EXPECT_EQ(square.points[2].neither(), 1);
  EXPECT_NE(square.first_label.find("before: square"), std::string::npos);
}

TEST_F(Comparison, OfSemanticRunsHasTheEarlyPointOfTheirReports) {
  RunRecord before = record_of(small_run(), "before"), after = record_of(small_run(), "after");
  for (RunRecord* run : {&before, &after}) {
    run->threat = "semantic";
    run->changes = "rotate=-30:30";
  }
  const std::vector<int> points = {10, 25, 50, 100};
  EXPECT_EQ(compare_runs(before, after, "").points, points);
  EXPECT_EQ(pool_runs({before}, {}).points, points);
}

TEST_F(Comparison, SaysThatModelsAreCopies) {
  SyntheticRun other = small_run();
  other.model = "victims/copy.pt";
  const RunRecord one = record_of(small_run(), "a");
  RunRecord two = record_of(other, "b");
  const std::string model = "model: victims/digits.pt against victims/copy.pt";
  EXPECT_EQ(compare_runs(one, two, "").differences,
            std::vector<std::string>{model + " (files of the same content)"});
  two.defence = "jpeg:75";
  EXPECT_EQ(compare_runs(one, two, "").differences, std::vector<std::string>{model + " behind jpeg:75"});
}

TEST_F(Comparison, OfRunsTakesTheSmallerBudgetAndSaysWhatDiffers) {
  SyntheticRun other = small_run();
  other.model = "victims/defended.pt";
  other.model_sha256 = "b";
  other.budget = 40;
  for (auto& instance : other.instances) instance.queries = std::min(instance.queries, 40);
  const RunComparison result = compare_runs(record_of(small_run(), "a"), record_of(other, "b"), "");
  EXPECT_EQ(result.points, (std::vector<int>{10, 40}));
  ASSERT_EQ(result.differences.size(), 2U);
  EXPECT_EQ(result.differences[0], "model: victims/digits.pt against victims/defended.pt");
  EXPECT_EQ(result.differences[1], "budget: 100 against 40");
}

// The median of the longer run lies between the budgets.
TEST_F(Comparison, MediansAreThoseWithinTheSmallerBudget) {
  SyntheticRun longer = small_run();
  for (auto& instance : longer.instances) {
    instance.queries = 60;
    instance.status = "success";
  }
  SyntheticRun shorter = small_run();
  shorter.budget = 40;
  for (auto& instance : shorter.instances) instance.queries = std::min(instance.queries, 40);
  const RunComparison result = compare_runs(record_of(longer, "a"), record_of(shorter, "b"), "");
  const MedianRatio& medians = result.attacks.at(0).medians;
  EXPECT_FALSE(medians.first) << *medians.first << " queries, not within 40";
  EXPECT_TRUE(medians.first_beyond);
}

// Successes of the longer run beyond the smaller budget do not make the other model look better.
TEST_F(Comparison, RobustAccuracyIsThatWithinTheSmallerBudget) {
  const auto run_of = [](int budget, const std::vector<int>& queries) {
    SyntheticRun run;
    run.targeted = false;
    run.budget = budget;
    for (int i = 0; i < static_cast<int>(queries.size()); ++i) {
      run.inputs.push_back({i % 10, i % 10, true, ""});
      add_instance(run, "square", i, 0, queries[static_cast<std::size_t>(i)]);
      run.instances.back().target.reset();
    }
    return run;
  };
  const RunRecord longer = record_of(run_of(100, {5, 60, 70, 100}), "longer");
  const RunRecord shorter = record_of(run_of(40, {5, 40, 40, 40}), "shorter");
  for (const auto& [first, second] : {std::pair{&longer, &shorter}, {&shorter, &longer}}) {
    const auto robust = compare_runs(*first, *second, "").robust;
    ASSERT_TRUE(robust);
    EXPECT_EQ(robust->fooled.pairs, 4);
    EXPECT_EQ(robust->fooled.both, 1);
    EXPECT_EQ(robust->fooled.only_first + robust->fooled.only_second, 0);
    EXPECT_EQ(robust->fooled.unknown, 0);
  }
}

TEST_F(Comparison, OfRunsWithoutACommonAttackTakesEveryPair) {
  SyntheticRun other = small_run();
  other.attacks = {"random", "gp-bo"};
  for (auto& instance : other.instances) instance.attack = "random";
  add_instance(other, "gp-bo", 0, 1, 7);
  const RunRecord first = record_of(small_run(), "a");
  const RunRecord second = record_of(other, "b");
  EXPECT_EQ(compare_runs(first, second, "").attacks.size(), 2U);
  EXPECT_EQ(compare_runs(first, second, "square").attacks.size(), 2U);
  const auto compare = [&] { compare_runs(first, second, "random"); };
  testing::expect_input_error(compare, "--against", "random", "square");
}

TEST_F(Comparison, OfRunsThatCannotBePairedIsRefused) {
  const RunRecord first = record_of(small_run(), "a");
  RunRecord other = first;
  other.data = "another set";
  testing::expect_input_error([&] { compare_runs(first, other, ""); }, "the data", "another set");
  other = first;
  other.inputs[1].label = 7;
  testing::expect_input_error([&] { compare_runs(first, other, ""); }, "record 4001", "class 3", "7");
  other = first;
  for (auto& image : other.inputs) image.record += 100;
  testing::expect_input_error([&] { compare_runs(first, other, ""); }, "no input and target is in both");
}

// Data that were changed under their name may keep the classes of their records.
TEST_F(Comparison, OfOtherImagesOfTheSameClassesIsRefused) {
  SyntheticRun changed = small_run();
  changed.inputs[1] = {5, 5, true, ""};
  const RunRecord first = record_of(small_run(), "first");
  RunRecord second = record_of(small_run(), "second");
  EXPECT_NO_THROW(compare_runs(first, second, ""));
  second.database = record_of(changed, "changed").database;
  const auto refused = [](const auto& action) {
    testing::expect_input_error(action, "first and",
                                "second cannot be compared: record 4001 is another image");
  };
  refused([&] { compare_runs(first, second, ""); });
  RunRecord other_size = second;
  other_size.width = 32;
  EXPECT_NO_THROW(compare_runs(first, other_size, ""));
  second.seed = "8";
  refused([&] { pool_runs({first, second}, {}); });
}

TEST_F(Comparison, WithinARunIsAgainstTheFirstOrTheNamedAttack) {
  const RunRecord run = record_of(plausible_run(4, true, 1.0), "run");
  const RunSummary first = summarise(run);
  ASSERT_EQ(first.comparisons.size(), 2U);
  EXPECT_EQ(first.comparisons[1].first, "gp-bo");
  EXPECT_EQ(first.comparisons[1].second, "random");
  const RunSummary named = summarise(run, "random");
  EXPECT_EQ(named.comparisons[0].first, "random");
  EXPECT_EQ(named.comparisons[0].second, "gp-bo");
  EXPECT_EQ(named.comparisons[0].points.back().only_first, first.comparisons[1].points.back().only_second);
  testing::expect_input_error([&] { summarise(run, "sqare"); }, "--against", "sqare");
}

TEST_F(Comparison, PagesEscapeTheirTexts) {
  const RunRecord run = record_of(small_run(), "a<b>|c");
  const RunComparison result = compare_runs(run, run, "");
  EXPECT_EQ(comparison_html({result}).find("a<b>"), std::string::npos);
  EXPECT_NE(comparison_markdown({result}).find("a\\<b\\>\\|c: square"), std::string::npos);
}

}  // namespace
}  // namespace bora::report
