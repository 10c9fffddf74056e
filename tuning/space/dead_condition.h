// Search for conditions of parameters that can never hold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/space/space_rules.h"

namespace bora::tuning {

/// Returns whether the condition `when` of parameter i holds for some values of the parameters it mentions,
/// whose own conditions hold. text: the condition as written. Tries all combinations of values if the
/// parameters have at most 20,000 together. Otherwise tries bounds, the numbers in `text`, values between
/// these and random values, in up to 40,000 combinations. Returns true for a condition that cannot be
/// evaluated for one of them.
bool can_hold(const std::vector<Parameter>& parameters, const SpaceRules& rules, std::size_t i,
              const std::string& text);

/// Returns the valid values of the parameters that a condition mentions: "width is 1 to 32; act is one of
/// 'relu', 'leaky'".
std::string describe_values(const std::vector<Parameter>& parameters,
                            const std::vector<std::size_t>& mentioned);

}  // namespace bora::tuning
