#include "report/figures/comparisons/pool.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/json.h"
#include "report/figures/summary.h"
#include "report/views/formats/comparison_formats.h"
#include "report/views/run_views.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

using testing::expect_input_error;

/// Returns a run of bo and square on two images, records 4000 and 4001, with two targets each and budget 100.
SyntheticRun run_of_seed(int seed) {
  SyntheticRun run;
  run.seed = std::to_string(seed);
  run.attacks = {"bo", "square"};
  run.inputs = {{0, 0, true, ""}, {3, 3, true, ""}};
  add_instance(run, "bo", 0, 1, 4 + seed);
  add_instance(run, "square", 0, 1, 40 + seed);
  add_instance(run, "bo", 0, 2, 8);
  add_instance(run, "square", 0, 2, 100);
  add_instance(run, "bo", 1, 1, 30);
  add_instance(run, "square", 1, 1, 100);
  add_instance(run, "bo", 1, 2, seed == 3 ? 100 : 50);
  add_instance(run, "square", 1, 2, 100);
  return run;
}

class PoolTest : public ::testing::Test {
 protected:
  RunRecord record_of(const SyntheticRun& run, const std::string& name) {
    return bora::attacks::record_of(run, folder_ / name);
  }
  std::vector<RunRecord> three_seeds() {
    std::vector<RunRecord> runs;
    for (const int seed : {1, 2, 3})
      runs.push_back(record_of(run_of_seed(seed), "seed-" + std::to_string(seed)));
    return runs;
  }
  std::filesystem::path file(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name) << content;
    return folder_ / name;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(PoolTest, TakesSeedsForInstancesOfTheSameImages) {
  const Pool pool = pool_runs(three_seeds(), {"", {5, 20}, {}});
  EXPECT_EQ(pool.points, (std::vector<int>{5, 20, 100}));
  ASSERT_EQ(pool.attacks.size(), 2U);
  const PooledAttack& bo = pool.attacks[0];
  EXPECT_EQ(bo.name, "bo");
  EXPECT_EQ(bo.seeds, 3);
  EXPECT_EQ(bo.instances, 12);
  EXPECT_EQ(bo.inputs, 2);
  EXPECT_DOUBLE_EQ(*bo.points[0].rate, 1.0 / 12);
  EXPECT_DOUBLE_EQ(*bo.points[1].rate, 0.5);
  EXPECT_DOUBLE_EQ(*bo.points[2].rate, 11.0 / 12);
  EXPECT_EQ(bo.quantiles[1].queries, 8);
  EXPECT_EQ(bo.verification.passed, 11);
  // Within 20 queries all six instances on image 4000 succeed and none on the other: two trials, not twelve.
  std::vector<int> clusters(6, 4000);
  clusters.resize(12, 4001);
  std::vector<bool> fell(6, true);
  fell.resize(12, false);
  EXPECT_NEAR(bo.points[1].interval->low, clustered_interval(clusters, fell).low, 1e-9);
  EXPECT_LT(bo.points[1].interval->low, bo.points[1].independent->low - 0.1);
}

TEST_F(PoolTest, OfOneRunIsThatRun) {
  const RunRecord run = record_of(plausible_run(6, true, 1.0), "run");
  const Pool pool = pool_runs({run}, {});
  const RunSummary summary = summarise(run);
  ASSERT_EQ(pool.attacks.size(), summary.attacks.size());
  for (std::size_t a = 0; a < pool.attacks.size(); ++a) {
    for (std::size_t p = 0; p < pool.points.size(); ++p) {
      EXPECT_EQ(pool.attacks[a].points[p].rate, summary.attacks[a].points[p].rate);
      EXPECT_EQ(pool.attacks[a].points[p].interval->high, summary.attacks[a].points[p].interval->high);
    }
    EXPECT_EQ(pool.attacks[a].quantiles[1].interval.high, summary.attacks[a].quantiles[1].interval.high);
  }
  ASSERT_EQ(pool.comparisons.size(), summary.comparisons.size());
  EXPECT_EQ(pool.comparisons[0].medians.ratio, summary.comparisons[0].medians.ratio);
  EXPECT_EQ(pool.comparisons[0].medians.high, summary.comparisons[0].medians.high);
}

TEST_F(PoolTest, PairsAttacksWithinEachSeed) {
  const Pool pool = pool_runs(three_seeds(), {"square", {}, {}});
  ASSERT_EQ(pool.comparisons.size(), 1U);
  EXPECT_EQ(pool.comparisons[0].first, "square");
  const PairedDifference& last = pool.comparisons[0].points.back();
  EXPECT_EQ(last.pairs, 12) << "each instance with that of its own seed";
  EXPECT_EQ(last.both, 3);
  EXPECT_EQ(last.only_second, 8);
  EXPECT_EQ(last.neither(), 1);
  EXPECT_EQ(pool.comparisons[0].images, 2);
  expect_input_error(
      [&] {
        pool_runs(three_seeds(), {"sqare", {}, {}});
      },
      "--against", "sqare", "bo, square");
}

TEST_F(PoolTest, HoldsOthersResultsAgainstEverySeed) {
  const auto rival =
      file("peer.csv",
           "image_index,true,target,eps,success,queries\n4000,0,1,0.3,1,5\n4000,0,2,0.3,0,100\n"
           "4001,3,1,0.3,0,60\r\n4001,3,2,0.3,1,70\n77,3,2,0.3,1,1\n");
  const Pool pool = pool_runs(three_seeds(), {"", {10, 65}, {{rival, "Their Square"}}});
  ASSERT_EQ(pool.attacks.size(), 3U);
  const PooledAttack& theirs = pool.attacks[2];
  EXPECT_TRUE(theirs.rival);
  EXPECT_EQ(theirs.name, "Their Square");
  EXPECT_EQ(theirs.instances, 4) << "record 77 is in no run";
  EXPECT_DOUBLE_EQ(*theirs.points.back().rate, 0.5);
  EXPECT_DOUBLE_EQ(*theirs.points[1].rate, 0.25) << "a failure at 60 queries is one at 65, too";
  ASSERT_EQ(pool.comparisons.size(), 3U) << "bo with square, and either with the rival";
  const AttackComparison& bo = pool.comparisons[1];
  EXPECT_EQ(bo.first_label + " - " + bo.second_label, "bo - Their Square");
  EXPECT_EQ(bo.points.back().pairs, 12);
  EXPECT_NEAR(*bo.points.back().difference, 11.0 / 12 - 0.5, 1e-12);
  EXPECT_EQ(bo.medians.second, 70);
  EXPECT_DOUBLE_EQ(*bo.medians.ratio, 8.0 / 70);
}

TEST_F(PoolTest, GivesARivalNoMoreQueriesThanTheRunsHad) {
  const auto rival =
      file("peer.csv", "record,label,target,success,queries\n4000,0,1,1,5\n4000,0,2,1,900\n4001,3,1,1,901\n");
  const Pool pool = pool_runs(three_seeds(), {"", {}, {{rival, ""}}});
  EXPECT_DOUBLE_EQ(*pool.attacks[2].points.back().rate, 1.0 / 3);
  EXPECT_FALSE(pool.attacks[2].quantiles[1].queries);
  EXPECT_FALSE(pool.comparisons[1].medians.second);
}

TEST_F(PoolTest, RefusesTablesThatWouldMislead) {
  const auto refused = [&](const std::string& rows, const std::string& what) {
    const auto rival = file("peer.csv", "record,label,target,success,queries\n" + rows);
    expect_input_error([&] { pool_runs(three_seeds(), {"", {}, {{rival, "theirs"}}}); }, "peer.csv:", what);
  };
  refused("4000,0,1,1,5\n4000,0,2,1,9\n4000,0,1,1,7\n", "as in line 2: it would count twice");
  refused("4000,0,1,1,0\n", "a success with 0 queries");
  for (const char* eps : {"", "0.3x"}) {
    const auto bad = file("peer.csv", fmt::format("record,label,success,queries,eps\n4000,0,1,5,{}\n", eps));
    expect_input_error(
        [&] {
          pool_runs(three_seeds(), {"", {}, {{bad, ""}}});
        },
        "peer.csv:2", fmt::format("eps is '{}', expected a number", eps));
  }
  const auto rival = file("peer.csv", "record,label,target,success,queries\n4000,0,1,1,5\n");
  expect_input_error(
      [&] {
        pool_runs(three_seeds(), {"", {}, {{rival, "square"}}});
      },
      "two rows would be called square");
}

TEST_F(PoolTest, ReadsBackItsOwnTables) {
  const std::vector<RunRecord> runs = three_seeds();
  const auto pooled = file("pool.csv", pool_csv(runs));
  const auto single = file("results.csv", results_csv(runs[0]));
  const Pool pool = pool_runs(runs, {"", {}, {{pooled, ""}, {single, "again"}}});
  ASSERT_EQ(pool.attacks.size(), 6U);
  EXPECT_EQ(pool.attacks[2].name, "bo (pool.csv)");
  EXPECT_EQ(pool.attacks[4].name, "again: bo");
  EXPECT_EQ(pool.attacks[2].points.back().rate, pool.attacks[0].points.back().rate);
  EXPECT_EQ(pool.attacks[2].quantiles[1].interval.low, pool.attacks[0].quantiles[1].interval.low);
  for (const AttackComparison& comparison : pool.comparisons) {
    if (comparison.second_label != "bo (pool.csv)" || comparison.first != "bo") continue;
    EXPECT_EQ(comparison.points.back().pairs, 12) << "equal seeds meet";
    EXPECT_EQ(*comparison.points.back().difference, 0);
  }
}

TEST_F(PoolTest, TablesAreOfNoMachine) {
  std::vector<RunRecord> runs = three_seeds();
  for (RunRecord& run : runs) {
    run.data = "/home/me/mnist/";
    run.prior.source = "data";
    run.prior.data = "/home/me/mnist/:train=0-9";
    run.prior.screened_on = "800 images of /home/me/mnist/, none attacked or trained on";
    run.prior.substitutes = {{"/home/me/kept/lenet.pt", "lenet", "aa", 0.9, 61.0, false}};
  }
  const std::string table = pool_markdown(runs, pool_runs(runs, {}));
  EXPECT_NE(table.find("800 images of mnist, none"), std::string::npos) << table;
  EXPECT_EQ(table.find("/home"), std::string::npos) << table;
  EXPECT_EQ(table.find("1 min"), std::string::npos) << "how long training took: " << table;
}

TEST_F(PoolTest, WhatTheVerifierContradictsIsNoSuccessInATableEither) {
  std::vector<RunRecord> runs = three_seeds();
  runs[0].instances[0].verification->confirmed = false;
  const Pool pool = pool_runs(runs, {"", {}, {{file("pool.csv", pool_csv(runs)), ""}}});
  EXPECT_DOUBLE_EQ(*pool.attacks[0].points.back().rate, 10.0 / 12);
  EXPECT_DOUBLE_EQ(*pool.attacks[2].points.back().rate, 10.0 / 12);
  EXPECT_NE(pool_text(runs, pool).find("the verifier contradicts 1 adversarial example"), std::string::npos);
}

TEST_F(PoolTest, RefusesRunsThatDifferInMoreThanTheSeed) {
  const RunRecord first = record_of(run_of_seed(1), "a");
  const auto refused = [&](SyntheticRun other, const std::string& what) {
    const RunRecord second = record_of(other, "b");
    expect_input_error([&] { pool_runs({first, second}, {}); }, "differ in more than the seed", what);
  };
  SyntheticRun other = run_of_seed(2);
  other.options["images"] = "40";
  refused(other, "--images is not set in the first, 40 in the second");
  other = run_of_seed(2);
  other.budget = 200;
  refused(other, "the budget");
  other = run_of_seed(2);
  other.visible = "label";
  refused(other, "what the attacker sees");
  expect_input_error(
      [&] {
        pool_runs({first, record_of(run_of_seed(1), "b")}, {});
      },
      "both hold bo with seed 1");
  other = run_of_seed(1);
  other.attacks = {"random"};
  for (SyntheticInstance& instance : other.instances) instance.attack = "random";
  other.instances.resize(1);
  EXPECT_EQ(pool_runs({first, record_of(other, "b")}, {}).attacks.size(), 3U)
      << "another attack, the same seed";
}

TEST_F(PoolTest, AMedianThatOpenInstancesMayReachIsNotKnown) {
  EXPECT_TRUE(pool_runs(three_seeds(), {"", {5, 20}, {}}).attacks[1].quantiles[1].beyond);
  std::vector<RunRecord> runs = {record_of(run_of_seed(1), "seed-1")};
  for (const int seed : {2, 3}) {
    SyntheticRun cut = run_of_seed(seed);
    cut.status = "interrupted";
    for (SyntheticInstance& instance : cut.instances)
      if (instance.attack == "square") {
        instance.status = "pending";
        instance.queries = 0;
      }
    runs.push_back(record_of(cut, "seed-" + std::to_string(seed)));
  }
  const Pool pool = pool_runs(runs, {"", {5, 20}, {}});
  EXPECT_FALSE(pool.attacks[1].quantiles[1].queries);
  EXPECT_FALSE(pool.attacks[1].quantiles[1].beyond) << "8 of 12 instances are left";
}

TEST_F(PoolTest, TakesARenamedOptionByBothNames) {
  std::vector<RunRecord> runs = three_seeds();
  for (RunRecord& run : runs) run.config_json = R"({"range": "0-9"})";
  runs[1].config_json = R"({"stretch": "0-9"})";
  EXPECT_EQ(pool_runs(runs, {"", {5, 20}, {}}).attacks.size(), 2U);
}

TEST_F(PoolTest, RefusesTablesThatDoNotFit) {
  const std::vector<RunRecord> runs = three_seeds();
  const auto refused = [&](const std::string& content, const auto&... words) {
    const auto rival = file("peer.csv", content);
    expect_input_error([&] { pool_runs(runs, {"", {}, {{rival, ""}}}); }, "peer", words...);
  };
  refused("", "is empty");
  refused("record,label,queries\n1,2,3\n", "no column 'success' or 'status'");
  refused("record,label,target,success,queries\n", "only a header");
  refused("record,label,target,success,queries\n4000,0,1,1\n", "peer.csv:2", "4 fields, the header has 5");
  refused("record,label,target,success,queries\n4000,0,1,1,many\n", "peer.csv:2", "queries is 'many'");
  refused("record,label,target,success,queries\n4000,0,1,2,5\n", "success is '2', expected 0 or 1");
  refused("record,label,target,status,queries\n4000,0,1,won,5\n", "status is 'won'");
  refused("record,label,target,success,queries\n4000,5,1,1,5\n", "record 4000", "class 0", "5");
  refused("record,label,target,success,queries\n4000,0,-1,1,5\n", "no input and target is in both");
  refused("record,label,target,success,queries,eps\n4000,0,1,1,5,0.1\n", "eps is 0.1", "0.3");
  expect_input_error([&] { pool_runs(runs, {"", {}, {{folder_ / "absent.csv", ""}}}); }, "absent.csv");
  expect_input_error([&] { pool_runs(runs, {"", {101}, {}}); }, "--points", "101", "100");
}

TEST_F(PoolTest, IsTheSameInEveryFormat) {
  SyntheticRun first = run_of_seed(1);
  first.warnings = {"Nine in ten are wrong."};
  const std::vector<RunRecord> runs = {record_of(first, "one"), record_of(run_of_seed(2), "two")};
  const auto rival = file("peer.csv", "record,label,target,success,queries\n4000,0,1,1,5\n4001,3,1,0,100\n");
  const Pool pool = pool_runs(runs, {"", {20}, {{rival, ""}}});
  const std::string text = pool_text(runs, pool);
  const std::string markdown = pool_markdown(runs, pool);
  for (const std::string& each : {text, markdown}) {
    EXPECT_NE(each.find("seeds 1, 2"), std::string::npos) << each;
    EXPECT_NE(each.find("WARNING: Nine in ten are wrong."), std::string::npos) << each;
  }
  EXPECT_LT(text.find("WARNING"), text.find("success within 20"));
  EXPECT_NE(markdown.find("| bo | 2 | 8 (2) | 8 [1, not reached] |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("| peer |  | 2 (2) |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("| bo against square | 8 (2) | 8 / not reached |"), std::string::npos) << markdown;
  EXPECT_EQ(markdown.find(folder_.path().string()), std::string::npos) << "no paths of this machine";
  const auto json = parse_valid_json(pool_json(runs, pool));
  EXPECT_EQ(json["seeds"], (nlohmann::json{"1", "2"}));
  EXPECT_EQ(json["attacks"][0]["success"].back()["rate"], 1.0);
  EXPECT_EQ(json["attacks"][2]["rival"], true);
  EXPECT_EQ(json["comparisons"].size(), 3U);
  EXPECT_EQ(json["comparisons"][1]["second"], "peer");
}

}  // namespace
}  // namespace bora::report
