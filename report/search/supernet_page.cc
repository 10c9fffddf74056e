#include "report/search/search_page.h"

#include <algorithm>
#include <fstream>
#include <map>

#include <fmt/format.h>

#include "common/number.h"
#include "common/text.h"
#include "nas/run/objectives.h"
#include "nas/space/nb201_space.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::vector<std::string>>;

// Returns the fields of all lines but the first; no lines if there is no such file.
Lines lines_of(const fs::path& file) {
  Lines lines;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) lines.push_back(split(line, ','));
  return lines;
}

double number(std::string_view text) {
  return take_number<double>(text).value_or(0);
}

// Adds a plot of the cells that the supernet ranked, and of those among them that were trained from scratch.
void add_ranking(Json& values, const Lines& ranking, const std::vector<SearchTrial>& trials) {
  constexpr std::size_t kCell = 0, kTse = 1, kAccuracy = 2;
  constexpr double kLargest = 1e300;  // larger sums are of cells that diverged
  std::map<std::string, double> tse;
  Plot::Points inherited, trained;
  for (const auto& line : ranking) {
    if (line.size() <= kAccuracy || number(line[kTse]) > kLargest) continue;
    tse[line[kCell]] = number(line[kTse]);
    inherited.emplace_back(number(line[kTse]), 100 * number(line[kAccuracy]));
  }
  for (const SearchTrial& trial : trials)
    if (const auto found = tse.find(trial.architecture); found != tse.end() && trial.failure.empty())
      trained.emplace_back(found->second, 100 * best_accuracy(trial));
  if (inherited.empty()) return;
  double low = inherited.front().first, high = low, least = inherited.front().second, most = least;
  for (const auto* points : {&inherited, &trained})
    for (const auto& [x, y] : *points) {
      low = std::min(low, x);
      high = std::max(high, x);
      least = std::min(least, y);
      most = std::max(most, y);
    }
  const double across = 0.03 * (high - low) + 1e-3, up = 0.05 * (most - least) + 1e-3;
  Plot plot({"sum of training losses (TSE); smaller: learns faster", low - across, high + across},
            {"validation accuracy, %", least - up, most + up}, 760, 300);
  plot.dots(inherited, 6, true, "with the supernet's weights");
  plot.dots(trained, 0, false, "trained from scratch");
  values["ranking_html"] = plot.svg("Validation accuracy of cells against the sum of their training losses");
  values["ranked"] = inherited.size();
}

// Adds a plot and a table of the derived cell by epoch.
void add_course(Json& values, const Lines& course) {
  constexpr std::size_t kEpoch = 0, kCell = 2;
  const std::vector<std::pair<std::string, std::string>> kOperations{{"nor_conv_3x3", "3x3 convolution"},
                                                                     {"nor_conv_1x1", "1x1 convolution"},
                                                                     {"skip_connect", "skip"},
                                                                     {"avg_pool_3x3", "pooling"},
                                                                     {"none", "none"}};
  std::vector<Plot::Points> counts(kOperations.size());
  ReportTable table{.caption = "Derived cells, at each epoch at which they changed",
                    .columns = {"epoch", "cell"},
                    .names = 1};
  std::string last;
  for (const auto& line : course) {
    if (line.size() <= kCell) return;
    const auto edges = split(line[kCell], '|');
    for (std::size_t o = 0; o < kOperations.size(); ++o)
      counts[o].emplace_back(number(line[kEpoch]),
                             static_cast<double>(std::ranges::count_if(edges, [&](const std::string& edge) {
                               return edge.starts_with(kOperations[o].first + "~");
                             })));
    if (line[kCell] != last) table.rows.push_back({line[kEpoch], line[kCell]});
    last = line[kCell];
  }
  if (course.empty()) return;
  Plot plot({"epoch", 1, static_cast<double>(std::max<std::size_t>(2, course.size()))},
            {"edges of the derived cell", 0, Nb201Space::kEdges}, 760, 300);
  for (std::size_t o = 0; o < kOperations.size(); ++o)
    plot.line(counts[o], static_cast<int>(o), true, kOperations[o].second);
  std::vector<std::string> names;
  for (const auto& [operation, name] : kOperations) names.push_back(name);
  values["key"] = key_values(names);
  values["course_html"] = plot.svg("Operations of the derived cell by epoch");
  values["cells_html"] = html(table);
}

}  // namespace

Json supernet_values(const fs::path& folder, const std::vector<SearchTrial>& trials) {
  Json out = {{"ranking_html", ""}, {"course_html", ""}};
  add_ranking(out, lines_of(folder / "supernet" / "ranking.csv"), trials);
  add_course(out, lines_of(folder / "supernet" / "course.csv"));
  return out["ranking_html"] == "" && out["course_html"] == "" ? Json() : out;
}

}  // namespace bora::report
