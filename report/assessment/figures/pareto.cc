#include "report/assessment/figures/pareto.h"

#include <algorithm>
#include <cmath>

#include "common/statistics.h"

namespace bora::report {
namespace {

using Row = std::vector<std::optional<double>>;

bool has_value(const Row& row) {
  return std::ranges::any_of(row, [](const auto& value) { return value.has_value(); });
}

/// Returns the columns in which every row that has any value has one.
std::vector<std::size_t> common_columns(std::span<const Row> rows) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; !rows.empty() && c < rows.front().size(); ++c) {
    const bool known =
        std::ranges::all_of(rows, [c](const Row& row) { return !has_value(row) || row[c].has_value(); });
    if (known) columns.push_back(c);
  }
  return columns;
}

std::vector<double> values(const Row& row, const std::vector<std::size_t>& columns) {
  std::vector<double> out;
  for (const std::size_t c : columns) out.push_back(*row[c]);
  return out;
}

/// Returns the values of `other`, with those of `row` in columns in which the two count as equal.
std::vector<double> values_compared(const Row& other, const Row& row, const std::vector<std::size_t>& columns,
                                    const std::vector<double>& tolerances) {
  std::vector<double> out;
  for (const std::size_t c : columns) {
    const bool same = !tolerances.empty() && std::abs(*other[c] - *row[c]) <= tolerances[c];
    out.push_back(same ? *row[c] : *other[c]);
  }
  return out;
}

}  // namespace

std::vector<bool> pareto_front(std::span<const Row> rows, const std::vector<double>& tolerances) {
  const std::vector<std::size_t> columns = common_columns(rows);
  std::vector<bool> front;
  for (const Row& row : rows) {
    const bool beaten = std::ranges::any_of(rows, [&](const Row& other) {
      return has_value(other) && has_value(row) &&
             dominates(values_compared(other, row, columns, tolerances), values(row, columns));
    });
    front.push_back(!columns.empty() && has_value(row) && !beaten);
  }
  return front;
}

}  // namespace bora::report
