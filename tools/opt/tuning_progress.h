// Charts of how a tuning run went.
#pragma once

#include <optional>
#include <string>

#include "tools/opt/recommendation.h"
#include "tools/opt/tuning.h"

namespace bora {

/// Of one objective: values and the best so far by trial; where late gains would not be seen, the gap to the
/// best value on a logarithmic axis beside it. Of several: the same for each objective, and the hypervolume
/// of the front by trial. HTML; "" without a value.
std::string progress_section(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);

/// Of several objectives: every pair against each other, with the border of what can be had together where
/// there are two. HTML; "" of one objective or without a value.
std::string front_section(const Tuning& tuning);

}  // namespace bora
