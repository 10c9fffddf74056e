// Record of a run before it begins, in the form that reports read.
#pragma once

#include "attacks/record/run_reader.h"
#include "attacks/runner/plan.h"
#include "common/layers.h"

namespace bora::tools {

/// Returns the record of the planned run: its facts, as far as they are known, and its instances.
RunRecord outline_of(const Plan& plan, const RunFacts& facts);

}  // namespace bora::tools
