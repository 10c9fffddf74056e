#include "tools/report/summary_json.h"

#include <nlohmann/json.hpp>

#include "tools/report/summary.h"

namespace bora {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json maybe(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json();
}

Json verification_json(const VerificationSummary& verification) {
  return {{"adversarial_examples", verification.examples},
          {"checked", verification.checked},
          {"within", verification.within},
          {"confirmed", verification.confirmed},
          {"passed", verification.passed},
          {"largest_linf", verification.largest_linf}};
}

Json success_json(const AttackResult& attack) {
  Json points = Json::array();
  for (const SuccessPoint& point : attack.points) {
    points.push_back({{"queries", point.queries},
                      {"successes", point.successes},
                      {"rate", maybe(point.rate)},
                      {"interval", maybe(point.interval)},
                      {"clustered_interval", maybe(point.clustered)}});
  }
  return points;
}

Json quantiles_json(const AttackResult& attack) {
  static constexpr const char* kNames[] = {"quartile_1", "median", "quartile_3"};
  Json quantiles = Json::object();
  for (std::size_t i = 0; i < attack.quantiles.size(); ++i) {
    const QueryQuantile& quantile = attack.quantiles[i];
    quantiles[kNames[i]] = {
        {"queries", maybe(quantile.queries)},
        {"interval", Json::array({maybe(quantile.interval.low), maybe(quantile.interval.high)})}};
  }
  return quantiles;
}

Json attack_json(const AttackResult& attack, bool targeted) {
  Json statuses = Json::object();
  for (const auto status : {InstanceStatus::pending, InstanceStatus::running, InstanceStatus::success,
                            InstanceStatus::exhausted, InstanceStatus::failed}) {
    statuses[to_string(status)] = attack.count(status);
  }
  Json json = {{"attack", attack.name},
               {"about", attack.facts.text},
               {"sight", attack.facts.sight},
               {"leaves_ball", attack.facts.leaves_ball},
               {"white_box", attack.white_box()},
               {"search_dimension", attack.search_dimension},
               {"instances", attack.instances},
               {"statuses", statuses},
               {"queries", attack.queries},
               {"success", success_json(attack)},
               {"queries_to_success", quantiles_json(attack)},
               {"over_successes_only", Json()},
               {"mean_linf", maybe(attack.mean_linf)},
               {"mean_l2", maybe(attack.mean_l2)},
               {"l2_per_pixel", Json()},
               {"seconds", Json(attack.seconds)},
               {"verification", verification_json(attack.verification)}};
  if (attack.successful.successes > 0) {
    json["over_successes_only"] = {{"successes", attack.successful.successes},
                                   {"median", attack.successful.median},
                                   {"mean", attack.successful.mean},
                                   {"mean_error", maybe(attack.successful.mean_error)},
                                   {"max", attack.successful.max}};
  }
  if (attack.l2_per_pixel) {
    json["l2_per_pixel"] = {{"mean", attack.l2_per_pixel->value},
                            {"error", maybe(attack.l2_per_pixel->error)}};
  }
  if (!attack.by_classes.empty()) {
    Json matrix = Json::array();
    for (const auto& [classes, cell] : attack.by_classes) {
      matrix.push_back({{"label", classes.first},
                        {targeted ? "target" : "led_to", classes.second},
                        {"instances", cell.instances},
                        {"successes", cell.successes}});
    }
    json["source_to_target"] = std::move(matrix);
  }
  return json;
}

Json comparison_json(const AttackComparison& comparison, const std::vector<int>& queries) {
  Json points = Json::array();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const PairedDifference& point = comparison.points[i];
    points.push_back({{"queries", queries[i]},
                      {"pairs", point.pairs},
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
          {"median_ratio", maybe(medians.ratio)},
          {"median_ratio_interval", {maybe(medians.low), maybe(medians.high)}}};
}

Json worst_case_json(const WorstCase& worst) {
  return {{"instances", worst.instances},
          {"instances_fooled", worst.instances_fooled},
          {"instances_interval", maybe(worst.instances_interval)},
          {"images", worst.images},
          {"misclassified", worst.misclassified},
          {"fooled", worst.fooled},
          {"undecided", worst.undecided},
          {"resisted", worst.resisted()},
          {"robust_accuracy", Json::array({maybe(worst.accuracy_low), maybe(worst.accuracy_high)})},
          {"interval", maybe(worst.interval)}};
}

Json protocol_json(const RunSummary& summary) {
  if (summary.protocol.empty()) return Json();
  Json json = {{"name", summary.protocol},
               {"source", Json()},
               {"departures", summary.departures},
               {"published", Json::array()}};
  if (summary.published == nullptr) return json;
  json["source"] = summary.published->source;
  for (const PublishedResult& row : summary.published->rows) {
    json["published"].push_back({{"attack", row.attack},
                                 {"name", row.name},
                                 {"success", row.success / 100.0},
                                 {"max", row.max},
                                 {"median", row.median},
                                 {"mean", row.mean},
                                 {"mean_error", row.mean_error},
                                 {"l2_per_pixel", row.l2},
                                 {"l2_per_pixel_error", row.l2_error}});
  }
  return json;
}

Json run_json(const RunRecord& run) {
  return {{"status", run.status},
          {"started", run.started},
          {"finished", run.finished},
          {"version", run.version},
          {"libraries", Json(run.libraries)},
          {"command", run.command},
          {"seed", run.seed},
          {"device", run.device},
          {"threads", run.threads},
          {"wall_seconds", run.wall_seconds},
          {"victim_seconds", run.victim_seconds},
          {"config", Json::parse(run.config_json)}};
}

}  // namespace

std::string summary_json(const RunRecord& run, const RunSummary& summary) {
  Json json;
  json["format"] = kFormat;
  json["run"] = run_json(run);
  json["victim"] = {{"model", run.model},
                    {"sha256", run.model_sha256},
                    {"score_kind", run.score_kind},
                    {"classes", run.classes},
                    {"class_names", run.class_names},
                    {"input", {run.channels, run.height, run.width}}};
  json["data"] = run.data;
  json["threat"] = {{"kind", run.threat},     {"epsilon_asked", run.epsilon_asked},
                    {"epsilon", run.epsilon}, {"continuous", run.continuous},
                    {"goal", run.goal()},     {"budget", run.budget},
                    {"visible", run.visible}};
  json["protocol"] = protocol_json(summary);
  json["progress"] = {{"complete", summary.complete() && run.status == "complete"},
                      {"instances", summary.instances},
                      {"ended", summary.ended}};
  json["clean"] = {{"images", maybe(run.clean_inputs)},
                   {"correct", maybe(run.clean_correct)},
                   {"accuracy", maybe(summary.clean_accuracy)},
                   {"interval", maybe(summary.clean_interval)},
                   {"queries", run.clean_queries}};
  json["images"] = {{"attacked", summary.attacked_images}, {"skipped", Json(summary.skipped)}};
  json["attack_queries"] = summary.attack_queries;
  json["attacks"] = Json::array();
  for (const AttackResult& attack : summary.attacks)
    json["attacks"].push_back(attack_json(attack, run.targeted));
  json["comparisons"] = Json::array();
  for (const AttackComparison& comparison : summary.comparisons) {
    json["comparisons"].push_back(comparison_json(comparison, summary.points));
  }
  json["worst_case"] = worst_case_json(summary.worst_case);
  json["worst_case_with_white_box"] =
      summary.with_white_box ? worst_case_json(*summary.with_white_box) : Json();
  json["verification"] = verification_json(summary.verification);
  json["failures"] = Json::array();
  for (const FailureCount& failure : summary.failures) {
    json["failures"].push_back(
        {{"attack", failure.attack}, {"reason", failure.reason}, {"instances", failure.instances}});
  }
  json["contradictions"] = summary.findings;
  // A file name or a reason may hold bytes that are not UTF-8: shown as replacement characters.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bora
