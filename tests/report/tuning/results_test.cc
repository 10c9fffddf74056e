#include "report/tuning/results.h"

#include <fstream>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/json.h"
#include "support/temporary_folder.h"
#include "tuning/known_results.h"
#include "tuning/space/space_file.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSpace =
    "[lr]\ntype = \"log\"\nbounds = [1e-4, 1]\n[c]\ntype = \"categorical\"\nvalues = [\"a,\\\"b\", \"<i>\"]\n"
    "[s]\ntype = \"real\"\nbounds = [0, 1]\nwhen = \"c == '<i>'\"\n";

class ResultsTest : public ::testing::Test {
 protected:
  ResultsTest()
      : space_(parse_space(kSpace, "s.toml")),
        store_(TrialStore::create(folder_, [](TrialStore&) {})),
        tuning_({}, &store_, space_, make_searcher({}, space_.space(), 1), {{"value", false}}) {
    for (int i = 0; i < 14; ++i) {
      const std::int64_t trial = tuning_.ask()->number;
      if (i == 3) {
        tuning_.end(trial, {}, "timed out", "not done after 1 s", 1, 1);
      } else {
        tuning_.end(trial, {std::get<double>(*tuning_.assignment(trial)[0])}, "done", "", 0.25, 1);
      }
      tuning_.tell(trial);
    }
    tuning_.ask();
  }
  // Returns the rows of a CSV. left_out_ receives the reasons why others are left out.
  Known parse(const std::string& csv) {
    return parse_results(csv, "k.csv", space_, {{"value", false}}, left_out_);
  }

  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  fs::path folder_ = temporary_ / "run";
  ParameterSpace space_;
  TrialStore store_;
  Tuning tuning_;
  std::vector<std::string> left_out_;
};

TEST_F(ResultsTest, CsvReadsBackAsAWarmStart) {
  const fs::path file = folder_ / "r.csv";
  std::ofstream(file) << results_csv(tuning_);
  std::vector<std::string> left_out;
  const auto rows = read_results(file, space_, {{"value", false}}, left_out);
  EXPECT_TRUE(left_out.empty());
  ASSERT_EQ(rows.size(), 13u) << "what has no value is passed over";
  for (const auto& [values, value] : rows) EXPECT_EQ(std::get<double>(*values[0]), value.front());
  EXPECT_EQ(rows[0].first, tuning_.assignment(1));
}

TEST_F(ResultsTest, SaysWhereACsvIsWrong) {
  const fs::path file = folder_ / "r.csv";
  const auto refused = [&](const std::string& text) -> std::string {
    std::ofstream(file) << text;
    try {
      std::vector<std::string> left_out;
      read_results(file, space_, {{"value", false}}, left_out);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(file.string().size());
    }
    return "accepted";
  };
  EXPECT_EQ(refused(""), ": cannot be read, or is empty");
  EXPECT_EQ(refused("lr,c,s\n"), ":1: no column value; it has lr, c, s");
  EXPECT_EQ(refused("value,lr,c\n"), ":1: no column s; it has value, lr, c");
  EXPECT_EQ(refused("value,lr,c,s\n1,0.1,<i>\n"), ":2: 3 fields, expected 4 as in the header");
  EXPECT_EQ(
      refused("value,lr,c,s\nx,0.1,<i>,1\n"),
      ":2: value: 'x' is not a number from -1e150 to 1e150; no row is a point of the space with a value");
  EXPECT_EQ(
      refused("value,lr,c,s\n1,2,<i>,1\n"),
      ":2: lr: '2' is not valid, expected a number within [0.0001, 1]; no row is a point of the space with a value");
  EXPECT_EQ(refused("value,lr,c,s\n1,0.1,<i>,\n"),
            ":2: s: has no value; no row is a point of the space with a value");
  EXPECT_EQ(refused("more,value,lr,c,s\nq,1,0.1,<i>,1\nq,,,,\n"), "accepted");
}

TEST_F(ResultsTest, LeavesOutRowsThatAreNoPointsAndNamesThem) {
  const Known rows =
      parse("value,lr,c,s\n1,2,<i>,1\n2,0.1,<i>,1\n3,0.1,<u>,\n4,0.1,\"a,\"\"b\",0.5\n5,0.1,\"a,\"\"b\",\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].second.front(), 2);
  EXPECT_EQ(rows[1].second.front(), 5);
  EXPECT_EQ(left_out_,
            (std::vector<std::string>{"k.csv:2: lr: '2' is not valid, expected a number within [0.0001, 1]",
                                      "k.csv:4: c: '<u>' is not valid, expected one of a,\"b, <i>",
                                      "k.csv:5: s: has a value, but is inactive with the values before it"}));
}

TEST_F(ResultsTest, PassesOverBlanksAroundFields) {
  EXPECT_EQ(parse("value, lr ,\tc,s \n2, 0.1, <i>, 1 \n").size(), 1u);
}

// A table of another tool, as pandas writes it.
TEST_F(ResultsTest, LeavesOutRowsWithoutAFiniteValueAndNamesThem) {
  const Known rows =
      parse("value,lr,c,s\nnan,0.1,<i>,1\n2,0.1,<i>,1\ninf,0.1,<i>,1\nfailed,0.1,<i>,1\n,0.1,<i>,1\n");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(left_out_,
            (std::vector<std::string>{"k.csv:2: value: 'nan' is not a number from -1e150 to 1e150",
                                      "k.csv:4: value: 'inf' is not a number from -1e150 to 1e150",
                                      "k.csv:5: value: 'failed' is not a number from -1e150 to 1e150",
                                      "k.csv:6: value is empty"}));
  left_out_.clear();
  EXPECT_EQ(parse("trial,status,value,lr,c,s\n1,done,2,0.1,<i>,1\n2,failed,,0.1,<i>,1\n3,waiting,,0.1,<i>,1\n"
                  "4,done,,0.1,<i>,1\n")
                .size(),
            1U);
  EXPECT_EQ(left_out_, std::vector<std::string>{"k.csv:5: value is empty"}) << "the others have no value yet";
}

// The effect of such a parameter would be noise.
TEST_F(ResultsTest, NamesColumnsThatMayBeParametersOfAnotherSpace) {
  const auto unused = [&](const std::string& header, const std::vector<std::string>& rows) {
    std::vector<std::string> names;
    std::string csv = header;
    for (const std::string& row : rows) csv += "\n" + row;
    parse_results(csv, "k.csv", space_, {{"value", false}}, left_out_, &names);
    return join(names);
  };
  EXPECT_EQ(unused("value,lr,c,s,mode,same,more", {"1,0.1,<i>,1,a,x,1", "2,0.2,<i>,1,b,x,2"}), "mode, more");
  EXPECT_EQ(unused("mode,value,lr,c,s", {"a,1,0.1,<i>,1", "b,2,7,<i>,1"}), "") << "the other row is left out";
  EXPECT_EQ(unused("trial,status,value,value_error,seconds,mem,feasible,lr,c,s,mode,reason",
                   {"1,done,1,0.1,5,6,yes,0.1,<i>,1,a,", "2,done,2,0.2,7,8,no,0.2,<i>,1,b,x"}),
            "mode")
      << "results are no parameters";
}

// CSV in UTF-8, as Excel saves it.
TEST_F(ResultsTest, PassesOverAByteOrderMark) {
  EXPECT_EQ(parse("\xef\xbb\xbfvalue,lr,c,s\r\n2,0.1,<i>,1\r\n").size(), 1u);
}

TEST(Results, NeedNoColumnOfAFrozenParameter) {
  const std::string toml = R"([x]
type = "real"
bounds = [0, 1]
[f]
type = "real"
bounds = [3, 3]
[flag]
type = "categorical"
values = [true, false]
)";
  const ParameterSpace space = parse_space(toml, "s.toml");
  std::vector<std::string> left_out;
  const Known rows =
      parse_results("x,flag,value\n0.5,False,1\n", "k.csv", space, {{"value", false}}, left_out);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(space.assignment(space.point(rows[0].first)), (Assignment{0.5, 3.0, false}));
}

TEST_F(ResultsTest, SumsUp) {
  const std::string text = summary_text(tuning_, {20, "complete", "why"});
  EXPECT_NE(text.find("(minimised), trial "), std::string::npos);
  EXPECT_NE(
      text.find(
          "trials     14 of 20: 13 with a value, 1 timed out; besides 1 without a result yet\nended      why\nfailures   1 of 1, the first of them trial 4: not done after 1 s\n"),
      std::string::npos)
      << text;
}

// A reader of the files alone sees whether the run has ended.
TEST_F(ResultsTest, SayHowFarTheRunHasCome) {
  EXPECT_NE(summary_text(tuning_, {20, "interrupted"}).find("ended      interrupted\n"), std::string::npos);
  EXPECT_NE(summary_text(tuning_, {20, "running"}).find("ended      not yet"), std::string::npos);
  EXPECT_EQ(summary_text(tuning_, {20, "complete"}).find("ended"), std::string::npos);
  EXPECT_NE(summary_text(tuning_, {}).find("trials     14: 13 with a value"), std::string::npos)
      << "ask and tell";

  const std::string page = tuning_report(tuning_, "run", "", {20, "interrupted"});
  EXPECT_NE(page.find("Trials: 14 of 20: 13 with a value, 1 timed out; besides 1 without a result yet. "
                      "Ended: interrupted. Failures: 1 of 1, "),
            std::string::npos);
  const auto json = parse_valid_json(summary_json(tuning_, {20, "interrupted"}));
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_EQ(json["budget"], 20);
  EXPECT_TRUE(json["stopped"].is_null());
  EXPECT_EQ(parse_valid_json(summary_json(tuning_, {20, "complete", "why"}))["stopped"], "why");
  EXPECT_TRUE(parse_valid_json(summary_json(tuning_, {}))["budget"].is_null());
}

TEST_F(ResultsTest, ReportHasItsPartsAndEscapesNames) {
  const std::string page = tuning_report(tuning_, "<run>", "a & b", {});
  for (const char* part : {"&lt;run&gt;", "a &amp; b", "Best value so far", "All parameters together",
                           "Parameter by parameter", "What matters", "The best trials",
                           "Trials without a value", "waiting", "not done after 1 s", "<polygon"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("<i>"), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

// Constraints from both sides on a field that is not the value, and on the seconds, which already have a
// column.
class ConstrainedResultsTest : public ::testing::Test {
 protected:
  ConstrainedResultsTest()
      : space_(parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml")),
        store_(TrialStore::create(folder_, [](TrialStore&) {})),
        tuning_({}, &store_, space_, make_searcher({}, space_.space(), 1, 3), {{"value", false}}, bounds_) {}
  void told(double value, double mem, double seconds) {
    const std::int64_t trial = tuning_.ask()->number;
    tuning_.end(trial, {value, mem, seconds, mem}, "done", "", seconds, 1);
    tuning_.tell(trial);
  }

  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  fs::path folder_ = temporary_ / "run";
  std::vector<OutcomeBound> bounds_ = parse_outcome_bounds({"mem<=2", "seconds<=1", "mem>=1"});
  ParameterSpace space_;
  TrialStore store_;
  Tuning tuning_;
};

TEST_F(ConstrainedResultsTest, SayNothingIsFeasibleYetAndWhatComesClosest) {
  EXPECT_NE(summary_text(tuning_, {9}).find("no trial gave a value"), std::string::npos);
  told(1, 5, 0.5);
  told(3, 0.75, 0.5);
  const std::string text = summary_text(tuning_, {9});
  EXPECT_NE(
      text.find(
          "best       none: no trial meets the constraints; trial 2 comes closest: mem 0.75 breaks mem>=1\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("2 of 9: 2 with a value, 2 of them break the constraints"), std::string::npos) << text;
  EXPECT_NE(tuning_report(tuning_, "r", "", {})
                .find("Best: none: no trial meets the constraints; trial 2 comes closest"),
            std::string::npos);
}

TEST_F(ConstrainedResultsTest, MarkWhatIsInfeasibleAndReadBack) {
  told(1, 5, 0.5);
  told(4, 2, 0.5);
  told(2, 1.5, 1.5);
  const std::int64_t failed = tuning_.ask()->number;
  tuning_.end(failed, {}, "failed", "exit code 1", 0.5, 1);
  tuning_.tell(failed);
  const std::string csv = results_csv(tuning_);
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "trial,status,value,seconds,mem,feasible,x,reason");
  EXPECT_NE(csv.find("\n1,done,1,0.500,5,no,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n2,done,4,0.500,2,yes,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n3,done,2,1.500,1.5,no,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n4,failed,,0.500,,,"), std::string::npos) << csv;
  EXPECT_NE(summary_text(tuning_, {9}).find("best       4 (minimised), trial 2"), std::string::npos);
  const std::string report = tuning_report(tuning_, "r", "", {});
  EXPECT_NE(report.find("Best: <strong>4</strong> (minimised), trial 2."), std::string::npos);
  EXPECT_NE(report.find("Trials that break a constraint"), std::string::npos);
  EXPECT_NE(report.find("Orange rings: trials that break a constraint."), std::string::npos);
  EXPECT_NE(report.find("<strong>1.5</strong>"), std::string::npos) << "the seconds of trial 3";
  EXPECT_NE(report.find("mem&lt;=2"), std::string::npos);

  std::vector<std::string> left_out;
  const std::vector<Objective> reported{{"value"}, {"mem"}, {"seconds"}, {"mem"}};
  const Known known = parse_results(csv, "k.csv", space_, reported, left_out);
  ASSERT_EQ(known.size(), 3u);
  EXPECT_EQ(known[2].second, (std::vector<double>{2, 1.5, 1.5, 1.5}));
  TrialStore store = TrialStore::create(temporary_ / "next", [](TrialStore&) {});
  for (const TrialRow& row : warm_start_rows(known, space_)) store.add(row);
  Tuning next(store.trials(), &store, space_, make_searcher({}, space_.space(), 1, 3), {{"value", false}},
              bounds_);
  EXPECT_EQ(next.best(), -1);
  EXPECT_TRUE(next.ask());
  EXPECT_THROW(parse_results("value,x\n1,0.5\n", "k.csv", space_, reported, left_out), InputError);
}

}  // namespace
}  // namespace bora::report
