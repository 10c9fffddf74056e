// How bounds look.
#pragma once

#include <string>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// "8/255", "0.03" of continuous pixels, "0.03 n^2 edits": short enough for the head of a column.
std::string bound_text(const RunRecord& run);

/// What bounds are of, for an axis: "bound, 255ths of the pixel range".
std::string bound_axis(const RunRecord& run);

/// A bound in the unit of that axis, as it is in force: 8 for 8/255.
double bound_on_axis(const RunRecord& run);

}  // namespace bora
