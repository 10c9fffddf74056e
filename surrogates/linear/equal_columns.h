// Groups of equal columns of a matrix that grows row by row.
#pragma once

#include <utility>
#include <vector>

#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

/// Groups of columns that are equal in all rows so far. Columns that are 0 in all rows are in no group. A new
/// row can split a group, but never join two. A regression needs only one column of each group. Features of
/// graphs form large groups: most features occur in a single graph, and those with the same count there form
/// one group.
class EqualColumns {
 public:
  /// Split of a group: the columns of the new group `to` were in the group `from` before this row. `from`
  /// keeps the representative. from = -1: the columns of `to` were 0 in all rows before.
  struct Split {
    int from = -1, to = -1;
  };
  /// Group whose columns are different from 0 in a row.
  struct Occurrence {
    int group = -1;
    double value = 0;  ///< value of its columns in this row
  };
  /// Changes by a row.
  struct Change {
    std::vector<Split> splits;
    std::vector<Occurrence> occurrences;  ///< groups that are different from 0 in the row, each once
  };
  Change append(const SparseRow& row);

  int columns() const { return static_cast<int>(group_of_.size()); }  ///< largest column so far, plus one
  int groups() const { return static_cast<int>(groups_.size()); }
  /// Returns the group that a column belongs to, or -1 if it belongs to none.
  int group(int column) const {
    return column < columns() ? group_of_[static_cast<std::size_t>(column)] : -1;
  }
  /// Returns the first column of a group, which represents it.
  int representative(int group) const { return of(group).columns.front(); }
  /// Returns the group whose representative this column is; -1: none.
  int represented(int column) const {
    const int of_column = group(column);
    return of_column >= 0 && representative(of_column) == column ? of_column : -1;
  }
  /// Returns the rows, ascending, in which the columns of a group are different from 0, and their values
  /// there.
  const std::vector<std::pair<int, double>>& rows(int group) const { return of(group).rows; }

 private:
  struct Group {
    std::vector<int> columns;  // ascending
    std::vector<std::pair<int, double>> rows;
  };
  const Group& of(int group) const { return groups_[static_cast<std::size_t>(group)]; }
  int add_group(std::vector<int> columns, std::vector<std::pair<int, double>> rows);

  int rows_ = 0;
  std::vector<int> group_of_;  // by column
  std::vector<Group> groups_;
};

}  // namespace bora::surrogates
