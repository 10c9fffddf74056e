#include "nas/run/study/tabular_study.h"

#include <atomic>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "nas/run/study/study_store.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

// Observer that throws when the first searches are done.
class FailingObserver final : public RunObserver {
 public:
  const std::atomic<bool>& stop() const override { return stop_; }
  void update(double /*fraction*/, const std::string& /*text*/) override {
    throw std::runtime_error("no terminal");
  }
  void say(const std::string& /*text*/) override {}
  void warn(const std::string& /*text*/) override {}
  void finish() override {}

 private:
  std::atomic<bool> stop_ = false;
};

// Observer that counts the stored searches whenever one has ended.
class CountingObserver final : public RunObserver {
 public:
  explicit CountingObserver(std::string file) : file_(std::move(file)) {}
  const std::atomic<bool>& stop() const override { return stop_; }
  void update(double /*fraction*/, const std::string& /*text*/) override {
    SQLite::Database database(file_);
    counts.push_back(database.execAndGet("SELECT count(*) FROM searches").getInt());
  }
  void say(const std::string& /*text*/) override {}
  void warn(const std::string& text) override { warnings.push_back(text); }
  void finish() override {}
  std::vector<int> counts;
  std::vector<std::string> warnings;

 private:
  std::string file_;
  std::atomic<bool> stop_ = false;
};

// Returns a study of a table with the last three cells of nb201. scale: factor of the accuracies 91, 92, 93.
StudyConfig small_study(const std::filesystem::path& folder, double scale = 1) {
  StudyConfig config;
  config.out = (folder / "study").string();
  config.space = "nb201";
  config.table = (folder / "table.csv").string();
  config.strategies = {"random"};
  config.seeds = {1};
  config.budget = 2;
  const auto all = make_space("nb201")->all();
  std::ofstream table(config.table);
  table << "arch,val_accuracy\n";
  for (std::size_t i = 1; i <= 3; ++i)
    table << (*all)[all->size() - i].text() << "," << scale * (90 + static_cast<double>(i)) << "\n";
  return config;
}

TEST(TabularStudy, IsStoredAsInterruptedAfterAnError) {
  const auto folder = testing::TemporaryFolder::in_memory();
  const StudyConfig config = small_study(folder / "");
  FailingObserver observer;
  EXPECT_THROW(run_tabular_study(config, observer), std::runtime_error);
  const StudyStore store = StudyStore::open(config.out, {});
  EXPECT_EQ(store.get("status"), "interrupted");
  EXPECT_EQ(store.runs().size(), 1u);
}

TEST(TabularStudy, StoresEachSearchWhenItEnds) {
  const auto folder = testing::TemporaryFolder::in_memory();
  StudyConfig config = small_study(folder / "");
  config.seeds = {1, 2, 3, 4, 5};
  StudyRuns first;
  for (const int threads : {1, 3}) {
    config.threads = threads;
    config.out = (folder / ("study" + std::to_string(threads))).string();
    CountingObserver observer(config.out + "/run.sqlite");
    const StudyOutcome outcome = run_tabular_study(config, observer);
    EXPECT_EQ(observer.counts, (std::vector{1, 2, 3, 4, 5})) << threads << " threads";
    const StudyRuns stored = StudyStore::open(config.out, {}).runs();
    ASSERT_EQ(stored.size(), 5u);
    EXPECT_EQ(outcome.runs.size(), 5u);
    if (first.empty()) first = stored;
    for (const auto& [key, run] : first) {
      ASSERT_EQ(stored.at(key).evaluations.size(), 2u);
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(stored.at(key).evaluations[i].architecture, run.evaluations[i].architecture);
    }
  }
}

// A study that was killed before its first search ended is replaced: its facts do not matter.
TEST(TabularStudy, ReplacesAStudyWithoutRunsTogetherWithItsFacts) {
  const auto folder = testing::TemporaryFolder::in_memory();
  for (const bool resume : {false, true}) {
    StudyConfig config = small_study(folder / "", 0.01);
    config.out = (folder / (resume ? "resumed" : "again")).string();
    // The facts are those of a study of percentages whose searches asked for all cells.
    StudyStore::create(config.out, {{"space", "nb201"}, {"table", "another"}});
    config.resume = resume;
    config.pathless = false;
    CountingObserver observer(config.out + "/run.sqlite");
    const StudyOutcome outcome = run_tabular_study(config, observer);
    EXPECT_EQ(observer.warnings.size(), 1u);
    EXPECT_NEAR(outcome.benchmark->best_accuracy(), 93, 1e-9) << "fractions are not taken as percentages";
    const StudyStore store = StudyStore::open(config.out, {});
    EXPECT_EQ(store.get("accuracies"), "shares");
    EXPECT_EQ(store.get("pathless"), "out");
  }
}

// A study without runs and with the same settings is continued, with its facts.
TEST(TabularStudy, ContinuesTheSameStudyWithoutRuns) {
  const auto folder = testing::TemporaryFolder::in_memory();
  StudyConfig config = small_study(folder / "", 0.01);
  CountingObserver observer(config.out + "/run.sqlite");
  run_tabular_study(config, observer);
  SQLite::Database(config.out + "/run.sqlite", SQLite::OPEN_READWRITE)
      .exec(
          "DELETE FROM searches; DELETE FROM evaluations; DELETE FROM run WHERE key = 'pathless'; "
          "INSERT INTO run VALUES ('mark', 'kept')");
  config.resume = true;
  const StudyOutcome outcome = run_tabular_study(config, observer);
  EXPECT_TRUE(observer.warnings.empty());
  EXPECT_EQ(outcome.runs.size(), 1u);
  const StudyStore store = StudyStore::open(config.out, {});
  EXPECT_EQ(store.get("mark"), "kept");
  EXPECT_EQ(store.get("pathless"), "") << "the setting of the continued study";
}

}  // namespace
}  // namespace bora::nas
