// What a run came to, for tests that compare runs.
#pragma once

#include <sstream>
#include <string>

#include "attacks/ledger/run_database.h"

namespace bora {

/// Everything a run found out, query by query.
inline std::string contents(const RunDatabase& database) {
  std::ostringstream out;
  out.precision(17);
  for (const auto& row : database.instances()) {
    out << row.id << ' ' << row.attack << ' ' << row.status << ' ' << row.queries << ' ' << row.reason
        << '\n';
    for (const auto& query : database.queries(row.id)) {
      out << "  " << query.number << ' ' << query.input_hash << ' ' << query.objective << ' '
          << query.success;
      for (const float score : query.scores) out << ' ' << score;
      out << '\n';
    }
  }
  for (const auto& row : database.adversarials()) {
    out << row.instance << ' ' << row.predicted << ' ' << row.distance << ' ' << *row.l2;
    for (const char level : row.content) out << ' ' << int{level};
    out << '\n';
  }
  return out.str();
}

}  // namespace bora
