#include "common/json.h"
#include "report/views/formats/figures_json.h"
#include "report/views/run_views.h"
#include "report/words/cost.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

constexpr int kSummaryFormat = 1;
constexpr const char* kSchema = "summary-1.schema.json";  // docs/schema/

Json attack_json(const AttackResult& attack, bool targeted) {
  Json statuses = Json::object();
  for (const auto status : {InstanceStatus::pending, InstanceStatus::running, InstanceStatus::success,
                            InstanceStatus::exhausted, InstanceStatus::failed}) {
    statuses[to_string(status)] = attack.count(status);
  }
  Json json = {{"attack", attack.name},
               {"about", attack.facts.text},
               {"sight", attack.facts.access},
               {"leaves_ball", attack.facts.leaves_ball},
               {"white_box", attack.white_box()},
               {"prior", attack.facts.prior},
               {"with_prior", attack.with_prior},
               {"search_dimension", attack.search_dimension},
               {"instances", attack.instances},
               {"statuses", statuses},
               {"successes", attack.successes()},
               {"queries", attack.queries},
               {"attempts", attack.attempts},
               {"success", success_json(attack.points)},
               {"queries_to_success", quantiles_json(attack.quantiles)},
               {"over_successes_only", successful_json(attack.successful)},
               {"mean_linf", maybe(attack.mean_distance)},
               {"mean_l2", maybe(attack.mean_l2)},
               {"l2_per_pixel", Json()},
               {"seconds", Json(attack.seconds)},
               {"verification", verification_json(attack.verification)}};
  if (attack.l2_per_pixel)
    json["l2_per_pixel"] = {{"mean", attack.l2_per_pixel->value},
                            {"error", maybe(attack.l2_per_pixel->error)}};
  if (!attack.by_classes.empty()) {
    Json matrix = Json::array();
    for (const auto& [classes, cell] : attack.by_classes)
      matrix.push_back({{"label", classes.first},
                        {targeted ? "target" : "led_to", classes.second},
                        {"instances", cell.instances},
                        {"successes", cell.successes}});
    json["source_to_target"] = std::move(matrix);
  }
  return json;
}

Json null_comparison_json(const NullComparison& figure) {
  if (figure.graphs == 0) return Json();
  return {{"graphs", figure.graphs},
          {"examples", figure.examples},
          {"observed", figure.observed},
          {"random", figure.expected},
          {"random_range", maybe(std::optional(figure.expected_range))},
          {"difference_interval", maybe(figure.excess)},
          {"p_at_most", figure.p_low},
          {"p_at_least", figure.p_high}};
}

/// Adds the further figures of an attack on graphs to those of attack_json().
void add_graph_figures(Json& json, const GraphAttackResult& attack) {
  json["accuracy_after"] = {
      {"measure", attack.after.accuracy ? "accuracy" : resistance_name(attack.after)},
      {"range", Json::array({maybe(attack.after.accuracy_low), maybe(attack.after.accuracy_high)})},
      {"interval", maybe(attack.after.interval)},
      {"graphs", attack.after.images},
      {"misclassified", attack.after.misclassified},
      {"safe", attack.after.safe},
      {"fooled", attack.after.fooled},
      {"undecided", attack.after.undecided}};
  json["success_by_size"] = Json::array();
  for (const RatioPoint& point : attack.points)
    json["success_by_size"].push_back({{"queries_per_squared_nodes", point.ratio},
                                       {"rate", maybe(point.rate)},
                                       {"interval", maybe(point.interval)}});
  json["edits"] = {{"median", maybe(attack.median_edits)},
                   {"median_share_of_allowed", maybe(attack.median_share)}};
  const EditPatterns& patterns = attack.patterns;
  json["patterns"] = {
      {"distance", null_comparison_json(patterns.distance)},
      {"common_end", null_comparison_json(patterns.common_end)},
      {"added_across_communities", null_comparison_json(patterns.added_crossing)},
      {"removed_across_communities", null_comparison_json(patterns.removed_crossing)},
      {"left_out", {{"too_large", patterns.too_large}, {"without_draw", patterns.without_draw}}},
      {"clustering", clustering_sentence(patterns)},
      {"communities", community_sentence(patterns)}};
  // These keys apply to images only.
  for (const char* key : {"mean_linf", "mean_l2", "l2_per_pixel", "search_dimension", "leaves_ball"})
    json.erase(key);
}

/// Adds the further figures of an attack of a semantic run to those of attack_json().
void add_semantic_figures(Json& json, const SemanticAttackResult& attack) {
  const auto severity = [](std::optional<int> thousandths) {
    return thousandths ? Json(*thousandths / 1000.0) : Json();
  };
  Json quantiles = Json::array(), points = Json::array(), changes = Json::array();
  for (const QueryQuantile& quantile : attack.severity.quantiles)
    quantiles.push_back({{"p", quantile.p},
                         {"severity", severity(quantile.queries)},
                         {"reached", reached_json(quantile.queries.has_value(), quantile.beyond)},
                         {"interval", {severity(quantile.interval.low), severity(quantile.interval.high)}}});
  for (const SeverityPoint& point : attack.points)
    points.push_back(
        {{"severity", point.severity}, {"rate", maybe(point.rate)}, {"interval", maybe(point.interval)}});
  for (const ChangeUse& use : attack.changes)
    changes.push_back({{"change", use.change().name},
                       {"unit", use.change().unit},
                       {"low", use.bound.low},
                       {"high", use.bound.high},
                       {"examples", use.used},
                       {"part_of_severity", use.weight}});
  json["severity"] = {
      {"examples", attack.examples}, {"quantiles", quantiles}, {"fooled", points}, {"changes", changes}};
  for (const char* key : {"mean_linf", "search_dimension", "leaves_ball"}) json.erase(key);
}

/// Adds the further figures of an attack of a run with --minimise to those of attack_json().
void add_smallest_figures(Json& json, const SmallestSummary& summary, const SmallestResult& attack) {
  const auto distance = [&](std::optional<int> units) {
    return units ? Json(*units * summary.unit) : Json();
  };
  const auto quantiles = [&](const SuccessFigures& figures) {
    Json list = Json::array();
    for (const QueryQuantile& quantile : figures.quantiles)
      list.push_back({{"p", quantile.p},
                      {"distance", distance(quantile.queries)},
                      {"reached", reached_json(quantile.queries.has_value(), quantile.beyond)},
                      {"interval", {distance(quantile.interval.low), distance(quantile.interval.high)}}});
    return list;
  };
  Json points = Json::array();
  for (const SmallestPoint& point : attack.points)
    points.push_back({{"bound", point.bound},
                      {"rate", maybe(point.rate)},
                      {"interval", maybe(point.interval)},
                      {"resisted", {maybe(point.accuracy.accuracy_low), maybe(point.accuracy.accuracy_high)}},
                      {"resisted_interval", maybe(point.accuracy.interval)}});
  json["smallest"] = {
      {"quantiles", quantiles(attack.smallest)}, {"first", quantiles(attack.first)}, {"fooled", points}};
}

Json threat_json(const RunRecord& run) {
  if (run.semantic())
    return {{"kind", run.threat}, {"changes", run.changes}, {"refinement", run.refinement},
            {"goal", run.goal()}, {"budget", run.budget},   {"visible", run.visible}};
  if (!run.edits) {
    Json threat = {{"kind", run.threat},     {"epsilon_asked", run.epsilon_asked},
                   {"epsilon", run.epsilon}, {"continuous", run.continuous},
                   {"goal", run.goal()},     {"budget", run.budget},
                   {"visible", run.visible}};
    if (run.searched > 0)
      threat["universal"] = {
          {"images", run.searched},
          {"budget", run.search_budget},
          {"queries", run.searches.size()},
          {"attempts", static_cast<std::int64_t>(run.searches.size()) + run.search_repeats}};
    return threat;
  }
  const EditFacts& edits = *run.edits;
  return {{"kind", run.threat},
          {"mode", edits.mode},
          {"ratio", edits.ratio},
          {"most_edits", edits.most_edits},
          {"hops", edits.hops},
          {"keep_connected", edits.keep_connected},
          {"most_injected", edits.most_injected},
          {"injected_degree", edits.injected_degree},
          {"queries_per_edit", edits.queries_per_edit},
          {"query_cap", edits.query_cap},
          {"goal", run.goal()},
          {"largest_budget", run.budget},
          {"visible", run.visible}};
}

Json prior_json(const RunRecord& run) {
  Json json = {{"source", run.prior.source},
               {"learn", run.prior.learn},
               {"data", run.prior.data},
               {"same_data_as_victim", run.prior.same_data},
               {"images", run.prior.images},
               {"images_shared_with_victim", run.prior.shared},
               {"screened_on", run.prior.screened_on},
               {"substitutes", Json::array()},
               {"knowledge", knowledge_text(run)}};
  for (const SubstituteRecord& substitute : run.prior.substitutes)
    json["substitutes"].push_back({{"file", substitute.file},
                                   {"architecture", substitute.architecture},
                                   {"sha256", substitute.sha256},
                                   {"accuracy", maybe(substitute.accuracy)},
                                   {"training_seconds", maybe(substitute.training_seconds)},
                                   {"trained_before", substitute.trained_before},
                                   {"set_aside", substitute.set_aside}});
  return json;
}

Json worst_case_json(const WorstCase& worst) {
  const Json share = Json::array({maybe(worst.accuracy_low), maybe(worst.accuracy_high)});
  return {{"measure", resistance_name(worst)},
          {"instances", worst.instances},
          {"instances_fooled", worst.instances_fooled},
          {"instances_interval", maybe(worst.instances_interval)},
          {"images", worst.images},
          {"misclassified", worst.misclassified},
          {"safe", worst.safe},
          {"fooled", worst.fooled},
          {"undecided", worst.undecided},
          {"not_confirmed", worst.unconfirmed},
          {"resisted", worst.resisted()},
          {"share", share},
          {"robust_accuracy", worst.accuracy ? share : Json()},
          {"interval", maybe(worst.interval)}};
}

Json protocol_json(const RunReport& report) {
  if (report.protocol.empty()) return Json();
  Json json = {{"name", report.protocol},
               {"source", Json()},
               {"departures", report.departures},
               {"published", Json::array()}};
  if (report.published == nullptr) return json;
  json["source"] = report.published->source;
  for (const PublishedResult& row : report.published->rows)
    json["published"].push_back({{"attack", row.attack},
                                 {"name", row.name},
                                 {"success", row.success / 100.0},
                                 {"max", row.max},
                                 {"median", row.median},
                                 {"mean", row.mean},
                                 {"mean_error", row.mean_error},
                                 {"l2_per_pixel", row.l2},
                                 {"l2_per_pixel_error", row.l2_error}});
  return json;
}

Json shards_json(const RunRecord& run) {
  if (run.shard) return {{"number", run.shard->number}, {"of", run.shard->count}, {"merged", Json::array()}};
  if (run.merged.empty()) return {};
  Json merged = Json::array();
  for (const MergedShard& shard : run.merged)
    merged.push_back({{"number", shard.shard.number}, {"folder", shard.folder}, {"status", shard.status}});
  return {{"number", Json()}, {"of", run.of_shards}, {"merged", merged}};
}

Json run_json(const RunRecord& run) {
  return {{"status", run.status},
          {"started", run.started},
          {"finished", run.finished},
          {"version", run.version},
          {"libraries", Json(run.libraries)},
          {"command", run.command},
          {"directory", run.directory},
          {"seed", run.seed},
          {"device", run.device},
          {"threads", run.threads},
          {"wall_seconds", run.wall_seconds},
          {"victim_seconds", run.victim_seconds},
          {"shards", shards_json(run)},
          {"stored", run.keeps_queries ? "all" : "summary"},
          {"config", parse_valid_json<Json>(run.config_json)}};
}

Json victim_json(const RunRecord& run) {
  Json victim = {{"model", run.model},
                 {"sha256", run.model_sha256},
                 {"defence", run.defence},
                 {"score_kind", run.score_kind},
                 {"features", run.features},
                 {"classes", run.classes},
                 {"class_names", run.class_names},
                 {"input", {run.channels, run.height, run.width}}};
  victim.erase(run.on_graphs() ? "input" : "features");
  victim["randomised"] = run.randomised;
  victim["answers"] = {{"averaged", run.average}, {"most", run.repeats}, {"needed", run.success_in}};
  if (run.on_graphs()) victim.erase("defence");
  return victim;
}

Json cost_json(const RunReport& report) {
  const auto cost = cost_of(report.run, report);
  if (!cost) return nullptr;
  return {{"price_per_1000", cost->price_per_1000}, {"inputs", cost->inputs}, {"total", cost->total()}};
}

Json attack_list(const RunReport& report) {
  const RunRecord& run = report.run;
  Json attacks = Json::array();
  for (std::size_t a = 0; a < report.attacks.size(); ++a) {
    Json attack = attack_json(report.attacks[a], run.targeted);
    if (report.graphs) add_graph_figures(attack, report.graphs->attacks[a]);
    if (report.semantic) add_semantic_figures(attack, report.semantic->attacks[a]);
    if (report.smallest) add_smallest_figures(attack, *report.smallest, report.smallest->attacks[a]);
    if (in_pixels(run)) attack["mean_" + run.threat] = attack["mean_linf"];
    if (in_pixels(run) || run.threat == "l2") attack.erase("mean_linf");
    attacks.push_back(std::move(attack));
  }
  return attacks;
}

Json fault_list(const std::vector<FailureCount>& faults) {
  Json list = Json::array();
  for (const FailureCount& fault : faults)
    list.push_back({{"attack", fault.attack}, {"reason", fault.reason}, {"instances", fault.instances}});
  return list;
}

}  // namespace

std::string summary_json(const RunReport& report) {
  const RunRecord& run = report.run;
  Json json;
  const std::string inputs = noun(run) + "s";
  json["format"] = kSummaryFormat;
  json["schema"] = kSchema;
  json["task"] = run.task;
  json["run"] = run_json(run);
  json["victim"] = victim_json(run);
  json["data"] = run.data;
  json["threat"] = threat_json(run);
  json["prior"] = prior_json(run);
  json["protocol"] = protocol_json(report);
  json["progress"] = {{"complete", report.complete() && run.status == "complete"},
                      {"instances", report.instances},
                      {"ended", report.ended}};
  json["clean"] = {{inputs, maybe(run.clean_inputs)},
                   {"correct", maybe(run.clean_correct)},
                   {"accuracy", maybe(report.clean_accuracy)},
                   {"interval", maybe(report.clean_interval)},
                   {"queries", run.clean_queries}};
  json[inputs] = {{"attacked", report.attacked_images}, {"skipped", Json(report.skipped)}};
  json["attack_queries"] = report.attack_queries;
  json["attack_attempts"] = report.attack_attempts;
  json["cost"] = cost_json(report);
  json["attacks"] = attack_list(report);
  if (report.graphs)
    json["accuracy_before"] = {{"graphs", report.graphs->looked_at},
                               {"correct", report.graphs->correct},
                               {"accuracy", maybe(report.graphs->accuracy_before)},
                               {"interval", maybe(report.graphs->before_interval)}};
  json["comparisons"] = Json::array();
  for (const AttackComparison& comparison : report.comparisons)
    json["comparisons"].push_back(comparison_json(comparison, report.points));
  json["worst_case"] = report.worst_case.images > 0 ? worst_case_json(report.worst_case) : Json();
  json["worst_case_without_prior"] = report.without_prior ? worst_case_json(*report.without_prior) : Json();
  json["worst_case_with_white_box"] =
      report.with_white_box ? worst_case_json(*report.with_white_box) : Json();
  json["verification"] = verification_json(report.verification);
  json["failures"] = fault_list(report.failures);
  json["ended_after_success"] = fault_list(report.broken_off);
  json["baseline"] = run.baseline.empty() ? Json() : Json(run.baseline);
  json["conditions"] = Json::array();
  for (const ConditionOutcome& outcome : report.conditions)
    json["conditions"].push_back(condition_json(outcome));
  json["checks"] = evaluation_checks_json(report.checks);
  json["check_queries"] = run.check_queries;
  json["tied_answers"] = {{"answers", run.tied_answers}, {"goals", run.tied_goals}};
  json["warnings"] = run.warnings;
  json["contradictions"] = report.contradictions;
  // Bytes that are not UTF-8, as in file names, are written as replacement characters.
  return json_text(json, 2) + "\n";
}

}  // namespace bora::report
