// Count of queries outside the budgets of attacks, which is stored before they are sent.
#pragma once

#include <cstdint>

#include "attacks/ledger/oracle.h"
#include "attacks/record/run_database.h"
#include "common/error.h"

namespace bora::attacks {

/// Calls `ask`, which sends `inputs` inputs by the oracle, and adds their number to a fact of the run. All
/// that the model may receive is stored before the call, so that it counts even if the process dies in it.
/// The difference from the inputs that were sent is stored after it, also if it throws VictimError.
template <typename Input, typename Ask>
void count_queries(RunDatabase& database, std::int64_t RunFacts::*fact, const Oracle<Input>& oracle,
                   std::int64_t inputs, const Ask& ask) {
  const std::int64_t before = oracle.queries(), expected = inputs * oracle.copies();
  database.add(fact, expected);
  const auto settle = [&] {
    if (const std::int64_t more = oracle.queries() - before - expected; more != 0) database.add(fact, more);
  };
  try {
    ask();
  } catch (const VictimError&) {
    settle();
    throw;
  }
  settle();
}

}  // namespace bora::attacks
