#include "attacks/record/run_merge.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/record/run_reader.h"
#include "attacks/record/synthetic_run.h"
#include "attacks/record/synthetic_shards.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTables[] = {"inputs",       "examples", "instances",    "queries", "lessons",
                                   "adversarials", "nearer",   "verification", "timings"};

// Returns all rows of a table, without the paths of adversarial examples, which a merge changes.
std::string dump(const fs::path& folder, const std::string& table) {
  SQLite::Database database((folder / "run.sqlite").string());
  SQLite::Statement rows(database, fmt::format("SELECT * FROM {} ORDER BY 1, 2", table));
  std::string text;
  while (rows.executeStep()) {
    for (int i = 0; i < rows.getColumnCount(); ++i)
      if (std::string(rows.getColumnName(i)) != "file")
        text += std::to_string(rows.getColumn(i).getType()) + rows.getColumn(i).getString() + "|";
    text += '\n';
  }
  return text;
}

void execute(const fs::path& folder, const std::string& sql) {
  SQLite::Database((folder / "run.sqlite").string(), SQLite::OPEN_READWRITE).exec(sql);
}

void set_fact(const fs::path& folder, const std::string& key, const std::string& value) {
  execute(folder, fmt::format("INSERT OR REPLACE INTO run VALUES ('{}', '{}')", key, value));
}

std::string fact(const fs::path& folder, const std::string& key) {
  SQLite::Database database((folder / "run.sqlite").string());
  SQLite::Statement row(database, "SELECT value FROM run WHERE key = ?");
  row.bind(1, key);
  return row.executeStep() ? row.getColumn(0).getString() : "absent";
}

class MergeTest : public ::testing::Test {
 protected:
  MergeTest() {
    write_synthetic_run(plausible_run(11, false, 1), whole_);
    // Rows of tables that are empty in the synthetic run.
    execute(whole_, "INSERT INTO lessons SELECT id, x'0102' FROM instances WHERE id % 7 = 3");
    execute(whole_, "INSERT INTO examples VALUES (4, x'07')");
    shards_ = carve_shards(whole_, 4, folder_.path());
  }
  MergedRun merge(bool partial = false) const { return merge_shards(shards_, out_, partial); }
  // Returns the error of merging shards 1 to 4 if a fact of the third is changed.
  std::string refusal(const std::string& key, const std::string& value) {
    set_fact(shards_[2], key, value);
    return testing::input_error([&] { merge(); });
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  fs::path whole_ = folder_ / "whole", out_ = folder_ / "merged";
  std::vector<fs::path> shards_;
};

TEST_F(MergeTest, MergedShardsEqualTheWholeRun) {
  std::swap(shards_[0], shards_[2]);  // the order of arguments does not matter
  const MergedRun merged = merge();
  EXPECT_EQ(merged.shards, 4);
  EXPECT_EQ(merged.of, 4);
  EXPECT_EQ(merged.unfinished, 0);
  for (const char* table : kTables) {
    const std::string rows = dump(whole_, table);
    EXPECT_EQ(rows.empty(), std::string(table) == "nearer") << table;
    if (std::string(table) == "timings") continue;
    EXPECT_EQ(dump(out_, table), rows) << table;
  }
  // In the test, each of the four shards has the times of the whole run.
  const RunRecord before = read_run(whole_), after = read_run(out_);
  ASSERT_FALSE(before.timings.empty());
  for (std::size_t i = 0; i < before.timings.size(); ++i)
    EXPECT_DOUBLE_EQ(after.timings[i].seconds, 4 * before.timings[i].seconds);
  EXPECT_DOUBLE_EQ(after.wall_seconds, 4 * before.wall_seconds);
}

TEST_F(MergeTest, TheFactsAreThoseOfTheWholeRun) {
  set_fact(shards_[1], "started", "2026-02-01T00:00:00Z");
  set_fact(shards_[3], "finished", "2026-04-01T00:00:00Z");
  set_fact(shards_[2], "warnings", R"(["odd"])");
  set_fact(shards_[3], "warnings", R"(["odd"])");
  set_fact(shards_[0], "command", "bo-attack --shard 1/4 --model m.pt --shard=1/4");
  merge();
  const RunRecord run = read_run(out_);
  EXPECT_EQ(run.status, "complete");
  EXPECT_FALSE(run.shard);
  EXPECT_EQ(run.of_shards, 4);
  ASSERT_EQ(run.merged.size(), 4U);
  EXPECT_EQ(run.merged[2].folder, "../shard-3");
  EXPECT_EQ(run.merged[2].shard, (Shard{3, 4}));
  EXPECT_EQ(run.started, "2026-02-01T00:00:00Z");
  EXPECT_EQ(run.finished, "2026-04-01T00:00:00Z");
  EXPECT_EQ(run.warnings, std::vector<std::string>{"odd"});
  EXPECT_EQ(run.command, "bo-attack --model m.pt");
  EXPECT_EQ(run.clean_inputs, 1000);  // every shard counted the same inputs
  EXPECT_EQ(run.clean_queries, 4000);
  for (const auto& instance : run.instances) {
    if (!instance.verification) continue;
    EXPECT_TRUE(instance.verification->file.starts_with("../shard-")) << instance.verification->file;
  }
}

TEST_F(MergeTest, TiesOfShardsAddUp) {
  set_fact(shards_[1], "tied_answers", "3");
  set_fact(shards_[1], "tied_goals", "1");
  set_fact(shards_[3], "tied_answers", "4");
  merge();
  const RunRecord run = read_run(out_);
  EXPECT_EQ(run.tied_answers, 7);
  EXPECT_EQ(run.tied_goals, 1);
  ASSERT_EQ(run.warnings.size(), 1U);
  EXPECT_NE(run.warnings.front().find("equal in 7 of "), std::string::npos) << run.warnings.front();
}

TEST_F(MergeTest, CleanInputsOfShardsAddUp) {
  for (const auto& shard : shards_) set_fact(shard, "shard_clean", "own");
  set_fact(shards_[2], "clean_inputs", "999");
  set_fact(shards_[2], "clean_correct", "17");
  merge();
  const RunRecord run = read_run(out_);
  EXPECT_EQ(run.clean_inputs, 3999);
  EXPECT_EQ(run.clean_correct, 3 * 982 + 17);
}

TEST_F(MergeTest, ACheckHasItsWorstStatusInAnyShard) {
  const auto check = [](const char* status) {
    return fmt::format(R"([{{"id": "batches", "title": "T", "status": "{}", "text": "found"}}])", status);
  };
  const char* const statuses[] = {"pass", "warn", "open", "warn"};
  for (int i = 0; i < 4; ++i) set_fact(shards_[i], "checks", check(statuses[i]));
  merge();
  const auto checks = read_run(out_).checks;
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].status, "warn");
  EXPECT_EQ(checks[0].text, "shard 2: found (status warn in 2 of 4 shards)");
}

TEST_F(MergeTest, ACheckThatAShardDidNotMakeIsOpen) {
  for (int i = 0; i < 3; ++i)
    set_fact(shards_[i], "checks", R"([{"id": "batches", "title": "T", "status": "pass", "text": "found"}])");
  merge();
  const auto checks = read_run(out_).checks;
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].status, "open");
  EXPECT_EQ(checks[0].text, "shard 1: found (passed in 3 shards, not made in 1)");
}

TEST_F(MergeTest, RefusesShardsOfAnotherRunAndNamesTheDifference) {
  const std::pair<const char*, const char*> others[] = {
      {"model_sha256", "abc"}, {"data", "digits, train part"}, {"attacks", R"(["nes"])"},
      {"seed", "8"},           {"version", "0.2.0"},           {"epsilon", "0.1"},
      {"plan", "another"},     {"visible", "label"},           {"clean_correct", "981"}};
  for (const auto& [key, value] : others) {
    const std::string before = fact(shards_[2], key);
    const std::string said = refusal(key, value);
    EXPECT_NE(said.find((folder_ / "shard-3").string() + ": is not a shard of the same run as"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find(fmt::format("{} is {}", key, value)), std::string::npos) << said;
    EXPECT_NE(said.find(", there it is "), std::string::npos) << said;
    if (before == "absent") {
      execute(shards_[2], fmt::format("DELETE FROM run WHERE key = '{}'", key));
    } else {
      set_fact(shards_[2], key, before);
    }
  }
  merge();  // all facts are restored
}

// Shards may use different GPUs of a host, and data in different folders.
TEST_F(MergeTest, AcceptsOtherGpusAndFoldersOfTheSameImages) {
  for (int i = 0; i < 4; ++i) {
    set_fact(shards_[i], "device", fmt::format("cuda:{}", i));
    set_fact(shards_[i], "data", fmt::format("/scratch/{}/mnist, test part", i));
    set_fact(shards_[i], "plan", "one");
    set_fact(shards_[i], "baseline", fmt::format("/home/{}/released", i));
  }
  merge();
  EXPECT_EQ(read_run(out_).device, "cuda:0");
}

TEST_F(MergeTest, RefusesOtherFoldersWithoutAFingerprintOfThePlan) {
  for (const auto& shard : shards_) {
    set_fact(shard, "plan", "");
    set_fact(shard, "data", "/scratch/1/mnist, test part");
  }
  EXPECT_NE(refusal("data", "/scratch/2/mnist, test part").find("data is "), std::string::npos);
}

TEST_F(MergeTest, NamesTheFilesWhoseContentsDiffer) {
  const std::string sha256 = fact(shards_[0], "model_sha256");
  set_fact(shards_[2], "model", "other/digits.pt");
  std::string said = refusal("model_sha256", "abc");
  EXPECT_NE(
      said.find("model_sha256 is abc (other/digits.pt), there it is " + sha256 + " (victims/digits.pt)"),
      std::string::npos)
      << said;
  set_fact(shards_[2], "model_sha256", sha256);
  for (const auto& shard : shards_) {
    set_fact(shard, "plan", "one");
    set_fact(shard, "data", "/scratch/1/mnist, test part");
  }
  set_fact(shards_[2], "data", "/scratch/2/mnist, test part");
  said = refusal("plan", "another");
  EXPECT_NE(
      said.find("plan is another (model other/digits.pt, data /scratch/2/mnist, test part), there it is "
                "one (model victims/digits.pt, data /scratch/1/mnist, test part); the options are the same"),
      std::string::npos)
      << said;
  // An option that changes the plan is named in its place.
  said = refusal("config", R"({"images": "7"})");
  EXPECT_NE(said.find("--images is 7, there it is "), std::string::npos) << said;
}

TEST_F(MergeTest, OptionsAreNamedAsTheyAreTyped) {
  EXPECT_NE(refusal("config", R"({"budget": "7"})").find("--budget is 7, there it is "), std::string::npos);
}

TEST_F(MergeTest, ARenamedOptionIsTheSameByBothNames) {
  for (const auto& shard : shards_) set_fact(shard, "config", R"({"range": "0-9"})");
  const std::string said = refusal("config", R"({"stretch": "0-8"})");
  EXPECT_NE(said.find("--range is 0-8, there it is 0-9"), std::string::npos) << said;
  set_fact(shards_[2], "config", R"({"stretch": "0-9"})");
  merge();
}

TEST_F(MergeTest, RefusesAnotherNumberOfShardsDuplicatesAndOtherRuns) {
  set_fact(shards_[2], "shard", "3/5");
  testing::expect_input_error([&] { merge(); }, "the number of shards is 5, there it is 4", "shard-3");
  set_fact(shards_[2], "shard", "2/4");
  // Its inputs are not those of the second shard either, but the message must name the folder given twice.
  testing::expect_input_error([&] { merge(); }, "is shard 2/4, and so is", "shard-2");
  set_fact(shards_[2], "shard", "x");
  testing::expect_input_error([&] { merge(); }, "run.shard", "'x'");
  shards_[2] = whole_;
  testing::expect_input_error([&] { merge(); }, "whole", "is not a shard of a run");
}

TEST_F(MergeTest, RefusesMissingShardsOrWarnsOfThem) {
  shards_.erase(shards_.begin() + 2);
  testing::expect_input_error([&] { merge(); }, "3 of 4 shards are named, without 3", "--partial");
  EXPECT_FALSE(fs::exists(out_));
  EXPECT_EQ(merge(true).shards, 3);
  const RunRecord run = read_run(out_);
  EXPECT_EQ(run.status, "complete") << "all of the three have ended";
  ASSERT_EQ(run.warnings.size(), 1U);
  EXPECT_TRUE(run.warnings[0].starts_with("3 of 4 shards are here, without 3")) << run.warnings[0];
  EXPECT_EQ(dump(out_, "inputs").find("4002|"), std::string::npos);  // the third shard's first record
  set_fact(shards_[1], "status", "interrupted");
  merge(true);
  EXPECT_EQ(read_run(out_).status, "interrupted");
}

TEST_F(MergeTest, AnUnfinishedShardLeavesTheRunInterrupted) {
  set_fact(shards_[0], "status", "running");
  EXPECT_EQ(merge().unfinished, 1);
  EXPECT_EQ(read_run(out_).status, "interrupted");
}

TEST_F(MergeTest, ReplacesOnlyAMergedRun) {
  merge();
  set_fact(out_, "seed", "changed");
  merge();
  EXPECT_EQ(fact(out_, "seed"), fact(whole_, "seed"));
  testing::expect_input_error([&] { merge_shards(shards_, whole_, false); },
                              "holds a run that was not merged", "whole");
  EXPECT_EQ(fact(whole_, "merged"), "absent");
}

TEST_F(MergeTest, NamesTheShardThatIsDamaged) {
  execute(shards_[2], "UPDATE queries SET predicted = 77 WHERE instance = 1 AND number = 1");
  testing::expect_input_error([&] { merge(); }, "shard-3", "predicted is 77");
  execute(shards_[2], "UPDATE queries SET predicted = 7 WHERE instance = 1 AND number = 1");
  execute(shards_[2], "UPDATE inputs SET id = 1000 WHERE attacked = 0 OR id = (SELECT MAX(id) FROM inputs)");
  execute(shards_[2], "UPDATE instances SET input = 1000 WHERE input NOT IN (SELECT id FROM inputs)");
  testing::expect_input_error([&] { merge(); }, "shard-3", "is none of shard 3/4's");
  EXPECT_FALSE(fs::exists(out_ / "run.sqlite"));
}

}  // namespace
}  // namespace bora::attacks
