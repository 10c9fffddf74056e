// Rows of matrices in which nearly all entries are zero.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

namespace bora::surrogates {

/// Entry of a row that is not zero.
struct SparseEntry {
  int column = 0;
  double value = 0;
  auto operator<=>(const SparseEntry&) const = default;
};

/// Entries of a row, ascending by column, each column at most once, without zeros.
using SparseRow = std::vector<SparseEntry>;

/// Sorts entries by column, adds entries of the same column, and removes zeros, which makes a SparseRow.
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
