#include "report/words/run_tables.h"

#include <algorithm>
#include <climits>

#include <fmt/format.h>

#include "common/statistics.h"
#include "common/text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Returns the range of a change: "-30 to 30 degrees".
std::string range_text(const ChangeUse& use) {
  const std::string unit = use.change().unit;
  const bool named = !unit.empty() && unit != "quality";
  return fmt::format("{:g} to {:g}{}", use.bound.low, use.bound.high, named ? " " + unit : "");
}

/// Returns the median and the quartiles of ascending values: "4 (2.5 to 7)"; "" without values.
std::string quartiles_text(const std::vector<double>& values) {
  if (values.empty()) return "";
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", sample_quantile(values, 0.5), sample_quantile(values, 0.25),
                     sample_quantile(values, 0.75));
}

/// Returns the changes of the attack by descending weight.
std::vector<const ChangeUse*> by_weight(const SemanticAttackResult& attack) {
  std::vector<const ChangeUse*> order;
  for (const ChangeUse& use : attack.changes) order.push_back(&use);
  std::ranges::stable_sort(order, std::ranges::greater{}, [](const ChangeUse* use) { return use->weight; });
  return order;
}

}  // namespace

ReportTable severity_table(const RunSummary& summary) {
  ReportTable table{
      "Instances fooled in %, with 95% intervals, by a combination of at most the given severity. A severity of 1 "
      "is one change at its bound, or two at half their bounds",
      {"Attack", "Median severity [95%]"}};
  const auto& attacks = summary.semantic->attacks;
  if (!attacks.empty())
    for (const SeverityPoint& point : attacks.front().points)
      table.columns.push_back(
          &point == &attacks.front().points.back() ? "any" : fmt::format("{:.3g}", point.severity));
  for (const SemanticAttackResult& attack : attacks) {
    std::vector<std::string>& row = table.add({attack.name, severity_text(attack.severity.quantiles[1])});
    for (const SeverityPoint& point : attack.points)
      row.push_back(percent_number_with(point.rate, point.interval));
  }
  return table;
}

ReportTable change_table(const SemanticAttackResult& attack, const std::string& caption) {
  ReportTable table{caption,
                    {"Change", "Allowed", "Used in, % of examples", "Value, median (quartiles)",
                     "Share of the severity, %"}};
  for (const ChangeUse* use : by_weight(attack)) {
    const double share = attack.examples > 0 ? static_cast<double>(use->used) / attack.examples : 0;
    table.rows.push_back({use->change().name, range_text(*use), percent_number(share),
                          quartiles_text(use->values), percent_number(use->weight)});
  }
  return table;
}

const SemanticAttackResult* mildest_attack(const RunSummary& summary) {
  const SemanticAttackResult* best = nullptr;
  const auto median = [](const SemanticAttackResult& attack) {
    return attack.severity.quantiles[1].queries.value_or(INT_MAX);
  };
  for (const SemanticAttackResult& attack : summary.semantic->attacks)
    if (attack.examples > 0 && (best == nullptr || median(attack) < median(*best))) best = &attack;
  return best;
}

std::string weakness_text(const RunSummary& summary) {
  const SemanticAttackResult* attack = mildest_attack(summary);
  if (attack == nullptr) return "";
  const std::vector<const ChangeUse*> order = by_weight(*attack);
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < order.size() && i < kNamed && order[i]->weight > 0; ++i)
    parts.push_back(fmt::format("{} ({}%)", order[i]->change().name, percent_number(order[i]->weight)));
  return join(parts);
}

}  // namespace bora::report
