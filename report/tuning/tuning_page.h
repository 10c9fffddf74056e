// Pieces of the page of a tuning run; the templates (page/) are compiled in (cmake/BoraEmbed.cmake).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "common/layers.h"
#include "report/views/html/embedded.h"
#include "tuning/recommendation.h"
#include "tuning/tuning.h"

namespace bora::report {

EmbeddedFiles tuning_templates();  ///< page/*.html

/// Smallest and largest of values; those that are not finite are left out.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Returns HTML that shows how values progressed; "" without a value. With one objective it plots values and
/// the best so far by trial and, where late gains would be too small to see, the gap to the best value on a
/// logarithmic axis. With several, it plots the same for each objective, and the hypervolume of the front.
std::string progress_section(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);

/// Returns HTML that plots pairs of several objectives, at most 15 pairs. With two objectives it adds the
/// border of the region that the Pareto front dominates. "" with one objective or without a value.
std::string front_section(const Tuning& tuning);

}  // namespace bora::report
