// Charts of how a tuning run went.
#pragma once

#include <optional>
#include <string>

#include "tools/opt/recommendation.h"
#include "tools/opt/tuning.h"

namespace bora {

/// Returns HTML, "" without a value. With one objective it plots values and the best so far by trial and,
/// where late gains would be too small to see, the gap to the best value on a logarithmic axis. With several,
/// it plots the same for each objective and the hypervolume of the front by trial.
std::string progress_section(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);

/// Returns HTML that plots every pair of several objectives, with the Pareto front where there are two; ""
/// with one objective or without a value.
std::string front_section(const Tuning& tuning);

}  // namespace bora
