#include "report/search/search_front.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "common/text.h"
#include "report/statistics/statistics.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

// Weights against accuracy; the line joins those that no other beats in both.
std::string accuracy_and_size(const SearchOutcome& outcome) {
  Plot::Points seen, best_ones;
  const double low = lowest_shown(outcome);
  double high = 0, most = 0;
  std::vector<std::pair<double, double>> order;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    const double accuracy = std::max(low, 100 * best_accuracy(trial)),
                 weights = static_cast<double>(trial.weights) / 1000;
    seen.emplace_back(weights, accuracy);
    order.emplace_back(weights, accuracy);
    high = std::max(high, accuracy);
    most = std::max(most, weights);
  }
  if (seen.size() < 2) return "";
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, -a.second) < std::pair(b.first, -b.second);
  });
  double best = -1;
  for (const auto& [weights, accuracy] : order)
    if (accuracy > best) {
      best = accuracy;
      best_ones.emplace_back(weights, accuracy);
    }
  const double room = 0.05 * (high - low) + 1e-3;
  Plot plot({"weights, thousands", 0, most * 1.02, {}, false},
            {"validation accuracy, %", low - room, high + room, {}, false}, 760, 300);
  plot.dots(seen, 6, true);
  plot.line(best_ones, 0, true);
  plot.dots(best_ones, 0);
  return "<h2>Accuracy and size</h2>\n" + plot.svg("Validation accuracy against the number of weights") +
         "<p class=\"quiet\">Dots: networks that no other beats in both.</p>\n";
}

// Rings: all networks. Dots: the front; of two objectives, these two, joined.
std::string accuracy_and_robustness(const SearchConfig& options, const SearchOutcome& outcome) {
  Plot::Points seen, front;
  const double low = lowest_shown(outcome);
  double high = 0, most = 0;
  const auto place = [&](const SearchTrial& trial) {
    return std::pair(std::max(low, 100 * best_accuracy(trial)), 100 * trial.robustness.value_or(0));
  };
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty() || !trial.robustness) continue;
    seen.push_back(place(trial));
    high = std::max(high, seen.back().first);
    most = std::max(most, seen.back().second);
  }
  if (seen.size() < 2) return "";
  const double room = 0.05 * (high - low) + 1e-3, above = 0.05 * most + 1e-3;
  Plot plot({"validation accuracy, %", low - room, high + room, {}, false},
            {"images that resist, %", -above, most + above, {}, false}, 760, 300);
  plot.dots(seen, 6, true);
  const bool both = options.aim.wants("accuracy") && options.aim.wants("robustness");
  if (both)
    for (const std::size_t i : outcome.front(options.aim)) front.push_back(place(outcome.trials[i]));
  std::ranges::sort(front);
  if (options.aim.objectives.size() == 2) plot.line(front, 0);
  plot.dots(front, 0);
  const std::string dots =
      both ? fmt::format(" Dots: networks that no other beats in {}.", join(options.aim.objectives, " and "))
           : "";
  return "<h2>Accuracy and robustness</h2>\n" +
         plot.svg("Share of images that resist against validation accuracy") +
         fmt::format(
             "<p class=\"quiet\">Rings: networks.{} An image resists if the network is right on it and "
             "the attack does not move it to another class ({}).</p>\n",
             dots, escape(probe_text(options, outcome)));
}

std::string front_table(const SearchConfig& options, const SearchOutcome& outcome) {
  const auto front = outcome.front(options.aim);
  if (!options.aim.several() || front.empty()) return "";
  std::vector<std::string> columns{"network", "validation"};
  const bool robust = options.robust_images > 0;
  if (robust) columns.insert(columns.end(), {"resist", "queries"});
  columns.insert(columns.end(), {"weights", "an image"});
  HtmlTable table("Networks that no other beats in " + escape(join(options.aim.objectives, " and ")),
                  columns);
  const SearchTrial* best = outcome.best(options.aim);
  for (const std::size_t i : front) {
    const SearchTrial& trial = outcome.trials[i];
    std::vector<std::string> row{fmt::format("{}{}", trial.number, &trial == best ? " (chosen)" : ""),
                                 figure_cell(percent_of(best_accuracy(trial), outcome.validation))};
    if (robust) {
      row.push_back(figure_cell(percent_of(trial.robustness.value_or(0), options.robust_images)));
      row.push_back(fmt::to_string(trial.queries));
    }
    row.push_back(fmt::to_string(trial.weights));
    row.push_back(trial.latency ? milliseconds(*trial.latency) : "");
    table.add(std::move(row));
  }
  return "<h2>The front</h2>\n" + table.html() +
         fmt::format(
             "<p class=\"quiet\">Chosen: {}. 95% intervals are Wilson's; the figures by which a network was "
             "chosen flatter it. All of these are kept as trials/NUMBER/model.pt.</p>\n",
             choice_text(options.aim));
}

}  // namespace

std::string percent_of(double share, double images) {
  if (images == 0) return fmt::format("{:.2f}% of the variance", 100 * share);
  const Interval interval = wilson_interval(share, images);
  return fmt::format("{:.2f}% [{:.2f}, {:.2f}]", 100 * share, 100 * interval.low, 100 * interval.high);
}

std::string milliseconds(double seconds) {
  return fmt::format("{:.3g} ms", 1000 * seconds);
}

std::string probe_text(const SearchConfig& options, const SearchOutcome& outcome) {
  return fmt::format("{} validation images, bo, {} queries, {:.0f}/255", options.robust_images,
                     options.robust_budget, 255 * outcome.robust_epsilon);
}

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

std::string front_html(const SearchConfig& options, const SearchOutcome& outcome) {
  return front_table(options, outcome) + accuracy_and_robustness(options, outcome) +
         accuracy_and_size(outcome);
}

}  // namespace bora::report
