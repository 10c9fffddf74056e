// Rows of which nearly all entries are zero.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

namespace bora::surrogates {

struct SparseEntry {
  int column = 0;
  double value = 0;
  auto operator<=>(const SparseEntry&) const = default;
};

/// Entries of a row, ascending by column, each column at most once, without zeros.
using SparseRow = std::vector<SparseEntry>;

/// Brings entries of any order, repeated columns to be added, into the form above.
inline void tidy(SparseRow& row) {
  std::sort(row.begin(), row.end(),
            [](const SparseEntry& a, const SparseEntry& b) { return a.column < b.column; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < row.size();) {
    SparseEntry sum = row[i];
    for (++i; i < row.size() && row[i].column == sum.column; ++i) sum.value += row[i].value;
    if (sum.value != 0) row[kept++] = sum;
  }
  row.resize(kept);
}

/// Returns a + b.
inline SparseRow sum(const SparseRow& a, const SparseRow& b) {
  SparseRow row = a;
  row.insert(row.end(), b.begin(), b.end());
  tidy(row);
  return row;
}

}  // namespace bora::surrogates
