#include "tools/assess/kept_results.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "attacks/record/run_database.h"
#include "attacks/record/synthetic_run.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

using Sent = std::map<std::string, std::int64_t>;

// Digits of the SHA-256 of models.
const std::string kFirst(64, 'a'), kSecond(64, 'b');

class KeptResults : public ::testing::Test {
 protected:
  KeptResults() { begin(); }

  void begin() const {
    fs::create_directories(folder_ / "attacks");
    std::ofstream(folder_ / "config.ini") << "data = digits\n";
  }
  // Adds a run that has sent `inputs` inputs to a model.
  void add_run(const std::string& name, const std::string& sha256, int inputs) const {
    attacks::SyntheticRun run;
    run.model_sha256 = sha256;
    const fs::path folder = folder_ / "attacks" / name;
    fs::create_directories(folder);
    attacks::write_synthetic_run(run, folder);
    auto database = attacks::RunDatabase::open(folder / "run.sqlite");
    database.set(&attacks::RunFacts::clean_queries, inputs - 1);
    database.set(&attacks::RunFacts::loading_inputs, 1);
  }
  Sent sent() const { return sent_by_discarded(folder_.path()); }
  void discard() const { discard_assessment(folder_.path()); }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

TEST_F(KeptResults, InputsOfDiscardedRunsAreStored) {
  add_run("first/eps-0.1", kFirst, 10);
  add_run("first/eps-0.2", kFirst, 20);
  add_run("second/eps-0.1", kSecond, 5);
  EXPECT_EQ(sent(), Sent{});
  discard();
  EXPECT_EQ(sent(), (Sent{{kFirst, 30}, {kSecond, 5}}));
  for (const char* gone : {"attacks", "config.ini", "discarded"})
    EXPECT_FALSE(fs::exists(folder_ / gone)) << gone;
}

TEST_F(KeptResults, NothingIsStoredIfNothingWasSent) {
  discard();
  EXPECT_FALSE(fs::exists(folder_ / "sent_before.json"));
}

TEST_F(KeptResults, TheFirstRunOnAModelCountsThemOnce) {
  add_run("first/eps-0.1", kFirst, 10);
  add_run("second/eps-0.1", kSecond, 5);
  discard();
  begin();
  add_run("first/eps-0.2", kFirst, 10 + 3);  // what was sent before, and its own inputs
  EXPECT_EQ(sent(), (Sent{{kSecond, 5}}));
  discard();
  EXPECT_EQ(sent(), (Sent{{kFirst, 13}, {kSecond, 5}}));
}

TEST_F(KeptResults, NothingIsLostOrCountedTwiceIfDiscardingIsInterrupted) {
  const Sent all{{kFirst, 30}};
  // Before the numbers are stored: a folder has the name of the temporary file.
  add_run("first/eps-0.1", kFirst, 10);
  add_run("first/eps-0.2", kFirst, 20);
  const fs::path stored = folder_ / "sent_before.json";
  const fs::path part = fmt::format("{}.{}.part", stored.string(), getpid());
  fs::create_directory(part);
  EXPECT_THROW(discard(), InputError);
  EXPECT_TRUE(fs::exists(folder_ / "attacks/first/eps-0.2/run.sqlite"));
  fs::remove(part);
  // After that, before the runs are moved.
  std::ofstream(stored) << "{\"" << kFirst << "\": 30}";
  EXPECT_EQ(sent(), Sent{});  // the runs count their own
  // After the runs are moved: a file cannot be removed.
  fs::create_directories(folder_ / "assessment.csv" / "folder");
  EXPECT_THROW(discard(), fs::filesystem_error);
  EXPECT_EQ(sent(), all);
  EXPECT_TRUE(fs::exists(folder_ / "config.ini"));  // which makes the next call discard the rest
  // While the moved runs are removed.
  fs::create_directories(folder_ / "discarded/first/eps-0.2");
  fs::remove_all(folder_ / "assessment.csv");
  discard();
  EXPECT_EQ(sent(), all);
  EXPECT_FALSE(fs::exists(folder_ / "discarded"));
}

TEST_F(KeptResults, ADamagedFileIsIgnored) {
  for (const char* text : {"", "[1]", "{\"a\": 1", "{\"a\": \"b\", \"c\": 1.5}"}) {
    std::ofstream(folder_ / "sent_before.json") << text;
    EXPECT_EQ(sent(), Sent{}) << text;
  }
}

}  // namespace
}  // namespace bora::tools
