// Descriptions of the attacks for bo-attack --describe.
#pragma once

#include <string>

#include "attacks/threat/norm.h"
#include "attacks/threat/visibility.h"
#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::tools {

/// Returns the summary, access level and settings of each attack of a name that has the norm (only attacks on
/// images have one), with ranges and defaults for images of `shape`, or a table of all attacks for the name
/// "all". Where labels alone are visible, an attack that another one of its name and kind then replaces is
/// left out. Throws InputError for an unknown attack, or one without the norm.
std::string describe_attack(const std::string& name, const ImageShape& shape, const Visibility& visible,
                            Norm norm);

}  // namespace bora::tools
