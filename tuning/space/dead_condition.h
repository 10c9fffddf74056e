// Detection of conditions (`when`) that can never hold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/space/space_rules.h"

namespace bora::tuning {

/// Returns whether the condition rules.when[i] of parameter i holds for any values of the parameters that it
/// depends on, taking their own conditions into account. text: the condition as written. Tries all
/// combinations if the parameters have at most 20,000. Otherwise tries up to 40,000 combinations of bounds,
/// the numbers in `text`, values between these, and random values. Returns true if the condition cannot be
/// evaluated for a combination.
bool can_hold(const std::vector<Parameter>& parameters, const SpaceRules& rules, std::size_t i,
              const std::string& text);

/// Describes the valid values of the parameters whose indices are `mentioned`: "width is 1 to 32; act is one
/// of 'relu', 'leaky'".
std::string describe_values(const std::vector<Parameter>& parameters,
                            const std::vector<std::size_t>& mentioned);

}  // namespace bora::tuning
