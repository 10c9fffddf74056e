// Groups of equal columns of a matrix that grows row by row.
#pragma once

#include <utility>
#include <vector>

#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

/// Groups of columns that have had the same value in every row so far; columns that were always 0 are in no
/// group. A row can split a group, but never joins two. A regression needs only one column of each group.
/// Features of graphs form large groups: most occur in a single graph, and all features that occur once in
/// that graph only form one group.
class EqualColumns {
 public:
  /// Split of a group: the columns of the new group `to` were in `from` until this row; `from` keeps the
  /// representative. from = -1: the columns of `to` occur for the first time.
  struct Split {
    int from = -1, to = -1;
  };
  /// Group whose columns are not 0 in the row.
  struct Occurrence {
    int group = -1;
    double value = 0;  ///< value of its columns in this row
  };
  struct Change {
    std::vector<Split> splits;
    std::vector<Occurrence> occurrences;  ///< groups of the row, each once
  };
  /// Appends a row, in the form of SparseRow: ascending, each column once.
  Change append(const SparseRow& row);

  int columns() const { return static_cast<int>(group_of_.size()); }  ///< largest column so far, plus one
  int groups() const { return static_cast<int>(groups_.size()); }
  /// Returns the group that a column belongs to, or -1 if it belongs to none.
  int group(int column) const {
    return column < columns() ? group_of_[static_cast<std::size_t>(column)] : -1;
  }
  /// Returns the first column of a group, which represents it.
  int representative(int group) const { return of(group).columns.front(); }
  /// Returns the group whose first column this is; -1: none.
  int represented(int column) const {
    const int of_column = group(column);
    return of_column >= 0 && representative(of_column) == column ? of_column : -1;
  }
  /// Returns the rows, ascending, in which the columns of a group are not 0, and the values there.
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
