// Contents of a run, for tests that compare runs.
#pragma once

#include <sstream>
#include <string>

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

}  // namespace bora::attacks
