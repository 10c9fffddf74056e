// Translation of conditions and constraints into rules of a space: which parameters are computed from others,
// and which linear inequalities all points meet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"
#include "tuning/trials/constraint.h"

namespace bora::tuning {

/// Conditions and constraints of a space, parsed.
struct SpaceRules {
  std::vector<std::optional<Expression>> when;  ///< condition of each parameter; none: always active
  std::vector<Constraint> constraints;
};

/// Makes the rules of a space. Each equality between numbers that uses a real or log parameter determines one
/// such parameter, which is computed from the others; the equality must be linear in the computed parameters.
/// Throws InputError if it is not; the message begins with `place`.
ParameterRules rules_of(const std::vector<Parameter>& parameters, SpaceRules rules, const std::string& place);

}  // namespace bora::tuning
