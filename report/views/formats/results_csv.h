// results.csv: a line an instance.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Columns attack,image,record,label,target,status,queries,linf,l2,predicted,seed,verified (RFC 4180). With
/// norm l0, linf is l0, with norm l2 it is not there. Empty
/// where there is nothing to say: target of an untargeted run; linf, l2, predicted and verified without an
/// adversarial example. `verified` is yes, no, or empty if it was not looked at.
std::string results_csv(const RunRecord& run);

}  // namespace bora::report
