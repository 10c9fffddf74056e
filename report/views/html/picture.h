// Images on a page.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// An image of the run, pixel values in [0, 1], as a PNG in a data: address. Values beyond are cut off; of
/// other numbers of channels than 1 and 3 the first is shown.
std::string picture_address(const std::vector<float>& values, const RunRecord& run);

}  // namespace bora::report
