// Conditions on runs that are compared.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns a run's description of its data without the parts that may differ between models on the same data:
/// how many images the model classifies correctly in each order of the classes, and that the images were
/// drawn at random.
std::string compared_data(const std::string& data);

/// Throws InputError saying that the runs cannot be compared, unless `what`, such as "the goal", has one
/// value in both.
void check_same(const std::string& what, const RunRecord& first, const std::string& value_of_first,
                const RunRecord& second, const std::string& value_of_second);

}  // namespace bora::report
