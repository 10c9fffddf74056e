// Formatting of bounds.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns the run's bound as text: "8/255", "0.03" (L2, or continuous pixels), "24 pixels", "5 x 5 pixels"
/// or "0.03 n^2 edits".
std::string bound_text(const RunRecord& run);

/// Returns the title of an axis of bounds, e.g. "bound, L-infinity, in 255ths of the pixel range".
std::string bound_axis(const RunRecord& run);

/// Returns the run's bound in the unit of that axis: 8 for 8/255.
double bound_on_axis(const RunRecord& run);

}  // namespace bora::report
