// report.html of a tuning run.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "tuning/recommendation.h"
#include "tuning/tuning.h"

namespace bora::report {

/// A page that needs nothing beside it: the best or the recommended trial, or the front; progress over
/// trials; how much each parameter matters; each parameter against the values, with what a model of all
/// trials says along it; the best trials, and those without a value.
std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command,
                          const std::optional<RecommendedPoint>& recommendation = std::nullopt);

}  // namespace bora::report
