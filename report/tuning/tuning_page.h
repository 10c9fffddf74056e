// Parts of the page of a tuning run. The templates (page/) are compiled in (cmake/BoraEmbed.cmake).
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

/// Smallest and largest of the values added; values that are not finite are left out. Empty: low > high.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Returns HTML with plots of the progress; "" without a value. With one objective: values and the best so
/// far by trial and, if late gains would be too small to see, the gap to the best value on a logarithmic
/// axis. With several: values and the best so far for each objective, and the hypervolume of the front.
std::string progress_section(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);

/// Returns HTML that plots pairs of several objectives, at most 15 pairs. With two objectives it adds the
/// border of the region that the Pareto front dominates. "" with one objective or without a value.
std::string front_section(const Tuning& tuning);

}  // namespace bora::report
