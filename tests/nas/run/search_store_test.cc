#include "nas/run/search_store.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

const std::map<std::string, std::string> kFacts{{"space", "nb201"}, {"budget", "3"}, {"images hash", "12"}};

TEST(SearchStore, ReturnsStoredTrials) {
  const auto folder = testing::TemporaryFolder::in_memory();
  EXPECT_FALSE(SearchStore::holds_search(folder / "search"));
  {
    SearchStore store = SearchStore::create(folder / "search", kFacts);
    store.put({.number = 2, .architecture = "b, c"});
    store.put({.number = 1,
               .architecture = "a",
               .ended = true,
               .epochs = {{2.5, 0.25, 2.75, 2.25}, {1.5, 0.5, 1.75, 1.25, 0.625}},
               .weights = 77,
               .seconds = 3.5,
               .latency = 0.0125,
               .robustness = 0.36,
               .queries = 812,
               .stopped = true,
               .after = 5,
               .place = 6});
    store.put({.number = 2, .architecture = "b, c", .ended = true, .failure = "diverged", .robustness = 0.0});
    store.put({.number = 3, .architecture = "d", .ended = true, .failure = "no memory"});
  }
  SearchStore store = SearchStore::open(folder / "search", {}, {});
  EXPECT_EQ(store.get("space"), "nb201");
  EXPECT_EQ(store.get("nothing"), "");
  const auto trials = store.trials();
  ASSERT_EQ(trials.size(), 3u);
  EXPECT_EQ(trials[0].number, 1);
  EXPECT_EQ(trials[0].architecture, "a");
  EXPECT_TRUE(trials[0].ended);
  ASSERT_EQ(trials[0].epochs.size(), 2u);
  EXPECT_EQ(trials[0].epochs[1].loss, 1.5);
  EXPECT_EQ(trials[0].epochs[1].accuracy, 0.5);
  EXPECT_EQ(trials[0].epochs[1].validation_loss, 1.75);
  EXPECT_EQ(trials[0].epochs[1].last_loss, 1.25);
  EXPECT_EQ(trials[0].epochs[0].train_accuracy, std::nullopt);
  EXPECT_EQ(trials[0].epochs[1].train_accuracy, 0.625);
  EXPECT_TRUE(trials[0].stopped);
  EXPECT_EQ(trials[0].after, 5);
  EXPECT_EQ(trials[0].place, 6);
  EXPECT_EQ(trials[0].weights, 77);
  EXPECT_EQ(trials[0].seconds, 3.5);
  EXPECT_EQ(trials[0].latency, 0.0125);
  EXPECT_EQ(trials[0].robustness, 0.36);
  EXPECT_EQ(trials[0].queries, 812);
  EXPECT_EQ(trials[1].failure, "diverged");
  EXPECT_EQ(trials[1].robustness, 0.0) << "none that resists is not the same as not measured";
  EXPECT_EQ(trials[2].robustness, std::nullopt);
  EXPECT_EQ(trials[2].latency, std::nullopt);
}

// The epochs are assigned to the trials with their numbers, which need not be consecutive.
TEST(SearchStore, GivesEachTrialItsEpochs) {
  const testing::TemporaryFolder folder;
  SearchStore store = SearchStore::create(folder / "search", kFacts);
  store.put({.number = 9, .architecture = "c", .ended = true, .epochs = {{9, 0.5}}});
  store.put({.number = 2, .architecture = "a"});
  store.put({.number = 4, .architecture = "b", .ended = true, .epochs = {{4, 0.5}, {3, 0.5}}});
  store.put_longer({.architecture = "b", .ended = true, .epochs = {{1, 0.5}, {0.5, 0.5}, {0.25, 0.5}}});
  SQLite::Database(folder / "search/run.sqlite", SQLite::OPEN_READWRITE)
      .exec("INSERT INTO epochs VALUES (3, 1, 7, 0, 0, 0), (12, 1, 7, 0, 0, 0)");
  const auto trials = store.trials();
  ASSERT_EQ(trials.size(), 3u);
  EXPECT_TRUE(trials[0].epochs.empty());
  ASSERT_EQ(trials[1].epochs.size(), 2u);
  EXPECT_EQ(trials[1].epochs[1].loss, 3);
  ASSERT_EQ(trials[2].epochs.size(), 1u);
  EXPECT_EQ(trials[2].epochs[0].loss, 9);
  EXPECT_EQ(store.longer()->epochs.size(), 3u);
}

TEST(SearchStore, ACheckpointOfASupernetIsAResult) {
  const testing::TemporaryFolder folder;
  SearchStore::create(folder / "search", kFacts);
  std::filesystem::create_directories(folder / "search/supernet");
  EXPECT_TRUE(SearchStore::is_without_results(folder / "search"));
  std::ofstream(folder / "search/supernet/checkpoint") << "weights";
  EXPECT_FALSE(SearchStore::is_without_results(folder / "search"));
}

TEST(SearchStore, SettingsOfLaterVersionsHaveTheirDefaultsInEarlierSearches) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SearchStore::create(folder / "earlier", kFacts);
  auto facts = kFacts;
  facts["auxiliary"] = facts["drop-path"] = "0";
  facts["motif-score"] = "mean";
  EXPECT_NO_THROW(SearchStore::open(folder / "earlier", facts, {}));
  SearchStore::create(folder / "later", {{"drop-path", "0.2"}, {"motif-score", "printed"}});
  testing::expect_input_error(
      [&] {
        SearchStore::open(folder / "earlier", {{"drop-path", "0.2"}}, {});
      },
      "drop-path: ", "was made with '0', it cannot be resumed with '0.2'");
  testing::expect_input_error(
      [&] {
        SearchStore::open(folder / "later", {{"drop-path", "0"}}, {});
      },
      "drop-path: ", "was made with '0.2', it cannot be resumed with '0'");
  testing::expect_input_error(
      [&] {
        SearchStore::open(folder / "later", {{"motif-score", "mean"}}, {});
      },
      "was made with 'printed'");
}

// Searches of earlier versions have no training accuracies.
TEST(SearchStore, ResumesASearchWithoutTrainingAccuracies) {
  const testing::TemporaryFolder folder;
  const auto file = (folder / "search") / SearchStore::kFile;
  {
    SearchStore store = SearchStore::create(folder / "search", kFacts);
    store.put({.number = 1, .architecture = "a", .ended = true, .epochs = {{2.5, 0.25, 2.75, 2.25, 0.5}}});
  }
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE train_accuracies");
  SearchStore store = SearchStore::open(folder / "search", kFacts, {});
  ASSERT_EQ(store.trials().size(), 1u);
  ASSERT_EQ(store.trials()[0].epochs.size(), 1u);
  EXPECT_EQ(store.trials()[0].epochs[0].loss, 2.5);
  EXPECT_EQ(store.trials()[0].epochs[0].train_accuracy, std::nullopt);
  store.put({.number = 2, .architecture = "b", .ended = true, .epochs = {{1, 0.5, 1, 1, 0.75}}});
  EXPECT_EQ(store.trials()[1].epochs[0].train_accuracy, 0.75);
  store.put({.number = 2, .architecture = "b", .ended = true, .epochs = {{1, 0.5, 1, 1}}});
  EXPECT_EQ(store.trials()[1].epochs[0].train_accuracy, std::nullopt)
      << "a replaced trial leaves no accuracies";
}

// A trial has a value only if it has epochs; bo-nas cannot have written other rows.
TEST(SearchStore, RefusesATrialThatEndedWithoutAnEpoch) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SearchStore store = SearchStore::create(folder / "search", kFacts);
  store.put({.number = 1, .architecture = "a"});
  store.put({.number = 2, .architecture = "b", .ended = true, .failure = "diverged"});
  EXPECT_EQ(store.trials().size(), 2u);
  store.put({.number = 7, .architecture = "a", .ended = true});
  testing::expect_input_error([&] { store.trials(); },
                              "run.sqlite: trials, number 7: ended without an epoch");
}

TEST(SearchStore, StoresTheRetrainingSeparately) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SearchStore store = SearchStore::create(folder / "search", kFacts);
  store.put({.number = 1, .architecture = "a", .ended = true, .epochs = {{1, 0.5}}});
  EXPECT_FALSE(store.longer());
  store.put_longer({.number = 1, .architecture = "a", .ended = true, .epochs = {{1, 0.5}, {0.5, 0.75}}});
  ASSERT_EQ(store.trials().size(), 1u);
  EXPECT_EQ(store.trials()[0].epochs.size(), 1u);
  ASSERT_TRUE(store.longer());
  EXPECT_EQ(store.longer()->epochs.size(), 2u);
  store.put_longer({.architecture = "b", .ended = true, .epochs = {{1, 0.5}}});
  EXPECT_EQ(store.longer()->architecture, "b");
  EXPECT_EQ(store.longer()->epochs.size(), 1u) << "what was there before is gone";
}

TEST(SearchStore, ResumesOnlyTheSameSearch) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SearchStore::create(folder / "search", kFacts);
  auto other = kFacts;
  other["budget"] = "4";
  EXPECT_NO_THROW(SearchStore::open(folder / "search", other, {"budget"}));
  testing::expect_input_error([&] { SearchStore::open(folder / "search", other, {}); }, "budget", "'3'");
  other = kFacts;
  other["images hash"] = "13";
  testing::expect_input_error([&] { SearchStore::open(folder / "search", other, {}); }, "data");
}

// A store of an earlier version without robustness cannot be resumed; the error says so.
TEST(SearchStore, RefusesOtherVersions) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SearchStore::create(folder / "search", kFacts);
  SQLite::Database(folder / "search/run.sqlite", SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 3");
  testing::expect_input_error([&] { SearchStore::open(folder / "search", kFacts, {}); },
                              "schema version 3, this program resumes runs of version 4");
}

}  // namespace
}  // namespace bora::nas
