#include "report/figures/success_figures.h"

#include <algorithm>
#include <utility>

namespace bora::report {

SuccessFigures success_figures(std::vector<WatchedInstance> observations, std::span<const int> points) {
  SuccessFigures figures;
  figures.successful = successful_queries(observations);
  for (const int queries : points) {
    const auto successes = std::ranges::count_if(observations, [queries](const WatchedInstance& each) {
      return each.success && each.queries <= queries;
    });
    figures.points.push_back({queries, static_cast<int>(successes), {}, {}, {}});
  }
  figures.curve = SuccessCurve(std::move(observations));
  for (SuccessPoint& point : figures.points) {
    point.rate = figures.curve.at(point.queries);
    point.interval = figures.curve.interval_at(point.queries);
    point.independent = figures.curve.independent_interval_at(point.queries);
  }
  for (const double p : {0.25, 0.5, 0.75})
    figures.quantiles.push_back({p, figures.curve.quantile(p), figures.curve.quantile_interval(p)});
  return figures;
}

}  // namespace bora::report
