#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/views/html/run_page.h"

namespace bora::report {
namespace {

constexpr std::size_t kMostClasses = 20;  // a larger matrix cannot be printed on a page
constexpr std::size_t kMostMatrices = 4;  // more matrices are folded

Json cell_of(const AttackResult& attack, int label, int column) {
  const auto it = attack.by_classes.find({label, column});
  const bool own = label == column;
  const bool none = !own && (it == attack.by_classes.end() || it->second.instances == 0);
  Json cell = {{"own", own}, {"none", none}, {"count", ""}};
  if (own || none) return cell;
  const MatrixCell& found = it->second;
  const double share = static_cast<double>(found.successes) / found.instances;
  cell["share"] = fmt::format("{:.2f}", share);
  cell["percent"] = fmt::format("{:.0f}", 100 * share);
  cell["count"] = fmt::format("{}/{}", found.successes, found.instances);
  return cell;
}

}  // namespace

Json matrix_values(const RunReport& report) {
  const RunRecord& run = report.run;
  std::set<int> labels, columns;
  for (const AttackResult& attack : report.attacks) {
    for (const auto& [classes, cell] : attack.by_classes) {
      labels.insert(classes.first);
      columns.insert(classes.second);
    }
  }
  if (labels.empty()) return Json();
  const std::size_t classes = std::max(labels.size(), columns.size());
  Json values = {{"targeted", run.targeted}, {"too_many", false}};
  if (classes > kMostClasses) {
    values["too_many"] = classes;
    return values;
  }
  values["folded"] = report.attacks.size() > kMostMatrices ? Json(report.attacks.size()) : Json(false);
  // Long column heads are written vertically to keep the matrix narrow.
  values["upright"] =
      std::ranges::any_of(columns, [&](int column) { return run.class_name(column).size() > 3; });
  values["columns"] = Json::array();
  for (const int column : columns) values["columns"].push_back(run.class_name(column));
  values["attacks"] = Json::array();
  for (const AttackResult& attack : report.attacks) {
    Json rows = Json::array();
    for (const int label : labels) {
      Json cells = Json::array();
      for (const int column : columns) cells.push_back(cell_of(attack, label, column));
      rows.push_back({{"class", run.class_name(label)}, {"cells", std::move(cells)}});
    }
    values["attacks"].push_back({{"name", attack.display_name()},
                                 {"label_html", attack_label(report, attack.name)},
                                 {"rows", std::move(rows)}});
  }
  return values;
}

}  // namespace bora::report
