#include "attacks/record/run_database.h"

#include <algorithm>
#include <fstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "attacks/record/schema.h"
#include "common/error.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

TEST(RunDatabase, RefusesToOverwriteARunAndToOpenOtherDatabases) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(RunDatabase::open(folder / "run.sqlite"), InputError);
  { const auto database = RunDatabase::create(folder / "run.sqlite"); }
  EXPECT_THROW(RunDatabase::create(folder / "run.sqlite"), InputError);
  EXPECT_NO_THROW(RunDatabase::open(folder / "run.sqlite"));
  std::ofstream(folder / "junk.sqlite")
      << "this is no database, and long enough to be read as one if nobody looks";
  EXPECT_THROW(RunDatabase::open(folder / "junk.sqlite"), InputError);
}

TEST(RunDatabase, RefusesAnotherVersionsRun) {
  const testing::TemporaryFolder folder;
  { const auto database = RunDatabase::create(folder / "run.sqlite"); }
  for (const int version : {1, kSchemaVersion + 1}) {
    SQLite::Database((folder / "run.sqlite").string(), SQLite::OPEN_READWRITE)
        .exec("PRAGMA user_version = " + std::to_string(version));
    testing::expect_input_error([&] { RunDatabase::open(folder / "run.sqlite"); },
                                "schema version " + std::to_string(version));
  }
}

// The range of success_in depends on repeats, which may be read before or after it.
TEST(RunDatabase, ReadsOneFactWhoseRangeDependsOnAnother) {
  const auto folder = testing::TemporaryFolder::in_memory();
  auto database = RunDatabase::create(folder / "run.sqlite");
  database.set(&RunFacts::repeats, 5);
  database.set(&RunFacts::success_in, 3);
  database.set(&RunFacts::average, 4);
  EXPECT_EQ(database.get(&RunFacts::success_in), 3);
  EXPECT_EQ(database.get(&RunFacts::average), 4);
  database.set(&RunFacts::success_in, 6);
  testing::expect_input_error([&] { database.get(&RunFacts::success_in); }, "success_in", "from 1 to 5");
}

TEST(RunDatabase, RefusesASecondWriter) {
  const testing::TemporaryFolder folder;
  const auto first = RunDatabase::create(folder / "run.sqlite");
  EXPECT_THROW(RunDatabase::open(folder / "run.sqlite"), InputError);
}

TEST(RunDatabase, StoresAndReadsAllRows) {
  const testing::TemporaryFolder folder;
  {
    auto database = RunDatabase::create(folder / "run.sqlite");
    database.set(&RunFacts::model, "a.pt");
    database.set(&RunFacts::model, "b.pt");
    InputRow image;
    image.id = 4;
    image.name = "cat's.png";
    image.attacked = true;
    image.content = {0, 17, -1};
    image.scores = {0.5F, -1};
    database.add(image);
    database.add(ExampleRow{2, "123"});
    InstanceRow instance;
    instance.input = 4;
    instance.budget = 77;
    instance.attack = "square";
    instance.target = 2;
    instance.seed = (std::uint64_t{1} << 63) - 1;
    database.add(instance);
    QueryRow query;
    query.number = 1;
    query.predicted = 6;
    query.objective = -1;
    database.add(query);
    database.add(WarmStartRow{0, std::string("\0lesson\xff", 8)});
    database.set_timing("square", "total", 1.5);
    database.set_timing("square", "total", 2.5);
  }
  const auto database = RunDatabase::open(folder / "run.sqlite");
  EXPECT_EQ(database.get(&RunFacts::model), "b.pt");
  EXPECT_EQ(database.get(&RunFacts::data), "");
  EXPECT_EQ(database.inputs()[0].name, "cat's.png");
  EXPECT_EQ(database.inputs()[0].content, (std::string{0, 17, -1}));
  EXPECT_EQ(database.examples()[0].label, 2);
  EXPECT_EQ(database.examples()[0].content, "123");
  EXPECT_EQ(database.queries(0)[0].predicted, 6);
  EXPECT_TRUE(database.queries(0)[0].scores.empty());
  EXPECT_EQ(database.warm_starts()[0].instance, 0);
  EXPECT_EQ(database.warm_starts()[0].content, std::string("\0lesson\xff", 8));
  EXPECT_EQ(database.instances()[0].target, 2);
  EXPECT_EQ(database.instances()[0].budget, 77);
  EXPECT_EQ(database.instances()[0].seed, (std::uint64_t{1} << 63) - 1);
  EXPECT_EQ(database.timings().at("square").at("total"), 2.5);
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(RunDatabase, AppearsOnlyWhenComplete) {
  const testing::TemporaryFolder folder;
  const auto file = folder / "run.sqlite";
  EXPECT_THROW(RunDatabase::create(file,
                                   [&](RunDatabase& run) {
                                     run.set(&RunFacts::model, "written");
                                     EXPECT_FALSE(RunDatabase::holds_run(file));
                                     throw StorageError("the disk is full");
                                   }),
               StorageError);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{".lock"});
  std::ofstream(folder / "run.sqlite.part") << "of a process that was killed";
  {
    const auto run =
        RunDatabase::create(file, [](RunDatabase& made) { made.set(&RunFacts::model, "and half"); });
  }
  EXPECT_EQ(RunDatabase::open(file).get(&RunFacts::model), "and half");
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{".lock", "run.sqlite"}));
}

TEST(RunDatabase, AnEmptyFileIsNoRun) {
  const testing::TemporaryFolder folder;
  { std::ofstream empty(folder / "run.sqlite"); }
  EXPECT_FALSE(RunDatabase::holds_run(folder / "run.sqlite"));
  testing::expect_input_error([&] { RunDatabase::open(folder / "run.sqlite"); }, "is empty",
                              "start it again");
  { const auto run = RunDatabase::create(folder / "run.sqlite"); }
  EXPECT_TRUE(RunDatabase::holds_run(folder / "run.sqlite"));
}

TEST(RunDatabase, FactsAreCheckedWhenTheyAreRead) {
  const testing::TemporaryFolder folder;
  auto database = RunDatabase::create(folder / "run.sqlite");
  EXPECT_EQ(database.get(&RunFacts::channels), 0);
  database.set(&RunFacts::channels, 4);
  EXPECT_EQ(database.get(&RunFacts::channels), 4);
  for (const char* bad : {"-1", "10", "x", "3 ", "18446744073709551616"}) {
    SQLite::Database((folder / "run.sqlite").string(), SQLite::OPEN_READWRITE)
        .exec(std::string("UPDATE run SET value = '") + bad + "' WHERE key = 'channels'");
    testing::expect_input_error([&] { database.get(&RunFacts::channels); }, "run.channels", bad);
  }
}

TEST(RunDatabase, AnUncommittedRoundIsDiscarded) {
  const testing::TemporaryFolder folder;
  {
    auto database = RunDatabase::create(folder / "run.sqlite");
    database.begin();
    database.set(&RunFacts::model, "written");
  }
  EXPECT_EQ(RunDatabase::open(folder / "run.sqlite").get(&RunFacts::model), "");
}

}  // namespace
}  // namespace bora::attacks
