#include "runs/run_store.h"

#include <fstream>
#include <optional>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/temporary_folder.h"

namespace bora::runs {
namespace {

namespace fs = std::filesystem;

constexpr RunSchema kSchema{
    "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE things (number INTEGER PRIMARY KEY)",
    7, "a-reader"};

class RunStoreTest : public ::testing::Test {
 protected:
  static int count(const RunStore& store) {
    int n = 0;
    store.select("SELECT number FROM things", [&](SQLite::Statement&) { ++n; });
    return n;
  }
  static void add(RunStore& store, int number) {
    store.execute_with("INSERT INTO things VALUES (?)", number);
  }
  template <typename Action>
  static std::string message(Action action) {
    try {
      action();
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  testing::TemporaryFolder folder_;
  fs::path file_ = folder_ / "run.sqlite";
};

TEST_F(RunStoreTest, KeepsCommittedData) {
  {
    RunStore store = RunStore::create(file_, kSchema, [](RunStore& made) { made.set("seed", "3"); });
    add(store, 1);
    store.begin();
    add(store, 2);
    add(store, 3);
  }
  const RunStore store = RunStore::open(file_, kSchema);
  EXPECT_EQ(store.get("seed"), "3");
  EXPECT_EQ(store.get("absent"), "");
  EXPECT_EQ(count(store), 1) << "what was begun and not committed is gone";
}

TEST_F(RunStoreTest, BindsAMissingValueAsNull) {
  RunStore store = RunStore::create(file_, kSchema, [](RunStore&) {});
  // SQLite numbers a row whose primary key is NULL by the largest number in the table plus 1.
  for (const std::optional<int> number : {std::optional(3), std::optional<int>(), std::optional(9)})
    store.execute_with("INSERT INTO things VALUES (?)", number);
  std::vector<int> numbers;
  store.select("SELECT number FROM things ORDER BY number",
               [&](SQLite::Statement& s) { numbers.push_back(s.getColumn(0).getInt()); });
  EXPECT_EQ(numbers, (std::vector<int>{3, 4, 9}));
}

TEST_F(RunStoreTest, IsCreatedCompletelyOrNotAtAll) {
  EXPECT_THROW(RunStore::create(file_, kSchema, [](RunStore&) { throw InputError("no"); }), InputError);
  EXPECT_FALSE(RunStore::holds_run(file_));
  RunStore::create(file_, kSchema, [](RunStore&) {});
  EXPECT_TRUE(RunStore::holds_run(file_));
  EXPECT_THROW(RunStore::create(file_, kSchema, [](RunStore&) {}), InputError);
}

TEST_F(RunStoreTest, OpeningRemovesPartsOfAKilledWriter) {
  {
    const RunStore made = RunStore::create(file_, kSchema, [](RunStore&) {});
  }
  const pid_t killed = ::fork();
  if (killed == 0) ::_exit(0);
  ::waitpid(killed, nullptr, 0);
  const fs::path part = folder_ / fmt::format("report.html.{}.part", killed);
  std::ofstream(part) << "half";
  const RunStore opened = RunStore::open(file_, kSchema);
  EXPECT_FALSE(fs::exists(part));
}

TEST_F(RunStoreTest, RefusesASecondWriterAndOtherFiles) {
  EXPECT_NE(message([&] { RunStore::open(file_, kSchema); }).find("no run to resume"), std::string::npos);
  {
    const RunStore held = RunStore::create(file_, kSchema, [](RunStore&) {});
    EXPECT_NE(message([&] { RunStore::open(file_, kSchema); }).find("another process"), std::string::npos);
  }
  RunSchema newer = kSchema;
  newer.version = 8;
  EXPECT_NE(message([&] { RunStore::open(file_, newer); }).find("has schema version 7, this program resumes"),
            std::string::npos);
  fs::remove(file_);
  std::ofstream(file_) << "no database, but long enough to be taken for one by its size alone";
  EXPECT_NE(message([&] { RunStore::open(file_, kSchema); }).find("not a run database"), std::string::npos);
}

TEST_F(RunStoreTest, RefusesDatabasesWithViewsOrTriggers) {
  const char* const tables[] = {
      "CREATE VIEW things AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS number FROM r",
      "CREATE TABLE things (number INTEGER PRIMARY KEY, big AS (zeroblob(1000000000)))",
      "CREATE TABLE things (number INTEGER); CREATE TRIGGER things_of AFTER INSERT ON run BEGIN SELECT 1; END",
      "CREATE VIRTUAL TABLE things USING fts5(number)"};
  for (const char* const sql : tables) {
    fs::remove(file_);
    {
      SQLite::Database made(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      made.exec(
          std::string("CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT); PRAGMA user_version = 7; ") +
          sql);
    }
    for (const std::string& said :
         {message([&] { RunStore::open(file_, kSchema); }), message([&] { open_for_reading(file_); })})
      EXPECT_NE(said.find("'things"), std::string::npos) << sql << ": " << said;
  }
}

}  // namespace
}  // namespace bora::runs
