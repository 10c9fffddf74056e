// Descriptions of the attacks for bo-attack --describe.
#pragma once

#include <string>

#include "attacks/threat/norm.h"
#include "attacks/threat/visibility.h"
#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::tools {

/// Returns the summary, access level and settings of each attack called `name` (several kinds of input may
/// have one), with ranges and defaults for images of `shape`; for "all", a table of all attacks. If an attack
/// on images does not support `norm`, describes it for one that it supports. If only labels are visible,
/// leaves out a score-based attack that has a label-only variant of the same name. Throws InputError for an
/// unknown name.
std::string describe_attack(const std::string& name, const ImageShape& shape, const Visibility& visible,
                            Norm norm);

}  // namespace bora::tools
