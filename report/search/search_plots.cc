#include "report/search/search_page.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "nas/run/objectives.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

// Less than any accuracy. In regression, accuracies may be negative.
constexpr double kLowest = -std::numeric_limits<double>::infinity();

// Returns the lower end of the axis of accuracies, in percent; 0 if no network has a value. Networks far
// below the median are drawn at the edge, to leave room for the others.
double lowest_shown(const SearchOutcome& outcome) {
  std::vector<double> accuracies;
  for (const SearchTrial& trial : outcome.trials)
    if (trial.failure.empty()) accuracies.push_back(100 * best_accuracy(trial));
  if (accuracies.empty()) return 0;
  std::sort(accuracies.begin(), accuracies.end());
  constexpr double kSpans = 3;
  const double median = accuracies[accuracies.size() / 2];
  return std::max(accuracies.front(), median - kSpans * std::max(accuracies.back() - median, 1.0));
}

// Returns whether the plot of accuracy and robustness shows the front.
bool front_is_drawn(const SearchConfig& options) {
  return options.aim.wants("accuracy") && options.aim.wants("robustness");
}

// Returns a plot of the accuracy of each network, and of the best so far.
std::string course(const SearchOutcome& outcome) {
  Plot::Points best, seen;
  const double low = lowest_shown(outcome);
  double top = kLowest, high = kLowest;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    const double accuracy = 100 * best_accuracy(trial);
    top = std::max(top, accuracy);
    high = std::max(high, accuracy);
    best.emplace_back(static_cast<double>(trial.number), top);
    seen.emplace_back(static_cast<double>(trial.number), accuracy);
  }
  if (seen.empty()) return "";
  const double room = 0.05 * (high - low) + 1e-3;
  Plot plot({"network", 1, static_cast<double>(outcome.trials.size())},
            {"validation accuracy, %", low - room, high + room}, 760, 300);
  plot.dots(seen, 6, true);
  plot.line(best, 0, true);
  return plot.svg("Validation accuracy of each network, and the best so far");
}

// Returns a plot of accuracy against the number of weights. A line connects the networks on the Pareto front.
std::string accuracy_and_size(const SearchOutcome& outcome) {
  Plot::Points seen, best_ones;
  const double low = lowest_shown(outcome);
  double high = kLowest, most = 0;
  std::vector<std::pair<double, double>> order;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    const double accuracy = 100 * best_accuracy(trial), weights = static_cast<double>(trial.weights) / 1000;
    seen.emplace_back(weights, accuracy);
    order.emplace_back(weights, accuracy);
    high = std::max(high, accuracy);
    most = std::max(most, weights);
  }
  if (seen.size() < 2) return "";
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, -a.second) < std::pair(b.first, -b.second);
  });
  double best = kLowest;
  for (const auto& [weights, accuracy] : order)
    if (accuracy > best) {
      best = accuracy;
      best_ones.emplace_back(weights, accuracy);
    }
  const double room = 0.05 * (high - low) + 1e-3;
  Plot plot({"weights, thousands", 0, most * 1.02}, {"validation accuracy, %", low - room, high + room}, 760,
            300);
  plot.dots(seen, 6, true);
  plot.line(best_ones, 0, true);
  plot.dots(best_ones, 0);
  return plot.svg("Validation accuracy against the number of weights");
}

// Returns a plot of robustness against accuracy. Rings are all networks, dots those on the front. With two
// objectives, a line connects the front.
std::string accuracy_and_robustness(const SearchConfig& options, const SearchOutcome& outcome) {
  Plot::Points seen, front;
  const double low = lowest_shown(outcome);
  double high = kLowest, most = 0;
  const auto place = [&](const SearchTrial& trial) {
    return std::pair(100 * best_accuracy(trial), 100 * trial.robustness.value_or(0));
  };
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty() || !trial.robustness) continue;
    seen.push_back(place(trial));
    high = std::max(high, seen.back().first);
    most = std::max(most, seen.back().second);
  }
  if (seen.size() < 2) return "";
  const double room = 0.05 * (high - low) + 1e-3, above = 0.05 * most + 1e-3;
  Plot plot({"validation accuracy, %", low - room, high + room},
            {"images that resist, %", -above, most + above}, 760, 300);
  plot.dots(seen, 6, true);
  if (front_is_drawn(options))
    for (const std::size_t i : outcome.front(options.aim)) front.push_back(place(outcome.trials[i]));
  std::ranges::sort(front);
  if (options.aim.objectives.size() == 2) plot.line(front, 0);
  plot.dots(front, 0);
  return plot.svg("Share of images that resist against validation accuracy");
}

}  // namespace

Json search_plots(const SearchConfig& options, const SearchOutcome& outcome) {
  return {{"course_html", course(outcome)},
          {"robustness_html", accuracy_and_robustness(options, outcome)},
          {"front_drawn", front_is_drawn(options)},
          {"size_html", accuracy_and_size(outcome)}};
}

}  // namespace bora::report
