#include "report/figures/success_figures.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "report/statistics/number_text.h"

namespace bora::report {

std::string quantile_text(const QueryQuantile& quantile, const std::function<std::string(int)>& text) {
  const auto shown = [&](std::optional<int> queries, bool beyond) -> std::string {
    if (queries) return text(*queries);
    return beyond ? kNotReached : kUnknown;
  };
  const std::string value = shown(quantile.queries, quantile.beyond);
  if (!quantile.queries && !quantile.interval.low) return value;
  return fmt::format("{} [{}, {}]", value, shown(quantile.interval.low, quantile.followed),
                     shown(quantile.interval.high, quantile.followed));
}

SuccessFigures success_figures(std::vector<WatchedInstance> observations, std::span<const int> points,
                               int unseen) {
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
  const int budget = points.back();
  for (const double p : {0.25, 0.5, 0.75})
    figures.quantiles.push_back({p, figures.curve.quantile(p), figures.curve.quantile_interval(p),
                                 figures.curve.stays_below(p, budget, unseen),
                                 figures.curve.at(budget).has_value()});
  return figures;
}

}  // namespace bora::report
