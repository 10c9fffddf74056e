#include "report/tuning/tuning_page.h"

#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "report/tuning/results.h"
#include "support/temporary_folder.h"
#include "tuning/space/space_file.h"

namespace bora::report {
namespace {

using Values = std::vector<double>;

class ProgressTest : public ::testing::Test {
 protected:
  ProgressTest()
      : space_(parse_space(
            "[x]\ntype = \"real\"\nbounds = [0, 1]\n[unused]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml")),
        store_(TrialStore::create(temporary_ / "run", [](TrialStore&) {})) {}
  // Values of consecutive trials; a trial whose values are empty fails.
  Tuning run(std::vector<Objective> objectives, const std::vector<Values>& trials) {
    TuningOptions options;
    options.optimiser = "random";
    Tuning tuning({}, &store_, space_,
                  make_searcher(options, space_.space(), static_cast<int>(objectives.size())), objectives);
    for (const Values& values : trials) {
      const std::int64_t trial = tuning.ask()->number;
      if (values.empty())
        tuning.end(trial, values, "failed", "<no>", 1, 1);
      else
        tuning.end(trial, values, "done", "", 1, 1);
      tuning.tell(trial);
    }
    return tuning;
  }
  testing::TemporaryFolder temporary_ = testing::TemporaryFolder::in_memory();
  ParameterSpace space_;
  TrialStore store_;
};

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

// Returns the corners of the only line in the first chart for wide screens.
std::vector<std::pair<double, double>> corners(const std::string& page) {
  const auto wide = page.find("<svg class=\"plot\"");
  const auto at = page.find("<path d=\"M", wide) + 10;
  std::string path = page.substr(at, page.find('"', at) - at);
  for (char& c : path) c = c == 'L' ? ' ' : c;
  std::istringstream in(path);
  std::vector<std::pair<double, double>> out;
  for (double x = 0, y = 0; in >> x >> y;) out.emplace_back(x, y);
  return out;
}

// The line is the border of the region that the front dominates, for all directions of improvement. It does
// not suggest values between two trials that no trial has reached.
TEST_F(ProgressTest, BorderOfAFrontHasSteps) {
  for (const bool x_up : {false, true})
    for (const bool y_up : {false, true}) {
      std::filesystem::remove_all(temporary_ / "other");
      store_ = TrialStore::create(temporary_ / "other", [](TrialStore&) {});
      const double sx = x_up ? -1 : 1;
      const double sy = y_up ? -1 : 1;
      const Tuning tuning = run({{"a", x_up}, {"b", y_up}},
                                {{sx * 1, sy * 3}, {sx * 2, sy * 1}, {sx * 3, sy * 4}, {sx * 1.5, sy * 2}});
      ASSERT_EQ(tuning.front().size(), 3u);
      const auto line = corners(front_section(tuning));
      ASSERT_EQ(line.size(), 9u);
      for (std::size_t i = 1; i < line.size(); ++i)
        EXPECT_TRUE(line[i].first == line[i - 1].first || line[i].second == line[i - 1].second)
            << "is slanted";
      // Each corner between two trials has the worse of their values in both objectives.
      const bool left = line.front().first < line.back().first;
      EXPECT_EQ(left, !x_up);
      EXPECT_EQ(line.front().second < line.back().second, !y_up) << "y grows downwards";
    }
}

TEST_F(ProgressTest, SeveralObjectivesAreShownByTheirFront) {
  const Tuning tuning = run({{"loss", false}, {"gain", true}, {"<c>", false}},
                            {{1, 1, 1}, {1, 2, 1}, {}, {2, 3, 0.5}, {3, 1, 1}, {0.5, 0.5, 2}});
  const std::string page = tuning_report(tuning, "run", "", {});
  EXPECT_NE(page.find("<strong>3</strong> trials on the Pareto front"), std::string::npos);
  EXPECT_EQ(count(page, "trial by trial\""), 3u) << "a pair each";
  EXPECT_EQ(count(page, " by trial, and the best so far\""), 3u) << "an objective each";
  EXPECT_NE(page.find("Hypervolume of the front by trial"), std::string::npos);
  EXPECT_EQ(page.find("<c>"), std::string::npos);
  // Trial 1 has the second-smallest loss, and trial 2 dominates it.
  const auto front = page.substr(page.find("Trials of the front"));
  const std::string table = front.substr(0, front.find("</table>"));
  EXPECT_EQ(table.find("<th scope=\"row\">1</th>"), std::string::npos);
  for (const char* row : {"2", "4", "6"})
    EXPECT_NE(table.find(std::string("<th scope=\"row\">") + row + "</th>"), std::string::npos) << row;
  EXPECT_NE(page.find("Crosses at the edge: trials without a value"), std::string::npos);
}

TEST_F(ProgressTest, PlanesShowWhereTheTrialsLie) {
  std::vector<Values> trials;
  for (int k = 0; k < 20; ++k) trials.push_back({double(k)});
  const std::string page = tuning_report(run({{"value", false}}, trials), "run", "", {});
  const auto at = page.find("Trials in the plane of ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(count(page, "aria-label=\"Trials in the plane of "), 1u) << "two numbers have one plane";
  const std::string figure = page.substr(at, page.find("</figure>", at) - at);
  EXPECT_EQ(count(figure, "<td>trial of the best tenth</td>"), 2u) << "of 20";
  EXPECT_EQ(count(figure, "<td>trial</td>"), 18u);
}

TEST_F(ProgressTest, LateGainsShowOnALogarithmicAxis) {
  const Tuning tuning = run({{"value", false}}, {{1000}, {10}, {}, {1}, {0.1}, {0.01}, {0.001}, {5}});
  const std::string section = progress_section(tuning, std::nullopt);
  EXPECT_NE(section.find("gap to the best value"), std::string::npos);
  EXPECT_NE(section.find("without a value"), std::string::npos);
  EXPECT_EQ(section.find("nan"), std::string::npos);
  EXPECT_EQ(section.find("inf"), std::string::npos);
}

// Trials after the best one may be closer to it than the best value before it was, and may have no gap at
// all.
TEST_F(ProgressTest, SmallGapsAreTheTrueOnes) {
  const Tuning tuning = run({{"value", false}}, {{1024}, {16}, {}, {0}, {1e-9}, {0}});
  const std::string section = progress_section(tuning, std::nullopt);
  const auto at = section.find("The gap of the best value");
  ASSERT_NE(at, std::string::npos);
  const std::string table = section.substr(section.find("<details", at));
  const auto has = [&](const char* trial, const char* what, const char* gap) {
    return table.find(fmt::format("<th scope=\"row\">{}</th><td>{}</td><td>{}</td>", trial, what, gap)) !=
           std::string::npos;
  };
  EXPECT_TRUE(has("2", "trial", "16")) << table;
  EXPECT_TRUE(has("4", "trial", "0")) << table;
  EXPECT_TRUE(has("4", "best value so far", "0")) << table;
  EXPECT_TRUE(has("5", "trial", "1e-09")) << table;
  EXPECT_TRUE(has("6", "trial", "0")) << table;
  EXPECT_TRUE(has("3", "without a value", "")) << "the edge is no value: " << table;
  EXPECT_NE(section.find(">1e-10</text>"), std::string::npos) << "the axis reaches the smallest gap";
}

TEST_F(ProgressTest, TheGapIsLeftOutWhereItShowsNothing) {
  const Tuning tuning = run({{"value", true}}, {{1}, {2}, {1.5}});
  EXPECT_EQ(progress_section(tuning, std::nullopt).find("gap to the best value"), std::string::npos);
}

// Parameters are listed by descending share.
TEST_F(ProgressTest, ParametersAreSortedByWhatTheyMatter) {
  TuningOptions options;
  options.optimiser = "random";
  Tuning tuning({}, &store_, space_, make_searcher(options, space_.space(), 1), {{"value", false}});
  for (int i = 0; i < 25; ++i) {
    const std::int64_t trial = tuning.ask()->number;
    tuning.end(trial, {std::get<double>(*tuning.assignment(trial)[0])}, "done", "", 1, 1);
    tuning.tell(trial);
  }
  const std::string page = tuning_report(tuning, "run", "", {});
  const auto at = page.find("What matters</h2>");
  ASSERT_NE(at, std::string::npos);
  const auto used = page.find("<th scope=\"row\">x</th>", at),
             unused = page.find("<th scope=\"row\">unused</th>", at);
  ASSERT_NE(unused, std::string::npos);
  EXPECT_LT(used, unused);
  EXPECT_NE(page.find("add up to 100%"), std::string::npos);
}

}  // namespace
}  // namespace bora::report
