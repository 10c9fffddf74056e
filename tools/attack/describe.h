// Descriptions of the attacks for bo-attack --describe.
#pragma once

#include <string>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::tools {

/// Returns the summary, access level and settings of an attack, with ranges and defaults for images of
/// `shape`; of both attacks if one on images and one on graphs share the name; or a table of all attacks for
/// the name "all". Throws InputError for an unknown attack.
std::string describe_attack(const std::string& name, const ImageShape& shape);

}  // namespace bora::tools
