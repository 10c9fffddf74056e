// report.html of a tuning run.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "tuning/recommendation.h"
#include "tuning/tuning.h"

namespace bora::report {

/// Returns a self-contained HTML page: the best or the recommended trial, or the front; progress over trials;
/// the importance of each parameter; values against each parameter, with the predictions of a model of all
/// trials; the best trials, and those without a value.
std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command,
                          const std::optional<RecommendedPoint>& recommendation = std::nullopt);

}  // namespace bora::report
