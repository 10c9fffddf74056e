#include "surrogates/linear/equal_columns.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace bora::surrogates {

int EqualColumns::add_group(std::vector<int> columns, std::vector<std::pair<int, double>> rows) {
  const int number = groups();
  for (const int column : columns) group_of_[static_cast<std::size_t>(column)] = number;
  groups_.push_back({std::move(columns), std::move(rows)});
  return number;
}

EqualColumns::Change EqualColumns::append(const SparseRow& row) {
  const int width = row.empty() ? 0 : row.back().column + 1;
  if (width > columns()) group_of_.resize(static_cast<std::size_t>(width), -1);
  // Parts of groups: the columns of a group that have the same value in this row, in the order of their first
  // columns. `place`: index in `parts` by group and value.
  std::map<std::pair<int, double>, std::size_t> place;
  struct Part {
    int group;
    double value;
    std::vector<int> columns;
  };
  std::vector<Part> parts;
  for (const auto& [column, value] : row) {
    const auto [at, fresh] = place.try_emplace({group(column), value}, parts.size());
    if (fresh) parts.push_back({group(column), value, {}});
    parts[at->second].columns.push_back(column);
  }

  Change change;
  for (Part& part : parts) {
    if (part.group < 0) {
      change.splits.push_back({-1, add_group(std::move(part.columns), {})});
      change.occurrences.push_back({change.splits.back().to, part.value});
      continue;
    }
    std::vector<int>& all = groups_[static_cast<std::size_t>(part.group)].columns;
    if (part.columns.size() == all.size()) {
      change.occurrences.push_back({part.group, part.value});
      continue;
    }
    std::vector<int> others;
    std::set_difference(all.begin(), all.end(), part.columns.begin(), part.columns.end(),
                        std::back_inserter(others));
    const bool keeps = part.columns.front() == all.front();
    all = keeps ? part.columns : others;
    const int split =
        add_group(keeps ? std::move(others) : std::move(part.columns), std::vector(of(part.group).rows));
    change.splits.push_back({part.group, split});
    change.occurrences.push_back({keeps ? part.group : split, part.value});
    // If the other columns were split off, later parts of the group are parts of the new group.
    if (keeps)
      for (Part& later : parts)
        if (&later > &part && later.group == part.group) later.group = split;
  }
  for (const auto& [group, value] : change.occurrences)
    groups_[static_cast<std::size_t>(group)].rows.emplace_back(rows_, value);
  ++rows_;
  return change;
}

}  // namespace bora::surrogates
