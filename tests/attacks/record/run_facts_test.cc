#include "attacks/record/run_facts.h"

#include <fstream>
#include <iterator>
#include <set>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "attacks/record/fact_table.h"
#include "attacks/record/schema.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

RunFacts linf_run() {
  RunFacts run;
  run.status = "complete";
  run.model = "m.pt";
  run.classes = 3;
  run.threat = "linf";
  run.channels = run.height = run.width = 4;
  run.epsilon = run.epsilon_asked = 0.1;
  run.budget = 7;
  return run;
}

TEST(RunFacts, AreReadAsTheyWereWritten) {
  RunFacts run = linf_run();
  run.attacks = {"square", "bo:\"quoted\""};
  run.attack_facts["square"] = {"square", "text", "scores", true, "optional", true};
  run.prior.substitutes = {{"a.pt", "lenet", "00", 0.75, std::nullopt, true, false}};
  run.shard = Shard{2, 3};
  run.shard_clean = "own";
  run.clean_inputs = 9;
  run.clean_correct = 8;
  run.victim_seconds = 0.1 + 0.2;
  run.checks = {{"batches", "title", "warn", "text"}};
  run.targeted = run.keeps_queries = false;
  const FactTexts texts = texts_of(run);
  EXPECT_EQ(texts.at("goal"), "untargeted");
  EXPECT_EQ(texts.at("store"), "summary");
  EXPECT_EQ(texts_of(facts_of(texts, "run.sqlite")), texts);
  EXPECT_EQ(facts_of(texts, "run.sqlite").victim_seconds, 0.1 + 0.2);
}

TEST(RunFacts, DependOnTheKindOfRun) {
  const FactTexts of_images = texts_of(linf_run());
  EXPECT_TRUE(of_images.contains("epsilon"));
  EXPECT_FALSE(of_images.contains("edit_mode") || of_images.contains("refinement"));
  RunFacts run = linf_run();
  run.task = "graphs";
  run.edits = EditFacts{"flip", 0.1, 0, 0, false, 0, 1, 3, 9};
  const FactTexts of_graphs = texts_of(run);
  EXPECT_FALSE(of_graphs.contains("epsilon") || of_graphs.contains("channels"));
  EXPECT_EQ(facts_of(of_graphs, "run.sqlite").edits->query_cap, 9);
}

TEST(RunFacts, HaveDifferentKeys) {
  std::set<std::string> keys;
  for (const auto& [key, merge] : merge_rules()) EXPECT_TRUE(keys.insert(key).second) << key;
  EXPECT_GT(keys.size(), 80U);
}

TEST(RunFacts, ARequiredFactIsRequired) {
  FactTexts texts = texts_of(linf_run());
  texts.erase("classes");
  testing::expect_input_error([&] { facts_of(texts, "run.sqlite"); }, "run.sqlite", "lacks 'classes'");
}

// Returns the columns of all tables: name, type, whether NULL is refused, place in the primary key.
std::string columns_of(SQLite::Database& database) {
  std::string text;
  SQLite::Statement rows(database,
                         "SELECT m.name, c.name, c.type, c.\"notnull\", c.pk FROM sqlite_master m, "
                         "pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid");
  while (rows.executeStep()) {
    for (int i = 0; i < rows.getColumnCount(); ++i) text += rows.getColumn(i).getString() + " ";
    text += '\n';
  }
  return text;
}

TEST(RunSchema, IsThatOfEarlierRuns) {
  SQLite::Database made(":memory:", SQLite::OPEN_READWRITE), stored(":memory:", SQLite::OPEN_READWRITE);
  made.exec(run_schema().sql);
  made.exec("DROP TABLE firsts");    // runs made before --minimise have none
  made.exec("DROP TABLE searches");  // runs made before --universal have none
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/record/unfinished_run.sql");
  stored.exec(std::string(std::istreambuf_iterator<char>(file), {}));
  EXPECT_EQ(columns_of(made), columns_of(stored));
  EXPECT_NE(std::string(run_schema().sql).find("-- goal: goal of the attacks"), std::string::npos);
}

TEST(RunFacts, RefuseDeeplyNestedJson) {
  FactTexts texts = texts_of(linf_run());
  texts["config"] = "{\"a\": " + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  testing::expect_input_error([&] { facts_of(texts, "run.sqlite"); }, "run.config", "a JSON object");
}

}  // namespace
}  // namespace bora::attacks
