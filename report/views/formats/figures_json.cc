#include "report/views/formats/figures_json.h"

#include <cmath>

namespace bora::report {

Json maybe(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json();
}

Json verification_json(const VerificationSummary& verification) {
  return {{"adversarial_examples", verification.examples},
          {"checked", verification.checked},
          {"within", verification.within},
          {"confirmed", verification.confirmed},
          {"passed", verification.passed},
          {"not_confirmed", verification.contradicted()},
          {"not_verified_yet", verification.open()},
          {"largest_linf", verification.largest_distance}};
}

Json success_json(const std::vector<SuccessPoint>& all_points) {
  Json points = Json::array();
  for (const SuccessPoint& point : all_points)
    points.push_back({{"queries", point.queries},
                      {"successes", point.successes},
                      {"rate", maybe(point.rate)},
                      {"interval", maybe(point.interval)},
                      {"clustered_interval", maybe(point.interval)},
                      {"independent_interval", maybe(point.independent)}});
  return points;
}

Json reached_json(bool known, bool beyond) {
  return known || beyond ? Json(known) : Json();
}

Json quantiles_json(const std::vector<QueryQuantile>& all) {
  static constexpr const char* kNames[] = {"quartile_1", "median", "quartile_3"};
  Json quantiles = Json::object();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QueryQuantile& quantile = all[i];
    quantiles[kNames[i]] = {
        {"queries", maybe(quantile.queries)},
        {"reached", reached_json(quantile.queries.has_value(), quantile.beyond)},
        {"interval", Json::array({maybe(quantile.interval.low), maybe(quantile.interval.high)})}};
  }
  return quantiles;
}

Json successful_json(const SuccessfulQueries& successful) {
  if (successful.successes == 0) return Json();
  return {{"successes", successful.successes},
          {"median", successful.median},
          {"mean", successful.mean},
          {"mean_error", maybe(successful.mean_error)},
          {"max", successful.max}};
}

Json evaluation_checks_json(const std::vector<EvaluationCheck>& all) {
  Json checks = Json::array();
  for (const EvaluationCheck& check : all)
    checks.push_back(
        {{"id", check.id}, {"title", check.title}, {"status", check.status}, {"text", check.text}});
  return checks;
}

Json condition_json(const ConditionOutcome& outcome) {
  const Condition& condition = outcome.condition;
  const MeasuredFigure& measured = outcome.measured;
  // JSON has no infinity, so a median that is not reached is null.
  const auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  return {{"condition", condition.text},
          {"finding", to_string(outcome.finding)},
          {"figure", to_string(condition.figure)},
          {"attack", condition.attack.empty() ? Json() : Json(condition.attack)},
          {"queries", condition.queries > 0 ? Json(condition.queries) : Json()},
          {"relation", to_string(condition.relation)},
          {"bound", condition.bound},
          {"value", measured.value ? finite(*measured.value) : Json()},
          {"interval", measured.interval
                           ? Json::array({finite(measured.interval->low), finite(measured.interval->high)})
                           : Json()},
          {"of", measured.of},
          {"text", outcome.text()}};
}

Json comparison_json(const AttackComparison& comparison, const std::vector<int>& queries) {
  Json points = Json::array();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const PairedDifference& point = comparison.points[i];
    points.push_back({{"queries", queries[i]},
                      {"pairs", point.pairs},
                      {"unknown", point.unknown},
                      {"only_first", point.only_first},
                      {"only_second", point.only_second},
                      {"both", point.both},
                      {"neither", point.neither()},
                      {"difference", maybe(point.difference)},
                      {"clustered_interval", maybe(point.interval)},
                      {"mcnemar_p", maybe(point.p)}});
  }
  const MedianRatio& medians = comparison.medians;
  return {{"first", comparison.first},
          {"second", comparison.second},
          {"images", comparison.images},
          {"points", std::move(points)},
          {"medians", {maybe(medians.first), maybe(medians.second)}},
          {"medians_reached",
           {reached_json(medians.first.has_value(), medians.first_beyond),
            reached_json(medians.second.has_value(), medians.second_beyond)}},
          {"median_ratio", maybe(medians.ratio)},
          {"median_ratio_interval", {maybe(medians.low), maybe(medians.high)}}};
}

}  // namespace bora::report
