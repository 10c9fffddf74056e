// Parsing of a search space from TOML.
#pragma once

#include <string>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"

namespace bora::tuning {

/// Parses a search space, which has one table for each parameter, in the order of the file:
///
///     constraints = ["width * depth <= 4096"]
///     [lr]
///     type = "log"                  # real | log | integer | log-integer | ordinal | categorical
///     bounds = [1e-5, 1e-1]
///     [act]
///     type = "categorical"
///     values = ["relu", "leaky"]
///     [slope]
///     type = "real"
///     bounds = [0, 1]
///     when = "act == 'leaky'"       # may use parameters above it
///
/// A constraint on an inactive parameter counts as met. Throws InputError that names the file (`place`), the
/// line, the field, the value and what is valid. A condition that never holds is an error, too, unless
/// `stored`: the space is that of a stored run.
ParameterSpace parse_space(const std::string& toml, const std::string& place, bool stored = false);

}  // namespace bora::tuning
