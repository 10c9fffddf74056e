#include <fmt/format.h>
#include <gtest/gtest.h>

#include "report/search/search_page.h"
#include "support/text.h"

namespace bora::report {
namespace {

// Returns a search whose networks have these accuracies.
SearchOutcome search_of(const std::vector<double>& accuracies) {
  SearchOutcome outcome;
  for (const double accuracy : accuracies) {
    SearchTrial& trial = outcome.trials.emplace_back();
    trial.number = static_cast<std::int64_t>(outcome.trials.size());
    trial.epochs = {{1, accuracy, 1, 1, {}}};
    trial.weights = 1000 * trial.number;
    trial.robustness = 0.5;
  }
  return outcome;
}

// Returns whether the table under a chart has this row.
bool has_row(const Json& chart, const char* x, const char* series, const char* y) {
  return testing::contains(chart.get<std::string>(),
                           fmt::format("<th scope=\"row\">{}</th><td>{}</td><td>{}</td>", x, series, y));
}

// A network far below the others is drawn at the edge. The numbers under the chart are the true ones.
TEST(SearchPlots, TablesHaveValuesBelowTheAxis) {
  const Json plots = search_plots({}, search_of({0.1, 0.9, 0.91, 0.92}));
  EXPECT_TRUE(has_row(plots["course_html"], "1", "ring", "10")) << plots["course_html"];
  EXPECT_TRUE(has_row(plots["size_html"], "1", "ring", "10")) << plots["size_html"];
  EXPECT_TRUE(has_row(plots["robustness_html"], "10", "ring", "50")) << plots["robustness_html"];
}

// In regression, a network worse than predicting the mean has a negative accuracy.
TEST(SearchPlots, TheBestOfNegativeAccuraciesIsTheLargest) {
  const Json plots = search_plots({}, search_of({-0.3, -0.2}));
  EXPECT_TRUE(has_row(plots["course_html"], "2", "line", "-20")) << plots["course_html"];
  EXPECT_TRUE(has_row(plots["size_html"], "2", "line", "-20")) << plots["size_html"];
}

}  // namespace
}  // namespace bora::report
