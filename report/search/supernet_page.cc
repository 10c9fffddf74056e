#include "report/search/supernet_page.h"

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

// Lines but for the first, none if there is no such file.
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

std::string ranking_html(const Lines& ranking, const std::vector<SearchTrial>& trials) {
  constexpr std::size_t kCell = 0, kTse = 1, kAccuracy = 2;
  constexpr double kLargest = 1e300;  // a cell that diverged
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
  if (inherited.empty()) return "";
  double low = inherited.front().first, high = low, least = inherited.front().second, most = least;
  for (const auto* points : {&inherited, &trained})
    for (const auto& [x, y] : *points) {
      low = std::min(low, x);
      high = std::max(high, x);
      least = std::min(least, y);
      most = std::max(most, y);
    }
  const double across = 0.03 * (high - low) + 1e-3, up = 0.05 * (most - least) + 1e-3;
  Plot plot({"sum of training losses (TSE), fewer being faster", low - across, high + across, {}, false},
            {"validation accuracy, %", least - up, most + up, {}, false}, 760, 300);
  plot.dots(inherited, 6, true, "with the supernet's weights");
  plot.dots(trained, 0, false, "trained from scratch");
  return plot.svg("Validation accuracy of cells against the sum of their training losses") +
         fmt::format(
             "<p class=\"quiet\">{} cells with the weights that all share, trained on for a few minibatches "
             "(rings), and those of them that were then trained from scratch (dots).</p>\n",
             inherited.size());
}

std::string course_html(const Lines& course) {
  constexpr std::size_t kEpoch = 0, kCell = 2;
  const std::vector<std::pair<std::string, std::string>> kOperations{{"nor_conv_3x3", "3x3 convolution"},
                                                                     {"nor_conv_1x1", "1x1 convolution"},
                                                                     {"skip_connect", "skip"},
                                                                     {"avg_pool_3x3", "pooling"},
                                                                     {"none", "none"}};
  std::vector<Plot::Points> counts(kOperations.size());
  HtmlTable table("Cells derived, where they changed", {"epoch", "cell"});
  std::string last;
  for (const auto& line : course) {
    if (line.size() <= kCell) return "";
    const auto edges = split(line[kCell], '|');
    for (std::size_t o = 0; o < kOperations.size(); ++o)
      counts[o].emplace_back(number(line[kEpoch]),
                             static_cast<double>(std::ranges::count_if(edges, [&](const std::string& edge) {
                               return edge.starts_with(kOperations[o].first + "~");
                             })));
    if (line[kCell] != last) table.add({escape(line[kEpoch]), "<code>" + breakable(line[kCell]) + "</code>"});
    last = line[kCell];
  }
  if (course.empty()) return "";
  Plot plot({"epoch", 1, static_cast<double>(std::max<std::size_t>(2, course.size())), {}, false},
            {"edges of the derived cell", 0, Nb201Space::kEdges, {}, false}, 760, 300);
  for (std::size_t o = 0; o < kOperations.size(); ++o)
    plot.line(counts[o], static_cast<int>(o), true, kOperations[o].second);
  std::string key;
  for (std::size_t o = 0; o < kOperations.size(); ++o)
    key += fmt::format("<li><span class=\"swatch\" style=\"--colour:var(--attack-{})\"></span>{}</li>\n", o,
                       kOperations[o].second);
  return plot.svg("Operations of the derived cell by epoch") + "<ul class=\"key\">" + key + "</ul>\n" +
         "<p class=\"quiet\">On how many of the six edges each operation had the largest weight. A cell that "
         "ends as skips alone is how such searches fail.</p>\n" +
         table.html();
}

}  // namespace

std::string supernet_html(const fs::path& folder, const std::vector<SearchTrial>& trials) {
  const std::string body = ranking_html(lines_of(folder / "supernet" / "ranking.csv"), trials) +
                           course_html(lines_of(folder / "supernet" / "course.csv"));
  return body.empty() ? "" : "<h2>The supernet</h2>\n" + body;
}

}  // namespace bora::report
