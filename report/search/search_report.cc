#include "report/search/search_report.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "data/files/csv_fields.h"
#include "nas/estimator/training_speed.h"
#include "nas/estimator/zero_cost.h"
#include "report/search/search_front.h"
#include "report/search/search_insight.h"
#include "report/search/supernet_page.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

// Returns the value of a trial for the first objective.
double first_value(const SearchTrial& trial, const SearchConfig& options, const SearchOutcome& outcome) {
  return objective_value(trial, options.aim.objectives.front(), options.aim.estimator, outcome.validation);
}

// Returns what networks are validated on.
std::string judges(const SearchOutcome& outcome) {
  return outcome.validation > 0 ? fmt::format("{} images", outcome.validation) : "held-out inputs";
}

// Returns whether the final network is the one with the largest validation accuracy.
bool by_accuracy(const SearchConfig& options) {
  const std::string& by = options.aim.several() ? options.aim.choose : options.aim.objectives.front();
  return by == "accuracy" && options.estimator == "accuracy";
}

std::string results_csv(const SearchConfig& options, const SearchOutcome& outcome) {
  std::string out =
      "trial,cell,value,accuracy,loss,epochs,weights,robustness,queries,on_front,latency,seconds,failure";
  for (const std::string& name : zero_cost_names()) out += "," + name;
  out += "\n";
  const auto front = outcome.front(options.aim);
  for (std::size_t row = 0; row < outcome.trials.size(); ++row) {
    const SearchTrial& trial = outcome.trials[row];
    const bool valued = trial.failure.empty();
    out += fmt::format("{},{},{},{},{},{},{}", trial.number, csv_field(trial.architecture),
                       valued ? fmt::format("{:.9g}", first_value(trial, options, outcome)) : "",
                       valued ? fmt::to_string(best_accuracy(trial)) : "",
                       valued ? fmt::format("{:.9g}", trial.epochs.back().loss) : "", trial.epochs.size(),
                       trial.weights);
    out += fmt::format(
        ",{},{},{},{},{:.2f},{}", valued && trial.robustness ? fmt::to_string(*trial.robustness) : "",
        trial.queries, std::ranges::find(front, row) != front.end() ? "yes" : "no",
        trial.latency ? fmt::format("{:.6f}", *trial.latency) : "", trial.seconds, csv_field(trial.failure));
    for (std::size_t i = 0; i < zero_cost_names().size(); ++i)
      out += i < trial.scores.size() && trial.scores[i] > kNoScore ? fmt::format(",{:.9g}", trial.scores[i])
                                                                   : ",";
    out += "\n";
  }
  return out;
}

// Returns how many networks were not trained to the end, and how much training that saved.
std::string halving_text(const SearchConfig& options, const SearchOutcome& outcome) {
  double trained = 0, whole = 0;
  std::ptrdiff_t stopped = 0;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    const auto epochs = static_cast<double>(trial.epochs.size());
    stopped += trial.stopped ? 1 : 0;
    trained += epochs;
    // Networks for graphs may have individual numbers of epochs, which are unknown here if they were stopped.
    whole += trial.stopped ? std::max<double>(options.epochs, epochs) : epochs;
  }
  std::string text = fmt::format("{} networks were not trained to the end", stopped);
  if (options.epochs > 0 && whole > 0)
    text += fmt::format(", which saved {:.0f}% of the epochs", 100 * (1 - trained / whole));
  return text;
}

// Returns a warning of overfitting by algorithm 12 of Ru 2021; empty if there is none.
std::string overfitting_text(const SearchConfig& options, const SearchOutcome& outcome) {
  if (options.estimator != "tse-e" && options.estimator != "tse-ema") return "";
  std::vector<std::vector<double>> courses;
  std::size_t longest = 0;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    auto& losses = courses.emplace_back();
    for (const TrainedEpoch& epoch : trial.epochs) losses.push_back(epoch.loss);
    longest = std::max(longest, losses.size());
  }
  constexpr double kOverfit = 0.1;
  const bool overfits = std::ranges::any_of(courses, [](const auto& losses) {
    return std::ranges::any_of(losses, [](double loss) { return loss < kOverfit; });
  });
  if (!overfits) return "";
  return fmt::format(
      "training losses fall below {}: {} says most by epoch {} of {} "
      "(--epochs), later validation accuracy does",
      kOverfit, options.estimator, effective_epochs(courses, kOverfit), longest);
}

// Returns a drawing of a cell: nodes from left to right by longest path from the input, with arrows.
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
  // A drawing that is too long for the page is scrolled rather than shrunk.
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
        "stroke=\"var(--edge)\"/><text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" "
        "fill=\"currentColor\">{}</text>\n",
        x(v), y(v), kWide, kHigh, x(v) + kWide / 2, y(v) + 17,
        escape(operations[static_cast<std::size_t>(graph.labels[static_cast<std::size_t>(v)])].name));
  return scroll_box(title, out + "</svg>");
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

// Returns the insights from the networks with a value, by their accuracy or else the first objective.
std::string insight(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome) {
  std::vector<Architecture> networks;
  std::vector<double> values;
  const std::string& first = options.aim.objectives.front();
  const bool accuracies = first == "accuracy" && options.estimator == "accuracy";
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    networks.push_back(space->parse(trial.architecture));
    values.push_back(accuracies ? 100 * best_accuracy(trial) : first_value(trial, options, outcome));
  }
  if (networks.empty()) return "";
  try {
    return insight_html(
        space, networks,
        Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())),
        accuracies ? "validation accuracy, %"
                   : (first == "accuracy" ? options.estimator : first) + ", larger being better");
  } catch (const InputError& error) {
    // An error here does not prevent the rest of the page.
    return fmt::format("<p class=\"quiet\">What was learnt cannot be shown: {}</p>\n", escape(error.what()));
  }
}

}  // namespace

std::string search_text(const SearchConfig& options, const SearchOutcome& outcome) {
  const SearchTrial* best = outcome.best(options.aim);
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
  if (options.halving > 0) out += fmt::format("halving    {}\n", halving_text(options, outcome));
  if (const std::string words = overfitting_text(options, outcome); !words.empty())
    out += fmt::format("warning    {}\n", words);
  if (best == nullptr) return out;
  if (options.aim.several())
    out += fmt::format("front      {} of them that no other beats in {}\n", outcome.front(options.aim).size(),
                       join(options.aim.objectives, " and "));
  out += fmt::format("best       network {}: {}\n", best->number, best->architecture);
  if (options.aim.several()) out += fmt::format("           {}\n", choice_text(options.aim));
  out += fmt::format("           {} weights; validation {} ({}{})\n", best->weights,
                     percent_of(best_accuracy(*best), outcome.validation), judges(outcome),
                     by_accuracy(options)
                         ? fmt::format("; the largest of {}, so that it flatters",
                                       static_cast<std::ptrdiff_t>(outcome.trials.size()) - failed)
                         : ", by which its epoch was chosen");
  if (best->robustness)
    out += fmt::format("           resists {} ({}){}\n", percent_of(*best->robustness, options.robust_images),
                       probe_text(options, outcome),
                       options.aim.choose == "robustness" ? ", by which it was chosen: it flatters" : "");
  if (outcome.longer)
    out += fmt::format(
        "           trained from the start for {} epochs: validation {}, by which its epoch was chosen{}\n",
        outcome.longer->epochs.size(), percent_of(best_accuracy(*outcome.longer), outcome.validation),
        outcome.longer->robustness
            ? "; resists " + percent_of(*outcome.longer->robustness, options.robust_images)
            : "");
  if (outcome.test_images > 0)
    out += fmt::format(
        "           test {} ({} images that took no part)\n",
        percent_of(static_cast<double>(outcome.test_correct) / outcome.test_images, outcome.test_images),
        outcome.test_images);
  if (outcome.test_error)
    out += fmt::format("           test {}: MSE {:.4g} of whitened targets\n",
                       percent_of(1 - *outcome.test_error, 0), *outcome.test_error);
  out += fmt::format("model      {}\n", (fs::path(options.out) / outcome.model).string());
  return out + fmt::format("report     {}\n", (fs::path(options.out) / "report.html").string());
}

void write_search_report(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome) {
  write_whole_file(fs::path(options.out) / "results.csv", results_csv(options, outcome));
  std::string body;
  if (const SearchTrial* best = outcome.best(options.aim)) {
    body += outcome.validation > 0
                ? fmt::format(
                      "<p class=\"lead\">Network {} is right on <strong>{}</strong> of {} validation images",
                      best->number, percent_of(best_accuracy(*best), outcome.validation), outcome.validation)
                : fmt::format(
                      "<p class=\"lead\">Network {} explains <strong>{}</strong> of the validation inputs",
                      best->number, percent_of(best_accuracy(*best), 0));
    body += by_accuracy(options) ? ", by which it was chosen" : ", by which its epoch was chosen";
    if (outcome.test_images > 0)
      body += fmt::format(
          ", and on <strong>{}</strong> of {} test images, which took no part",
          percent_of(static_cast<double>(outcome.test_correct) / outcome.test_images, outcome.test_images),
          outcome.test_images);
    if (outcome.test_error)
      body += fmt::format(", and <strong>{}</strong> of the test inputs, which took no part (MSE {:.4g})",
                          percent_of(1 - *outcome.test_error, 0), *outcome.test_error);
    body += ".";
    if (outcome.longer)
      body += fmt::format(
          " Trained from the start for {} epochs it reaches <strong>{}</strong> in validation; "
          "that is <code>{}</code>, and what the test part was shown.",
          outcome.longer->epochs.size(), percent_of(best_accuracy(*outcome.longer), outcome.validation),
          outcome.model);
    if (options.aim.several()) body += fmt::format(" It is {}.", choice_text(options.aim));
    if (best->robustness)
      body += fmt::format(" <strong>{}</strong> resist ({}).",
                          percent_of(*best->robustness, options.robust_images),
                          escape(probe_text(options, outcome)));
    body += "</p>\n";
    body += fmt::format("<p><code>{}</code>, {} weights{}</p>\n", escape(best->architecture), best->weights,
                        best->latency ? fmt::format(", {} an image on the machine of the search",
                                                    milliseconds(*best->latency))
                                      : "");
    const Architecture shown = space->parse(best->architecture);
    for (const CellGraphs& cell : shown.cells()) body += drawing(cell.pruned, space->operations());
  } else {
    body += "<p class=\"lead\">No network has a value yet.</p>\n";
  }
  if (options.halving > 0)
    body += fmt::format(
        "<p class=\"quiet\">Successive halving: {}; of those the accuracy is what they had come to.</p>\n",
        halving_text(options, outcome));
  if (const std::string words = overfitting_text(options, outcome); !words.empty())
    body += fmt::format("<p class=\"quiet\">{}.</p>\n", escape(words));
  body += curve(outcome) + supernet_html(options.out, outcome.trials) + front_html(options, outcome) +
          insight(options, space, outcome);
  const std::string& first = options.aim.objectives.front();
  std::vector<std::string> columns{"network", "architecture", "validation", "last training loss", "weights"};
  const bool robust = options.robust_images > 0;
  if (robust) columns.emplace_back("resist");
  columns.insert(columns.end(), {"an image", "seconds"});
  HtmlTable table("Networks, best first; by " + escape(first == "accuracy" ? options.estimator : first),
                  columns);
  std::vector<const SearchTrial*> order;
  for (const SearchTrial& trial : outcome.trials) order.push_back(&trial);
  const auto worth = [&](const SearchTrial* trial) {
    return trial->failure.empty() ? first_value(*trial, options, outcome)
                                  : -std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(order, [&](const auto* a, const auto* b) { return worth(a) > worth(b); });
  for (const SearchTrial* trial : order) {
    const bool valued = trial->failure.empty();
    std::vector<std::string> row{
        fmt::to_string(trial->number), "<code>" + breakable(trial->architecture) + "</code>",
        valued ? percent_of(best_accuracy(*trial), outcome.validation) : escape(trial->failure),
        valued ? fmt::format("{:.4f}", trial->epochs.back().loss) : "", fmt::to_string(trial->weights)};
    if (robust)
      row.push_back(valued && trial->robustness ? fmt::format("{:.0f}%", 100 * *trial->robustness) : "");
    row.push_back(valued && trial->latency ? milliseconds(*trial->latency) : "");
    row.push_back(fmt::format("{:.1f}", trial->seconds));
    table.add(std::move(row));
  }
  body += "<h2>Networks</h2>\n" + table.html();
  write_whole_file(fs::path(options.out) / "report.html",
                   html_page("Architecture search", "Networks for " + options.data, body, ""));
}

}  // namespace bora::report
