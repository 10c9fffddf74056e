#include "surrogates/linear/equal_columns.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::surrogates {
namespace {

// Rows whose columns are alike in blocks for a while.
std::vector<SparseRow> rows(int count, int columns, Rng& rng) {
  std::vector<SparseRow> all;
  for (int i = 0; i < count; ++i) {
    SparseRow row;
    const int block = 1 + rng.index(6);
    for (int first = 0; first < columns; first += block) {
      const int value = rng.index(4) - 1;
      for (int j = first; j < std::min(first + block, columns); ++j)
        if (value != 0 && rng.uniform() < 0.95) row.push_back({j, static_cast<double>(value)});
    }
    all.push_back(row);
  }
  return all;
}

TEST(EqualColumns, AreThoseThatAreEqual) {
  Rng rng(1);
  constexpr int kColumns = 40;
  for (int repeat = 0; repeat < 20; ++repeat) {
    EqualColumns columns;
    std::vector<std::vector<double>> dense(kColumns);
    int number = 0;
    for (const SparseRow& row : rows(6, kColumns, rng)) {
      std::vector<int> before;
      for (int j = 0; j < kColumns; ++j) before.push_back(columns.group(j));
      const int groups_before = columns.groups();
      const EqualColumns::Change change = columns.append(row);
      std::map<int, int> root;  // previous group of each new group
      for (const auto& [from, to] : change.splits) {
        EXPECT_GE(to, groups_before);
        root[to] = root.contains(from) ? root[from] : from;
      }
      EXPECT_EQ(static_cast<int>(root.size()), columns.groups() - groups_before);
      for (int j = 0; j < kColumns; ++j) {
        const int now = columns.group(j);
        if (now < 0) continue;
        EXPECT_EQ(root.contains(now) ? root[now] : now, before[static_cast<std::size_t>(j)]);
      }
      for (auto& column : dense) column.push_back(0);
      for (const SparseEntry& entry : row) dense[static_cast<std::size_t>(entry.column)].back() = entry.value;

      const std::vector<double> zeros(static_cast<std::size_t>(++number), 0.0);
      std::map<std::vector<double>, int> first;  // column of such values
      for (int j = 0; j < kColumns; ++j) {
        const auto& values = dense[static_cast<std::size_t>(j)];
        if (values == zeros) {
          EXPECT_EQ(columns.group(j), -1);
          EXPECT_EQ(columns.represented(j), -1);
          continue;
        }
        const auto [at, fresh] = first.try_emplace(values, j);
        const int group = columns.group(j);
        ASSERT_GE(group, 0);
        EXPECT_EQ(columns.representative(group), at->second);
        EXPECT_EQ(columns.represented(j), fresh ? group : -1);
        std::vector<double> again(zeros.size(), 0.0);
        for (const auto& [where, value] : columns.rows(group)) again[static_cast<std::size_t>(where)] = value;
        EXPECT_EQ(again, values);
      }
      EXPECT_EQ(columns.groups(), static_cast<int>(first.size()));
      std::set<int> met, expected;
      for (const SparseEntry& entry : row) expected.insert(columns.group(entry.column));
      for (const auto& [group, value] : change.occurrences) EXPECT_TRUE(met.insert(group).second) << "twice";
      EXPECT_EQ(met, expected);
      for (const auto& [group, value] : change.occurrences)
        EXPECT_EQ(dense[static_cast<std::size_t>(columns.representative(group))].back(), value);
    }
  }
}

TEST(EqualColumns, TheRepresentativeStaysWhereItWas) {
  EqualColumns columns;
  columns.append({{2, 1.0}, {4, 1.0}, {7, 1.0}, {9, 1.0}});
  ASSERT_EQ(columns.groups(), 1);
  // The first column and another one part from the rest.
  const auto change = columns.append({{2, 3.0}, {7, 3.0}, {9, 5.0}});
  EXPECT_EQ(columns.groups(), 3);
  EXPECT_EQ(columns.group(2), 0);
  EXPECT_EQ(columns.group(7), 0);
  EXPECT_EQ(columns.representative(columns.group(4)), 4);
  EXPECT_EQ(columns.representative(columns.group(9)), 9);
  ASSERT_EQ(change.splits.size(), 2U);
  ASSERT_EQ(change.occurrences.size(), 2U);
  EXPECT_EQ(change.occurrences[0].group, 0);
  EXPECT_EQ(change.occurrences[1].group, columns.group(9));
  // A row without these columns splits no group, and columns that have become different stay different.
  EXPECT_TRUE(columns.append({}).splits.empty());
  columns.append({{4, 1.0}, {9, 1.0}});
  EXPECT_NE(columns.group(4), columns.group(9));
  EXPECT_EQ(columns.columns(), 10);
}

}  // namespace
}  // namespace bora::surrogates
