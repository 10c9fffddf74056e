#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "tools/report/render/format.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"

namespace bora {
namespace {

// A square of more classes cannot be read at a glance, nor printed.
constexpr std::size_t kMostClasses = 20;
constexpr std::size_t kMostMatrices = 4;

std::string matrix_cell(const AttackResult& attack, int label, int column) {
  const auto it = attack.by_classes.find({label, column});
  if (it == attack.by_classes.end() || it->second.instances == 0) return "<td class=\"none\"></td>";
  const MatrixCell& cell = it->second;
  const double rate = static_cast<double>(cell.successes) / cell.instances;
  return fmt::format("<td class=\"heat\" style=\"--share:{:.2f}\">{:.0f}<small>{}/{}</small></td>", rate,
                     100 * rate, cell.successes, cell.instances);
}

std::string matrix(const RunRecord& run, const RunSummary& summary, const AttackResult& attack,
                   const std::set<int>& labels, const std::set<int>& columns) {
  // Column heads of more than a few letters stand upright, or the matrix would be as wide as their sum.
  const bool upright = std::any_of(columns.begin(), columns.end(),
                                   [&](int column) { return run.class_name(column).size() > 3; });
  const std::string label = attack_label(summary, attack.name);
  std::string out = fmt::format("<table class=\"matrix{}\"><caption>{}</caption><thead><tr><td></td>",
                                upright ? " long" : "", label);
  for (const int column : columns) {
    out += fmt::format("<th scope=\"col\"><span>{}</span></th>", escape(run.class_name(column)));
  }
  out += "</tr></thead><tbody>";
  for (const int row : labels) {
    out += fmt::format("<tr><th scope=\"row\">{}</th>", escape(run.class_name(row)));
    for (const int column : columns) {
      out += row == column ? "<td class=\"self\" aria-label=\"own class\"></td>"
                           : matrix_cell(attack, row, column);
    }
    out += "</tr>\n";
  }
  return scroll_box(label, out + "</tbody></table>");
}

}  // namespace

std::string matrix_section(const RunRecord& run, const RunSummary& summary) {
  std::set<int> labels;
  std::set<int> columns;
  for (const AttackResult& attack : summary.attacks) {
    for (const auto& [classes, cell] : attack.by_classes) {
      labels.insert(classes.first);
      columns.insert(classes.second);
    }
  }
  if (labels.empty()) return "";
  std::string out = fmt::format("<section aria-labelledby=\"matrix\">\n<h2 id=\"matrix\">{}</h2>\n",
                                run.targeted ? "From which class to which" : "Where the model was led");
  out += run.targeted ? "<p>Rows: the true class; columns: the class asked for. Success in %, and successes "
                        "of instances.</p>\n"
                      : "<p>Rows: the true class; columns: the class the model was led to. In % of the row's "
                        "instances, and their "
                        "number.</p>\n";
  if (std::max(labels.size(), columns.size()) > kMostClasses) {
    return out +
           fmt::format(
               "<p>{} classes are too many to show here: results.csv holds every instance.</p></section>\n",
               std::max(labels.size(), columns.size()));
  }
  // The matrices of many attacks would be most of the page.
  const bool folded = summary.attacks.size() > kMostMatrices;
  std::string matrices = "<div class=\"matrices\">\n";
  for (const AttackResult& attack : summary.attacks)
    matrices += matrix(run, summary, attack, labels, columns);
  matrices += "</div>\n";
  if (folded) {
    matrices = fmt::format("<details><summary>{} attacks</summary>\n{}</details>\n", summary.attacks.size(),
                           matrices);
  }
  return out + matrices + "</section>\n";
}

}  // namespace bora
