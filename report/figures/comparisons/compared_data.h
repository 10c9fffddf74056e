// The data of runs that are compared.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::report {

/// Returns what a run says of its data without what depends on its model: how often it was right in which
/// order of the classes, and that the images were drawn, which a model that names these data needs not say.
std::string compared_data(const std::string& data);

}  // namespace bora::report
