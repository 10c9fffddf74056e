// What bo-attack says of the attacks it knows.
#pragma once

#include <string>

#include "data/dataset.h"

namespace bora {

/// Summary, sight and settings of one attack, with the ranges and defaults they have for images of `shape`;
/// of both where images and graphs have one of this name; or a table of all attacks for the name "all".
/// Throws InputError for an attack there is not.
std::string describe_attack(const std::string& name, const ImageShape& shape);

}  // namespace bora
