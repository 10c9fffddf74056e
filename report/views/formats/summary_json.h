// summary.json: the report's numbers for other programs.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns the summary of a run as indented JSON that ends with a newline. docs/reference/run-files.md
/// describes the keys; within one `format` number keys are only ever added. Shares are in [0, 1]; null: not
/// known, or not reached.
std::string summary_json(const RunReport& report);

}  // namespace bora::report
