#include "tuning/known_results.h"

#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"
#include "tuning/space/space_file.h"

namespace bora::tuning {
namespace {

namespace fs = std::filesystem;

TEST(KnownResults, LeaveOutValuesThatATrialCannotHave) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  std::vector<std::string> left_out;
  const Known known =
      parse_results("x,value\n0.5,1\n0.25,1e200\n0.75,nan\n", "k.csv", space, {{"value", false}}, left_out);
  EXPECT_EQ(known.size(), 1U);
  EXPECT_EQ(left_out,
            (std::vector<std::string>{"k.csv:3: value: '1e200' is not a number from -1e150 to 1e150",
                                      "k.csv:4: value: 'nan' is not a number from -1e150 to 1e150"}));
}

// Rows of a run that bo-opt cannot have written are refused.
class StoredRunTest : public ::testing::Test {
 protected:
  static constexpr const char* kSpace = "[x]\ntype = \"real\"\nbounds = [0, 1]\n";
  static TrialRow valid_row() {
    TrialRow row;
    row.number = 1;
    row.key = "0.5";
    row.point = R"({"x": 0.5})";
    row.status = "done";
    row.values = {2, 3};
    row.asked = 1;
    row.told = 2;
    return row;
  }
  Known read(const TrialRow& row, const std::map<std::string, std::string>& changed = {},
             const std::string& second = "time") {
    const fs::path folder = temporary_ / std::to_string(++runs_);
    TrialStore::create(folder, [&](TrialStore& store) {
      std::map<std::string, std::string> facts{
          {"space", kSpace}, {"objectives", R"({"value": "minimise"})"}, {"constraints", R"(["time<=20"])"}};
      for (const auto& [key, value] : changed) facts[key] = value;
      for (const auto& [key, value] : facts) store.set(key, value);
      store.add(row);
      for (const RepeatRow& repeat : row.repeats) store.add_repeat(row.number, repeat);
    });
    std::vector<std::string> left_out;
    return read_run_results(folder, space_, {{"value", false}, {second, false}}, left_out);
  }
  void refuses(const TrialRow& row, const std::string& words,
               const std::map<std::string, std::string>& changed = {}) {
    testing::expect_input_error([&] { read(row, changed); }, "run.sqlite: ", words);
  }
  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  ParameterSpace space_ = parse_space(kSpace, "s.toml");
  int runs_ = 0;
};

TEST_F(StoredRunTest, IsReadAsResults) {
  const Known known = read(valid_row());
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0].second, (std::vector<double>{2, 3}));
}

TEST_F(StoredRunTest, ShortDurationsAreNotRounded) {
  TrialRow row = valid_row();
  row.values = {2, 0.00025};
  row.seconds = 0.00025;
  const Known known = read(row, {{"constraints", R"(["seconds<=20"])"}}, "seconds");
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0].second, (std::vector<double>{2, 0.00025}));
}

// Two runs of the program took 10 and 30 seconds; a bound on seconds applies to their mean, 20.
TEST_F(StoredRunTest, HasTheMeanSecondsOfRepeats) {
  TrialRow row = valid_row();
  row.values = {2, 20};
  row.seconds = 40;
  row.repeats = {{1, "done", {1, 10}, 10, 1, ""}, {2, "done", {3, 30}, 30, 1, ""}};
  const Known known = read(row, {{"constraints", R"(["seconds<=20"])"}}, "seconds");
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0].second, (std::vector<double>{2, 20}));
}

// The column c of the results of that run is an objective of its own, behind the column seconds.
TEST_F(StoredRunTest, NamesOnlyItsParametersAsUnused) {
  const fs::path folder = temporary_ / "run";
  TrialStore::create(folder, [&](TrialStore& store) {
    store.set("space", kSpace);
    store.set("objectives", R"({"seconds": "minimise", "value": "minimise", "c": "minimise"})");
    for (const int number : {1, 2}) {
      TrialRow row = valid_row();
      row.number = number;
      row.values = {2, 3, 1.0 * number};
      row.asked = 2 * number - 1;
      row.told = 2 * number;
      store.add(row);
    }
  });
  std::vector<std::string> left_out, unused;
  EXPECT_EQ(
      read_run_results(folder, space_, {{"value", false}, {"seconds", false}}, left_out, &unused).size(), 2U);
  EXPECT_EQ(unused, std::vector<std::string>());
}

TEST_F(StoredRunTest, HasWarnings) {
  const fs::path folder = temporary_ / "run";
  TrialStore::create(folder, [&](TrialStore& store) {
    for (const char* const text : {"a", "b", "a"}) store.add_warning(text);
  });
  EXPECT_EQ(parse_warnings(read_tuning_run(folder).fact("warnings")), (std::vector<std::string>{"a", "b"}));
  for (const char* const other : {"", "{}", "[1]", "x"}) EXPECT_TRUE(parse_warnings(other).empty()) << other;
}

TEST_F(StoredRunTest, RefusesDamagedTrials) {
  TrialRow row = valid_row();
  row.asked.reset();
  refuses(row, "trials, number 1: was not asked for");
  row = valid_row();
  row.number = 0;
  row.asked = row.told = {};
  refuses(row, "trials, number 0: was not told");
  row = valid_row();
  row.asked = 2;
  refuses(row, "trials, number 1: was told before it was asked for");
  row = valid_row();
  row.values = {2};
  row.told.reset();
  refuses(row, "trials, number 1: has 1 value, expected 2");
  row = valid_row();
  for (const int number : {1, 2}) row.repeats.push_back({number, "done", {2}, 0, 1, ""});
  refuses(row, "trials, number 1: a repeat has 1 value, expected 2");
  row.values = {2, 1};
  row.repeats = {{1, "done", {2, 1}, 0, 1, ""}, {2, "failed", {}, 0, 1, "exit code 1"}};
  refuses(row, "trials, number 1: has values, but one of its repeats has none");
  row = valid_row();
  row.key = "0.5 0.5";
  refuses(row, "point: 2 coordinates, expected 1");
}

TEST_F(StoredRunTest, RefusesDamagedFacts) {
  refuses(valid_row(), "run.objectives is '[]', expected", {{"objectives", "[]"}});
  refuses(valid_row(), "run.objectives is '{}', expected", {{"objectives", "{}"}});
  refuses(valid_row(), "run.objectives is '{\"a\": 1}', expected", {{"objectives", R"({"a": 1})"}});
  refuses(valid_row(), "run.constraints is '[1]', expected", {{"constraints", "[1]"}});
}

}  // namespace
}  // namespace bora::tuning
