// Record of a run before it begins, in the form that reports read.
#pragma once

#include "attacks/ledger/run_reader.h"
#include "attacks/runner/plan.h"

namespace bora {

/// Returns the record of the planned run: its facts, as far as they are known, and its instances.
RunRecord outline_of(const Plan& plan, const RunFacts& facts);

}  // namespace bora
