// What is known of a run before it begins, in the form that reports read it in.
#pragma once

#include <map>
#include <string>

#include "attacks/ledger/run_reader.h"
#include "attacks/runner/plan.h"

namespace bora {

/// As much of a record as conditions on its figures are checked against: attacks, instances, goal, threat,
/// data, prior. `facts`: as a session states them for the run database.
RunRecord outline_of(const Plan& plan, const PlanOptions& options, int classes,
                     const std::map<std::string, std::string>& facts);

}  // namespace bora
