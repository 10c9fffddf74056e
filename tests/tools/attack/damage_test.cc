// Runs with a damaged or falsified database: resuming or reporting them gives a result or a one-line error,
// and never crashes.
#include <fstream>
#include <iterator>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "attacks/runner/image_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "attacks/runner/verifier.h"
#include "common/error.h"
#include "report/views/run_views.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

constexpr ImageShape kShape{1, 4, 4};
const LinfBall kBall{20.0 / 255, false};

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Damage : public ::testing::Test {
 protected:
  // Makes an interrupted run: some instances have ended, some are in progress, and some have not begun.
  void SetUp() override {
    const ImageDataset data = testing::labelled_images(victim_, 5, 2);
    PlanOptions plan;
    plan.attacks = {"square", "random"};
    plan.inputs = 4;
    plan.targeted = true;
    const Plan made = make_plan(victim_, data, plan, 12);
    RunFacts facts;
    facts.status = "interrupted";
    facts.model = "m.pt";
    facts.score_kind = "logits";
    facts.classes = 3;
    facts.threat = "linf";
    facts.channels = 1;
    facts.height = facts.width = 4;
    facts.epsilon = 0.0784;
    facts.budget = 12;
    facts.seed = "7";
    facts.attacks = plan.attacks;
    facts.clean_queries = 5;
    facts.victim_seconds = 1;
    {
      RunDatabase database = RunDatabase::create(file_, [&](RunDatabase& run) {
        store(made, run);
        run.set(facts);
        run.add(ExampleRow{1, std::string(16, 'x')});
      });
      go_on(database, 9);
      for (const auto& row : database.instances())
        if (row.status == InstanceStatus::success) database.add(WarmStartRow{row.id, "warm start"});
      const ImageTask task(kShape, kBall);
      Oracle<Pixels> oracle(victim_);
      verify_run(database, oracle, task, folder_.path());
    }
    whole_ = read(file_);
  }

  void go_on(RunDatabase& database, int rounds) {
    const ImageTask task(kShape, kBall);
    const ImageAttacks factory(database, task, {.shape = kShape, .ball = kBall, .classes = 3}, {});
    Oracle<Pixels> oracle(victim_);
    const RetrySchedule hurried{{}, [](auto, const std::string&) { return false; }};
    Ledger<Pixels> ledger(oracle, task, database, {}, hurried);
    ThreadPool pool(1);
    Runner<Pixels> runner(task, factory, database, ledger, pool, 6);
    runner.resume(true);
    std::atomic<bool> stop = false;
    int done = 0;
    runner.run(stop, [&](const RunProgress&) { stop = ++done == rounds; });
  }

  void restore(const std::string& bytes) {
    for (const char* beside : {"-wal", "-shm", "-journal"}) fs::remove(file_.string() + beside);
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }

  // Runs `action`. Returns the line with which it refused the database, or "".
  template <typename Action>
  std::string outcome(const std::string& what, Action action) {
    try {
      action();
      return "";
    } catch (const InputError& error) {
      const std::string line = error.what();
      EXPECT_EQ(line.find('\n'), std::string::npos) << what << ": " << line;
      return line;
    } catch (const StorageError& error) {
      return error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << what << ": " << error.what();
      return error.what();
    }
  }
  std::string resumed(const std::string& what) {
    return outcome(what + ", resumed", [&] {
      RunDatabase database = RunDatabase::open(file_);
      database.check();
      go_on(database, 2);
    });
  }
  std::string reported(const std::string& what) {
    return outcome(what + ", reported", [&] {
      const RunRecord run = read_run(folder_.path());
      const RunReport report = report_of(run);
      // Only every tenth report is written: pictures and pages are the slow part.
      if (++reports_ % 10 == 1) write_report(report, folder_.path());
    });
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  fs::path file_ = folder_ / "run.sqlite";
  testing::LinearVictim victim_{kShape, 3, 3, 1.5};
  std::string whole_;
  int reports_ = 0;
};

struct Place {
  std::string table, column;
};

std::vector<Place> places(SQLite::Database& database) {
  std::vector<Place> all;
  SQLite::Statement rows(
      database,
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'");
  while (rows.executeStep()) all.push_back({rows.getColumn(0).getString(), rows.getColumn(1).getString()});
  return all;
}

TEST_F(Damage, TheRunIsFineBefore) {
  EXPECT_EQ(reported("whole"), "");
  EXPECT_EQ(resumed("whole"), "");
}

TEST_F(Damage, EveryColumnMayHoldAnything) {
  // A damaged file need not satisfy the constraints of its tables.
  {
    SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
    database.exec(
        "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '');"
        "PRAGMA writable_schema = 0; PRAGMA wal_checkpoint(TRUNCATE)");
  }
  whole_ = read(file_);
  const std::vector<std::string> values = {
      "NULL",  "''",  "'abc'",         "x'00'", "randomblob(5000)", "-1", "2147483648", "4611686018427387904",
      "9e999", "0.5", "'[{\"a\": 1}]'"};
  std::vector<Place> all;
  {
    SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
    all = places(database);
  }
  ASSERT_GT(all.size(), 45U);
  int refused = 0, tried = 0;
  for (const auto& [table, column] : all)
    for (const std::string& value : values)
      for (const bool everywhere : {false, true}) {
        restore(whole_);
        const std::string sql =
            everywhere
                ? fmt::format("UPDATE OR IGNORE {0} SET {1} = {2}", table, column, value)
                : fmt::format("UPDATE OR IGNORE {0} SET {1} = {2} WHERE {3} = (SELECT {3} FROM {0} LIMIT 1)",
                              table, column, value,
                              table == "run"       ? "key"
                              : table == "timings" ? "part"
                                                   : "rowid");
        try {
          SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
          if (database.exec(
                  table == "queries" && !everywhere
                      ? fmt::format("UPDATE OR IGNORE queries SET {} = {} WHERE number = 1", column, value)
                      : sql) == 0)
            continue;
        } catch (const SQLite::Exception&) {
          continue;  // a key that SQLite will not have
        }
        ++tried;
        const std::string report = reported(sql);
        const std::string resume = resumed(sql);
        refused += resume.empty() ? 0 : 1;
        const bool may_be_null = column == "l2" || (column == "content" && table == "inputs" && !everywhere);
        if (value == "NULL" && table != "run" && !may_be_null) {
          EXPECT_NE(resume, "") << sql;
          if (table != "lessons" && table != "examples") {
            EXPECT_NE(report, "") << sql;
          }
        }
      }
  EXPECT_GT(tried, 600);
  EXPECT_GT(refused, tried / 2);
}

TEST_F(Damage, AnyByteMayBeWrong) {
  Rng rng(5);
  int refused = 0;
  for (int i = 0; i < 250; ++i) {
    std::string bytes = whole_;
    const int flips = 1 + rng.index(8);
    const auto first = static_cast<std::size_t>(rng.index(static_cast<int>(bytes.size()) - 8));
    for (int k = 0; k < flips; ++k)
      bytes[first + static_cast<std::size_t>(k)] = static_cast<char>(rng.index(256));
    const std::string what = fmt::format("{} bytes from {}", flips, first);
    restore(bytes);
    reported(what);
    refused += resumed(what).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 10) << "most bytes of so small a run are its schema's comments, pixels and scores";
}

TEST_F(Damage, AnyPartMayBeMissing) {
  for (std::size_t size = 0; size < whole_.size(); size += 2500) {
    const std::string what = fmt::format("the first {} of {} bytes", size, whole_.size());
    restore(whole_.substr(0, size));
    const std::string report = reported(what);  // which may not have to look at the last pages
    if (2 * size < whole_.size()) {
      EXPECT_NE(report, "") << what;
    }
    EXPECT_NE(resumed(what), "") << what;
    std::string hole = whole_;
    std::fill_n(hole.begin() + static_cast<std::ptrdiff_t>(size),
                std::min<std::size_t>(2500, hole.size() - size), '\0');
    restore(hole);
    reported("a hole in it");
    resumed("a hole in it");
  }
}

TEST_F(Damage, RowsMustAccountForEachOther) {
  for (const auto& [sql, word] : std::map<std::string, std::string>{
           {"DELETE FROM queries WHERE instance = 0 AND number = 1", "table instances, id 0: queries is"},
           {"DELETE FROM instances WHERE id = 3", "expected"},
           {"UPDATE instances SET budget = 3 WHERE status = 'running'", "queries is"},
           {"UPDATE instances SET status = 'running' WHERE status = 'success'",
            "table adversarials holds an example"},
           {"DELETE FROM adversarials", "table adversarials holds nothing"},
           {"UPDATE instances SET attempts = 0 WHERE queries > 0", "attempts is 0"},
           {"DELETE FROM inputs WHERE id = 1", "expected the id of an attacked input"},
           {"UPDATE run SET value = 'x' WHERE key = 'channels'", "run.channels is 'x'"},
           {"DELETE FROM run WHERE key = 'classes'", "lacks 'classes'"},
           {"UPDATE instances SET attack = 'sqare'", "sqare"}}) {
    restore(whole_);
    {
      SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
      database.exec("PRAGMA foreign_keys = OFF");
      ASSERT_GT(database.exec(sql), 0) << sql;
    }
    EXPECT_NE(resumed(sql).find(word), std::string::npos) << sql << ": " << resumed(sql);
  }
}

}  // namespace
}  // namespace bora::tools
