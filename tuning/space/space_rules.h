// Translates conditions and constraints into rules of a space: which parameters follow from others, and which
// linear inequalities all points meet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"
#include "tuning/trials/constraint.h"

namespace bora::tuning {

struct SpaceRules {
  std::vector<std::optional<Expression>> when;  ///< by parameter
  std::vector<Constraint> constraints;
};

/// Makes the rules. Each equality between numbers that names a real or log parameter determines one such
/// parameter, which is computed from the others: it must be linear in those that are computed. Throws
/// InputError if an equality is not, where `place` begins the message.
ParameterRules rules_of(const std::vector<Parameter>& parameters, SpaceRules rules, const std::string& place);

}  // namespace bora::tuning
