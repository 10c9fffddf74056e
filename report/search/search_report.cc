#include "report/search/search_reports.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "nas/estimator/zero_cost.h"
#include "report/search/search_insight.h"
#include "report/search/search_page.h"
#include "report/search/search_words.h"
#include "report/views/html/html_text.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

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

// Returns a drawing of a cell: nodes from left to right by longest path from the input, connected by curves.
BoxDrawing drawing(const LabelledDag& graph, const std::vector<Operation>& operations) {
  constexpr int kAcross = 130, kDown = 44, kWide = 104, kHigh = 26;
  std::vector<int> depth(graph.labels.size(), 0), used(graph.labels.size() + 1, 0);
  BoxDrawing out{"Its layers as a graph", 0, 0, kWide, kHigh, 12, {}, {}};
  for (const auto& [from, to] : graph.edges) {
    const auto a = static_cast<std::size_t>(from), b = static_cast<std::size_t>(to);
    depth[b] = std::max(depth[b], depth[a] + 1);
    out.links.emplace_back(a, b);
  }
  for (std::size_t v = 0; v < depth.size(); ++v) {
    const int row = used[static_cast<std::size_t>(depth[v])]++;
    out.boxes.push_back({6 + kAcross * depth[v], 8 + kDown * row,
                         operations[static_cast<std::size_t>(graph.labels[v])].name});
    out.width = std::max(out.width, out.boxes.back().x + kWide + 6);
    out.height = std::max(out.height, out.boxes.back().y + kDown);
  }
  return out;
}

// Returns the insights from the networks with a value. Their values are accuracies, if accuracy is the first
// objective and no estimator replaces it, or else values of the first objective.
Json insight(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome) {
  std::vector<Architecture> networks;
  std::vector<double> values;
  const std::string& first = options.aim.objectives.front();
  const bool accuracies = first == "accuracy" && options.estimator == "accuracy";
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    networks.push_back(space->parse(trial.architecture));
    values.push_back(accuracies ? 100 * best_accuracy(trial) : first_value(trial, options, outcome));
  }
  return insight_values(
      space, networks,
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())),
      accuracies ? "validation accuracy, %"
                 : (first == "accuracy" ? options.estimator : first) + ", larger being better");
}

}  // namespace

std::string search_text(const SearchConfig& options, const SearchOutcome& outcome) {
  const SearchReport report = search_report(options, outcome);
  std::string out;
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) out += fmt::format("{:<11}{}\n", label, text);
  };
  const auto add_marked = [&](const char* before, const MarkedText& text) {
    if (!text.empty()) add("", before + text.plain());
  };
  add("networks", report.progress);
  add("halving", report.halving);
  add("warning", report.overfitting);
  add("warning", report.alike);
  add("warning", report.doubt);
  if (!report.chosen) return out;
  const SearchReport::Chosen& best = *report.chosen;
  if (options.aim.several())
    add("front",
        fmt::format("{} that no other beats in {}",
                    count_of(static_cast<std::int64_t>(report.front_size), "network"), report.objectives));
  add("best", fmt::format("network {}: {}", best.number, best.architecture));
  add("", best.choice);
  add("", best.weights + "; validation " + best.validation.plain());
  add_marked("resists ", best.resists);
  add_marked("", best.longer);
  add_marked("test ", best.test);
  add("model", (fs::path(options.out) / best.model).string());
  add("report", (fs::path(options.out) / "report.html").string());
  return out;
}

void write_search_report(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome) {
  write_atomically(fs::path(options.out) / "results.csv", results_csv(options, outcome));
  const SearchReport report = search_report(options, outcome);
  Json page = {{"chosen", nullptr},
               {"choice", choice_text(options.aim)},
               {"halving", report.halving},
               {"overfitting", report.overfitting},
               {"alike", report.alike},
               {"doubt", report.doubt},
               {"objectives", report.objectives},
               {"probe", report.probe},
               {"supernet", supernet_values(options.out, outcome.trials)},
               {"front_html", report.front.rows.empty() ? "" : html(report.front)},
               {"networks_html", html(report.networks)}};
  if (report.chosen) {
    const SearchReport::Chosen& best = *report.chosen;
    Json cells = Json::array();
    const Architecture shown = space->parse(best.architecture);
    for (const CellGraphs& cell : shown.cells())
      cells.push_back(boxes_values(drawing(cell.pruned, space->operations())));
    page["chosen"] = {{"number", best.number},
                      {"validation_html", html(best.validation)},
                      {"test_html", html(best.test)},
                      {"longer_html", html(best.longer)},
                      {"model", best.model},
                      {"choice", best.choice},
                      {"resists_html", html(best.resists)},
                      {"architecture", best.architecture},
                      {"weights", best.weights},
                      {"latency", best.latency},
                      {"cells", std::move(cells)}};
  }
  page.update(search_plots(options, outcome));
  page.update(insight(options, space, outcome));
  write_search_page(options.out, "Architecture search", "Networks for " + options.data, "search", page);
}

}  // namespace bora::report
