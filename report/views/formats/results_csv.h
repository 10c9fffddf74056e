// results.csv: one line for each instance.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns CSV (RFC 4180). Columns of a run on pixels: attack,image,record,label,target,status,queries,
/// attempts,linf,l2,predicted,seed,verified,name. With the norms l0 and patch, linf has that name; with
/// norm l2 it is not there.
/// Columns of semantic runs, of runs on graphs and with --minimise: see kColumns. A value that does not exist
/// is empty: target of an untargeted run; distances, predicted and verified without an adversarial example.
/// `verified` is yes, no, or empty if the example was not verified.
std::string results_csv(const RunRecord& run);

}  // namespace bora::report
