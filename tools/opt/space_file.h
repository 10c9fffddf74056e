// Reading a space of parameters from TOML.
#pragma once

#include <string>

#include "surrogates/space/parameter_space.h"

namespace bora {

/// One table a parameter, in the order of the file:
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
///     when = "act == 'leaky'"       # of parameters above it
///
/// A constraint that speaks of a parameter that means nothing holds. Throws InputError: file (`place`), line,
/// field, value, what is valid.
ParameterSpace parse_space(const std::string& toml, const std::string& place);

}  // namespace bora
