#include <gtest/gtest.h>

#include "report/search/search_page.h"

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

// A network far below the others is drawn at the edge. The numbers under the chart are the true ones.
TEST(SearchPlots, TablesHaveValuesBelowTheAxis) {
  const Json plots = search_plots({}, search_of({0.1, 0.9, 0.91, 0.92}));
  EXPECT_NE(plots["course_html"].get<std::string>().find("<th scope=\"row\">1</th><td>ring</td><td>10</td>"),
            std::string::npos)
      << plots["course_html"];
  EXPECT_NE(plots["size_html"].get<std::string>().find("<th scope=\"row\">1</th><td>ring</td><td>10</td>"),
            std::string::npos);
  EXPECT_NE(plots["robustness_html"].get<std::string>().find("<th scope=\"row\">10</th><td>ring</td>"),
            std::string::npos);
}

// In regression, a network worse than predicting the mean has a negative accuracy.
TEST(SearchPlots, TheBestOfNegativeAccuraciesIsTheLargest) {
  const Json plots = search_plots({}, search_of({-0.3, -0.2}));
  EXPECT_NE(plots["course_html"].get<std::string>().find("<th scope=\"row\">2</th><td>line</td><td>-20</td>"),
            std::string::npos)
      << plots["course_html"];
}

}  // namespace
}  // namespace bora::report
