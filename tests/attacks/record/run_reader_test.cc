#include "attacks/record/run_reader.h"

#include <fstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "attacks/record/synthetic_run.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;
using testing::expect_input_error;

SyntheticInstance instance(int image, int target, const std::string& status, int queries) {
  SyntheticInstance out;
  out.input = image;
  out.target = target;
  out.status = status;
  out.queries = queries;
  return out;
}

SyntheticRun small_run() {
  SyntheticRun run;
  run.inputs = {{3, 3, true, ""}, {5, 6, false, "misclassified"}, {7, 7, true, ""}};
  run.instances = {instance(0, 1, "success", 12), instance(0, 2, "exhausted", 100),
                   instance(2, 4, "running", 30), instance(2, 5, "pending", 0)};
  return run;
}

class RunReader : public ::testing::Test {
 protected:
  void SetUp() override { write_synthetic_run(small_run(), folder_.path()); }
  void execute(const std::string& sql) {
    SQLite::Database database((folder_ / "run.sqlite").string(), SQLite::OPEN_READWRITE);
    database.exec(sql);
  }
  auto reading() {
    return [this] { read_run(folder_.path()); };
  }
  testing::TemporaryFolder folder_;
};

TEST_F(RunReader, ReadsAllDataOfARun) {
  const RunRecord run = read_run(folder_.path());
  EXPECT_EQ(run.status, "complete");
  EXPECT_EQ(run.model, "victims/digits.pt");
  EXPECT_EQ(run.classes, 10);
  EXPECT_EQ(run.class_name(3), "3");
  EXPECT_EQ(run.class_name(12), "12");
  EXPECT_DOUBLE_EQ(run.epsilon_asked, 0.3);
  EXPECT_DOUBLE_EQ(run.epsilon, 76 / 255.0);
  EXPECT_TRUE(run.targeted);
  EXPECT_EQ(run.libraries.at("eigen"), "3.4.0");
  EXPECT_EQ(run.clean_correct, 982);
  ASSERT_EQ(run.inputs.size(), 3U);
  EXPECT_EQ(run.inputs[1].reason, "misclassified");
  ASSERT_EQ(run.instances.size(), 4U);
  const InstanceRecord& success = run.instances[0];
  EXPECT_EQ(success.status, InstanceStatus::success);
  EXPECT_EQ(success.queries, 12);
  EXPECT_EQ(success.ledger.rows, 12);
  EXPECT_EQ(success.ledger.first_success, 12);
  EXPECT_EQ(success.budget, 100);
  ASSERT_TRUE(success.adversarial && success.verification);
  EXPECT_EQ(success.adversarial->predicted, 1);
  EXPECT_DOUBLE_EQ(success.adversarial->distance, 76 / 255.0);
  EXPECT_FALSE(run.instances[1].adversarial);
  EXPECT_EQ(run.timings.size(), 1U);
}

TEST_F(RunReader, CountsQueriesOfAnInterruptedInstanceInTheLedger) {
  execute("UPDATE instances SET queries = 0, attempts = 0 WHERE id = 2");
  EXPECT_EQ(read_run(folder_.path()).instances[2].queries, 30);
  EXPECT_EQ(read_run(folder_.path()).instances[2].attempts, 30);
}

TEST_F(RunReader, UsesTheCountsOfInstancesWhoseQueriesWereNotKept) {
  execute("DELETE FROM queries WHERE instance IN (0, 1); INSERT INTO run VALUES ('store', 'summary')");
  const RunRecord run = read_run(folder_.path());
  EXPECT_FALSE(run.keeps_queries);
  EXPECT_EQ(run.instances[0].ledger.rows, 12);
  EXPECT_EQ(run.instances[0].queries_to_success(), 12);
  EXPECT_EQ(run.instances[1].ledger.rows, 100);
  EXPECT_EQ(run.instances[1].ledger.successes, 0);
  EXPECT_EQ(run.instances[2].ledger.rows, 30) << "it is running: its queries are there";
  execute("UPDATE run SET value = 'some' WHERE key = 'store'");
  expect_input_error(reading(), "run.store is 'some'", "summary or all");
}

TEST_F(RunReader, ReadsTheShardOfARun) {
  execute("INSERT INTO run VALUES ('shard', '3/16')");
  const RunRecord run = read_run(folder_.path());
  EXPECT_EQ(run.shard, (Shard{3, 16}));
  ASSERT_FALSE(run.warnings.empty());
  EXPECT_TRUE(run.warnings[0].starts_with("this is shard 3 of 16")) << run.warnings[0];
  execute("UPDATE run SET value = '17/16' WHERE key = 'shard'");
  expect_input_error(reading(), "run.shard", "17/16");
}

TEST_F(RunReader, TakesTheDatabaseFileItselfToo) {
  fs::rename(folder_ / "run.sqlite", folder_ / "other.sqlite");
  EXPECT_EQ(read_run(folder_ / "other.sqlite").instances.size(), 4U);
}

TEST_F(RunReader, LeavesNoFiles) {
  read_run(folder_.path());
  const auto entries = std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  EXPECT_EQ(entries, 1);
}

TEST_F(RunReader, ReadsARunThatIsBeingWritten) {
  SQLite::Database writer((folder_ / "run.sqlite").string(), SQLite::OPEN_READWRITE);
  writer.exec("UPDATE run SET value = 'running' WHERE key = 'status'");
  writer.exec("BEGIN IMMEDIATE");
  writer.exec("UPDATE run SET value = 'nonsense' WHERE key = 'budget'");
  EXPECT_EQ(read_run(folder_.path()).status, "running");
  EXPECT_EQ(read_run(folder_.path()).budget, 100);
}

TEST_F(RunReader, GivesPixelsOfAdversarialExamplesOnly) {
  const auto pixels = read_pixels(read_run(folder_.path()), {0, 1, 2});
  ASSERT_EQ(pixels.size(), 1U);
  const InstancePixels& pair = pixels.at(0);
  ASSERT_EQ(pair.original.size(), 28U * 28);
  float largest = 0;
  for (std::size_t i = 0; i < pair.original.size(); ++i) {
    largest = std::max(largest, std::abs(pair.original[i] - pair.adversarial[i]));
  }
  EXPECT_NEAR(largest, 76 / 255.0, 1e-6);
}

TEST_F(RunReader, GivesTheObjectivesInOrder) {
  const RunRecord run = read_run(folder_.path());
  const auto objectives = read_objectives(run, {0, 1});
  for (const int id : {0, 1})
    EXPECT_EQ(static_cast<int>(objectives.at(id).size()), run.instances[id].ledger.rows) << id;
  EXPECT_TRUE(read_objectives(run, {1000}).empty());
}

TEST_F(RunReader, ReadsPixelsOffTheGrid) {
  SyntheticRun run = small_run();
  run.continuous = true;
  write_synthetic_run(run, folder_.path());
  const auto pixels = read_pixels(read_run(folder_.path()), {0});
  EXPECT_EQ(pixels.at(0).adversarial.size(), 28U * 28);
}

TEST_F(RunReader, RefusesOtherDatabases) {
  expect_input_error([&] { read_run(folder_ / "nowhere"); }, "nowhere", "no such run folder");
  fs::create_directory(folder_ / "empty");
  expect_input_error([&] { read_run(folder_ / "empty"); }, "empty", "run.sqlite");
  std::ofstream(folder_ / "text.sqlite")
      << "Once upon a time there was a file that was not a database at all.";
  expect_input_error([&] { read_run(folder_ / "text.sqlite"); }, "text.sqlite",
                     "not a readable run database");
  {
    SQLite::Database(folder_ / "foreign.sqlite", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("CREATE TABLE t (x)");
  }
  expect_input_error([&] { read_run(folder_ / "foreign.sqlite"); }, "foreign.sqlite", "not of a run");
}

TEST_F(RunReader, RefusesADamagedDatabase) {
  const auto size = fs::file_size(folder_ / "run.sqlite");
  fs::resize_file(folder_ / "run.sqlite", size / 2);
  expect_input_error(reading(), "run.sqlite", "not a readable run database");
}

TEST_F(RunReader, RefusesAnotherVersion) {
  execute("PRAGMA user_version = 999");
  expect_input_error(reading(), "newer version", "999");
  execute("PRAGMA user_version = 5");
  expect_input_error(reading(), "older version", "schema 5");
}

TEST_F(RunReader, ReadsTheAccessLevelOfAttacks) {
  execute(
      "INSERT OR REPLACE INTO run VALUES ('visible', 'top-5'), ('attack_facts', "
      "'{\"rays\": {\"name\": \"rays\", \"text\": \"RayS\", \"sight\": \"labels\", \"leaves_ball\": true}}')");
  const RunRecord run = read_run(folder_.path());
  EXPECT_EQ(run.visible, "top-5");
  ASSERT_EQ(run.attack_facts.size(), 1U);
  EXPECT_EQ(run.attack_facts.at("rays").access, "labels");
  EXPECT_TRUE(run.attack_facts.at("rays").leaves_ball);
  execute("UPDATE run SET value = '{\"rays\": {\"name\": 3}}' WHERE key = 'attack_facts'");
  expect_input_error(reading(), "run.attack_facts", "name, text, sight");
}

TEST_F(RunReader, NamesTheFactThatIsMissingOrWrong) {
  execute("UPDATE run SET value = '0.3x' WHERE key = 'epsilon'");
  expect_input_error(reading(), "run.epsilon", "0.3x");
  execute("DELETE FROM run WHERE key = 'epsilon'");
  expect_input_error(reading(), "lacks 'epsilon'");
}

TEST_F(RunReader, NamesTheInvalidRow) {
  execute("UPDATE instances SET target = 10 WHERE id = 0");
  expect_input_error(reading(), "run.sqlite: table instances, id 0: target is 10, expected", "0 to 9");
  execute("UPDATE instances SET target = NULL WHERE id = 0");
  expect_input_error(reading(), "id 0: target is NULL");
  execute("UPDATE instances SET target = 1, status = 'won' WHERE id = 0");
  expect_input_error(reading(), "id 0: status is 'won'", "exhausted or failed");
  execute("UPDATE instances SET status = 'success', input = 77 WHERE id = 0");
  expect_input_error(reading(), "id 0: input is 77", "an attacked input");
  execute(
      "UPDATE instances SET input = 0 WHERE id = 0; UPDATE queries SET scores = x'0011' WHERE number = 3");
  expect_input_error(reading(), "table queries, instance 0, number 3: scores is 2 bytes", "40 bytes");
  execute(
      "UPDATE queries SET scores = x'' WHERE number = 3; UPDATE queries SET objective = 'x' WHERE number = 4");
  expect_input_error(reading(), "number 4: objective is 'x'", "a number");
  execute("UPDATE queries SET objective = 0 WHERE number = 4; UPDATE inputs SET label = 'cat' WHERE id = 2");
  expect_input_error(reading(), "table inputs, id 2: label is 'cat'");
  execute("UPDATE inputs SET label = 7 WHERE id = 2");
  execute("UPDATE run SET value = '[1]' WHERE key = 'class_names'");
  expect_input_error(reading(), "run.class_names", "array of strings");
}

TEST_F(RunReader, RefusesPixelsOfTheWrongSize) {
  execute("UPDATE adversarials SET content = x'00ff' WHERE instance = 0");
  expect_input_error(reading(), "table adversarials, instance 0: content is 2 bytes", "784");
}

}  // namespace
}  // namespace bora::attacks
