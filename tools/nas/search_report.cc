#include "tools/nas/search_report.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "common/error.h"
#include "common/whole_file.h"
#include "data/csv_fields.h"
#include "nas/estimator/zero_cost.h"
#include "tools/nas/search_insight.h"
#include "tools/nas/search_run.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/plot.h"
#include "tools/report/statistics/statistics.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

double best_accuracy(const SearchTrial& trial) {
  double best = 0;
  for (const TrainedEpoch& epoch : trial.epochs) best = std::max(best, epoch.accuracy);
  return best;
}

std::string percent(double share, double images) {
  const Interval interval = wilson_interval(share, images);
  return fmt::format("{:.2f}% [{:.2f}, {:.2f}]", 100 * share, 100 * interval.low, 100 * interval.high);
}

std::string results_csv(const NasOptions& options, const SearchOutcome& outcome) {
  std::string out = "trial,cell,value,accuracy,loss,epochs,weights,seconds,failure";
  for (const std::string& name : zero_cost_names()) out += "," + name;
  out += "\n";
  for (const SearchTrial& trial : outcome.trials) {
    const bool valued = trial.failure.empty();
    out += fmt::format(
        "{},{},{},{},{},{},{},{:.2f},{}", trial.number, csv_field(trial.architecture),
        valued ? fmt::format("{:.9g}", trial_value(trial, options.estimator, outcome.validation)) : "",
        valued ? fmt::to_string(best_accuracy(trial)) : "",
        valued ? fmt::format("{:.9g}", trial.epochs.back().loss) : "", trial.epochs.size(), trial.weights,
        trial.seconds, csv_field(trial.failure));
    for (std::size_t i = 0; i < zero_cost_names().size(); ++i)
      out += i < trial.scores.size() && trial.scores[i] > kNoScore ? fmt::format(",{:.9g}", trial.scores[i])
                                                                   : ",";
    out += "\n";
  }
  return out;
}

// One cell as a drawing: nodes from left to right by their longest way from the input, arrows between them.
std::string drawing(const LabelledDag& graph, const std::vector<Operation>& operations) {
  std::vector<int> depth(graph.labels.size(), 0), row(graph.labels.size(), 0);
  for (const auto& [from, to] : graph.edges)
    depth[static_cast<std::size_t>(to)] =
        std::max(depth[static_cast<std::size_t>(to)], depth[static_cast<std::size_t>(from)] + 1);
  std::vector<int> used(graph.labels.size() + 1, 0);
  int rows = 1;
  for (std::size_t v = 0; v < row.size(); ++v) {
    row[v] = used[static_cast<std::size_t>(depth[v])]++;
    rows = std::max(rows, row[v] + 1);
  }
  constexpr int kAcross = 130, kDown = 44, kWide = 104, kHigh = 26;
  const int last = depth.empty() ? 0 : *std::max_element(depth.begin(), depth.end());
  const auto x = [&](int v) { return 6 + kAcross * depth[static_cast<std::size_t>(v)]; };
  const auto y = [&](int v) { return 8 + kDown * row[static_cast<std::size_t>(v)]; };
  // What is too long for a page is scrolled, not shrunk until nobody can read it.
  const std::string title = "Its layers as a graph";
  std::string out = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n",
      kAcross * last + kWide + 12, kDown * rows + 8, title);
  for (const auto& [from, to] : graph.edges)
    out += fmt::format("<path d=\"M{} {} C{} {} {} {} {} {}\" fill=\"none\" stroke=\"var(--quiet)\"/>\n",
                       x(from) + kWide, y(from) + kHigh / 2, x(from) + kWide + 20, y(from) + kHigh / 2,
                       x(to) - 20, y(to) + kHigh / 2, x(to), y(to) + kHigh / 2);
  for (int v = 0; v < graph.nodes(); ++v)
    out += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"var(--page)\" "
        "stroke=\"var(--edge)\"/>"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" fill=\"currentColor\">{}</text>\n",
        x(v), y(v), kWide, kHigh, x(v) + kWide / 2, y(v) + 17,
        escape(operations[static_cast<std::size_t>(graph.labels[static_cast<std::size_t>(v)])].name));
  return scroll_box(title, out + "</svg>");
}

// Where the axis of accuracies, in percent, begins: a few networks that fail altogether would leave the
// others no room, so those far below the median are drawn at the edge.
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

std::string curve(const SearchOutcome& outcome) {
  Plot::Points best, seen;
  const double low = lowest_shown(outcome);
  double top = 0, high = 0;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    const double accuracy = std::max(low, 100 * best_accuracy(trial));
    top = std::max(top, accuracy);
    high = std::max(high, accuracy);
    best.emplace_back(static_cast<double>(trial.number), top);
    seen.emplace_back(static_cast<double>(trial.number), accuracy);
  }
  if (seen.empty()) return "";
  const double room = 0.05 * (high - low) + 1e-3;
  Plot plot({"network", 1, static_cast<double>(outcome.trials.size()), {}, false},
            {"validation accuracy, %", low - room, high + room, {}, false}, 760, 300);
  plot.dots(seen, 6, true);
  plot.line(best, 0, true);
  return "<h2>Best so far</h2>\n" + plot.svg("Validation accuracy of each network, and the best so far") +
         "<p class=\"quiet\">Rings: networks in the order they were asked for. Line: the best so far. What "
         "is far below is drawn at the lower edge.</p>\n";
}

// Weights against accuracy; the line joins those that no other beats in both.
std::string front(const SearchOutcome& outcome) {
  Plot::Points seen, front;
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
      front.emplace_back(weights, accuracy);
    }
  const double room = 0.05 * (high - low) + 1e-3;
  Plot plot({"weights, thousands", 0, most * 1.02, {}, false},
            {"validation accuracy, %", low - room, high + room, {}, false}, 760, 300);
  plot.dots(seen, 6, true);
  plot.line(front, 0, true);
  plot.dots(front, 0);
  return "<h2>Accuracy and size</h2>\n" + plot.svg("Validation accuracy against the number of weights") +
         "<p class=\"quiet\">Dots: networks that no other beats in both.</p>\n";
}

// Of networks with a value; by their accuracy, or by what was maximised instead.
std::string insight(const NasOptions& options, const SpacePtr& space, const SearchOutcome& outcome) {
  std::vector<Architecture> networks;
  std::vector<double> values;
  const bool accuracies = options.estimator == "accuracy";
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    networks.push_back(space->parse(trial.architecture));
    values.push_back(accuracies ? 100 * best_accuracy(trial)
                                : trial_value(trial, options.estimator, outcome.validation));
  }
  if (networks.empty()) return "";
  try {
    return insight_html(
        space, networks,
        Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())),
        accuracies ? "validation accuracy, %" : options.estimator + ", larger being better");
  } catch (const InputError& error) {
    // The page is worth more than this part of it.
    return fmt::format("<p class=\"quiet\">What was learnt cannot be shown: {}</p>\n", escape(error.what()));
  }
}

}  // namespace

const SearchTrial* SearchOutcome::best(const std::string& estimator) const {
  const SearchTrial* best = nullptr;
  for (const SearchTrial& trial : trials)
    if (trial.failure.empty() && (best == nullptr || trial_value(trial, estimator, validation) >
                                                         trial_value(*best, estimator, validation)))
      best = &trial;
  return best;
}

std::string search_text(const NasOptions& options, const SearchOutcome& outcome) {
  const SearchTrial* best = outcome.best(options.estimator);
  std::string out = fmt::format("networks   {} of {}", outcome.trials.size(), options.budget);
  const auto failed = std::ranges::count_if(outcome.trials, [](const auto& t) { return !t.failure.empty(); });
  if (failed > 0)
    out += fmt::format(
        ", {} without a value ({})", failed,
        std::ranges::find_if(outcome.trials, [](const auto& t) { return !t.failure.empty(); })->failure);
  double seconds = 0;
  for (const SearchTrial& trial : outcome.trials)
    seconds += trial.seconds / static_cast<double>(outcome.trials.size());
  out += fmt::format("; {:.1f} s each\n", seconds);
  if (best == nullptr) return out;
  out += fmt::format("best       network {}: {}\n", best->number, best->architecture);
  out += fmt::format("           {} weights; validation {} ({} images{})\n", best->weights,
                     percent(best_accuracy(*best), outcome.validation), outcome.validation,
                     options.estimator == "accuracy"
                         ? fmt::format("; the largest of {}, so that it flatters",
                                       static_cast<std::ptrdiff_t>(outcome.trials.size()) - failed)
                         : ", by which its epoch was chosen");
  if (outcome.test_images > 0)
    out += fmt::format(
        "           test {} ({} images that took no part)\n",
        percent(static_cast<double>(outcome.test_correct) / outcome.test_images, outcome.test_images),
        outcome.test_images);
  out += fmt::format("model      {}\n", (fs::path(options.out) / "best.pt").string());
  return out + fmt::format("report     {}\n", (fs::path(options.out) / "report.html").string());
}

void write_search_report(const NasOptions& options, const SpacePtr& space, const SearchOutcome& outcome) {
  write_whole_file(fs::path(options.out) / "results.csv", results_csv(options, outcome));
  std::string body;
  if (const SearchTrial* best = outcome.best(options.estimator)) {
    body +=
        fmt::format("<p class=\"lead\">Network {} is right on <strong>{}</strong> of {} validation images",
                    best->number, percent(best_accuracy(*best), outcome.validation), outcome.validation);
    body += options.estimator == "accuracy" ? ", by which it was chosen" : ", by which its epoch was chosen";
    if (outcome.test_images > 0)
      body += fmt::format(
          ", and on <strong>{}</strong> of {} test images, which took no part",
          percent(static_cast<double>(outcome.test_correct) / outcome.test_images, outcome.test_images),
          outcome.test_images);
    body += ".</p>\n";
    body += fmt::format("<p><code>{}</code>, {} weights</p>\n", escape(best->architecture), best->weights);
    const Architecture shown = space->parse(best->architecture);
    for (const CellGraphs& cell : shown.cells()) body += drawing(cell.pruned, space->operations());
  } else {
    body += "<p class=\"lead\">No network has a value yet.</p>\n";
  }
  body += curve(outcome) + front(outcome) + insight(options, space, outcome);
  HtmlTable table("Networks, best first; by " + escape(options.estimator),
                  {"network", "architecture", "validation", "last training loss", "weights", "seconds"});
  std::vector<const SearchTrial*> order;
  for (const SearchTrial& trial : outcome.trials) order.push_back(&trial);
  const auto worth = [&](const SearchTrial* trial) {
    return trial->failure.empty() ? trial_value(*trial, options.estimator, outcome.validation)
                                  : -std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(order, [&](const auto* a, const auto* b) { return worth(a) > worth(b); });
  for (const SearchTrial* trial : order)
    table.add(
        {fmt::to_string(trial->number), "<code>" + breakable(trial->architecture) + "</code>",
         trial->failure.empty() ? percent(best_accuracy(*trial), outcome.validation) : escape(trial->failure),
         trial->failure.empty() ? fmt::format("{:.4f}", trial->epochs.back().loss) : "",
         fmt::to_string(trial->weights), fmt::format("{:.1f}", trial->seconds)});
  body += "<h2>Networks</h2>\n" + table.html();
  write_whole_file(fs::path(options.out) / "report.html",
                   html_page("Architecture search", "Networks for " + options.data, body, ""));
}

}  // namespace bora
