// How bounds look.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns a bound, written as "8/255", "0.03" (continuous pixels) or "0.03 n^2 edits", for column headers.
std::string bound_text(const RunRecord& run);

/// Returns the axis title of bounds: e.g. "bound, L-infinity, in 255ths of the pixel range".
std::string bound_axis(const RunRecord& run);

/// Returns the bound in force in the unit of that axis: 8 for 8/255.
double bound_on_axis(const RunRecord& run);

}  // namespace bora::report
