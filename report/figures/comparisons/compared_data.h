// Conditions on runs that are compared.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns what a run says of its data without what depends on its model: how often it was right in which
/// order of the classes, and that the images were drawn, which a model that names these data needs not say.
std::string compared_data(const std::string& data);

/// Throws InputError that the runs cannot be compared, unless `what`, "the goal", has the same value in both.
void check_same(const std::string& what, const RunRecord& first, const std::string& value_of_first,
                const RunRecord& second, const std::string& value_of_second);

}  // namespace bora::report
