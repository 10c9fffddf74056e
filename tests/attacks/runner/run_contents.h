// Contents of a run, for tests that compare runs, and requirements on every run.
#pragma once

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "attacks/record/run_database.h"

namespace bora::attacks {

/// Returns all results of a run as text, query by query, and its warm starts.
inline std::string contents(const RunDatabase& database) {
  std::ostringstream out;
  out.precision(17);
  for (const auto& row : database.instances()) {
    out << row.id << ' ' << row.attack << ' ' << row.budget << ' ' << to_string(row.status) << ' '
        << row.queries << ' ' << row.reason << '\n';
    for (const auto& query : database.queries(row.id)) {
      out << "  " << query.number << ' ' << query.input_hash << ' ' << query.objective << ' '
          << query.predicted << ' ' << query.success;
      for (const float score : query.scores) out << ' ' << score;
      out << '\n';
    }
  }
  for (const auto& row : database.adversarials()) {
    out << row.instance << ' ' << row.predicted << ' ' << row.distance << ' ' << row.l2.value_or(-1);
    for (const char level : row.content) out << ' ' << int{level};
    out << '\n';
  }
  for (const auto& warm_start : database.warm_starts())
    out << warm_start.instance << ": " << warm_start.content << '\n';
  return out.str();
}

/// Expects that all instances ended, `count` in total, each at its first success or at its budget, and that
/// both ends occur.
inline void expect_ends_at_first_success(const RunDatabase& database, int count) {
  int successes = 0, exhausted = 0;
  for (const auto& row : database.instances()) {
    const auto queries = database.queries(row.id);
    ASSERT_EQ(static_cast<int>(queries.size()), row.queries);
    EXPECT_LE(row.queries, row.budget);
    for (std::size_t i = 0; i < queries.size(); ++i)
      EXPECT_EQ(queries[i].success, row.status == InstanceStatus::success && i + 1 == queries.size());
    successes += row.status == InstanceStatus::success ? 1 : 0;
    exhausted += row.status == InstanceStatus::exhausted ? 1 : 0;
  }
  EXPECT_EQ(successes + exhausted, count);
  EXPECT_GT(successes, 0) << "the setting is meant to show both ends";
  EXPECT_GT(exhausted, 0);
}

}  // namespace bora::attacks
