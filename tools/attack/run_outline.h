// Record of a run before it begins, in the form that reports read.
#pragma once

#include <map>
#include <string>

#include "attacks/ledger/run_reader.h"
#include "attacks/runner/plan.h"

namespace bora {

/// Returns the part of the record that conditions on its figures are checked against: attacks, instances,
/// goal, threat, data, prior. `facts`: those that the session stores in the run database.
RunRecord outline_of(const Plan& plan, const PlanOptions& options, int classes,
                     const std::map<std::string, std::string>& facts);

}  // namespace bora
