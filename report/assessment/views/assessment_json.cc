#include "report/assessment/views/assessment_views.h"

#include "common/json.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/assessment/words/assessment_words.h"
#include "report/assessment/words/bound_text.h"
#include "report/views/formats/figures_json.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

std::string outcome_name(InputOutcome outcome) {
  constexpr const char* kNames[] = {"excluded", "misclassified", "safe",    "fooled",
                                    "open",     "unconfirmed",   "resisted"};
  return kNames[static_cast<int>(outcome)];
}

Json names(const Assessment& assessment, const std::vector<int>& models) {
  Json out = Json::array();
  for (const int model : models) out.push_back(assessment.models[static_cast<std::size_t>(model)].name);
  return out;
}

Json name_or_null(const Assessment& assessment, const std::optional<int>& model) {
  return model ? Json(assessment.models[static_cast<std::size_t>(*model)].name) : Json();
}

Json recommendation_json(const Assessment& assessment, const AssessmentSummary& summary) {
  const Recommendation& advice = summary.recommendation;
  Json barred = Json::array();
  for (const BarredModel& each : advice.barred)
    barred.push_back(
        {{"model", assessment.models[static_cast<std::size_t>(each.model)].name}, {"reason", each.reason}});
  return {{"model", name_or_null(assessment, advice.model)},
          {"lead", recommendation_lead(assessment, summary)},
          {"grounds", recommendation_grounds(assessment, summary)},
          {"rule", recommendation_rule()},
          {"not_shown_worse", names(assessment, advice.not_shown_worse)},
          {"shown_worse", names(assessment, advice.shown_worse)},
          {"smallest", name_or_null(assessment, advice.smallest)},
          {"fastest", name_or_null(assessment, advice.fastest)},
          {"clean_accuracy_shown_higher", names(assessment, advice.cleaner)},
          {"barred", std::move(barred)}};
}

Json threat_json(const Assessment& assessment, const AssessmentSummary& summary) {
  const RunRecord* run = any_run(assessment, summary);
  if (run == nullptr) return Json();
  Json bounds = Json::array();
  for (std::size_t b = 0; b < summary.bounds.size(); ++b) {
    const RunRecord& at = run_at(assessment, summary, b);
    bounds.push_back({{"asked", summary.bounds[b]},
                      {"in_force", at.edits ? at.edits->ratio : at.epsilon},
                      {"text", bound_text(at)},
                      {"threat", threat_text(at)}});
  }
  return {{"kind", run->threat},
          {"goal", run->goal()},
          {"continuous", run->continuous},
          {"visible", run->visible},
          {"budget", summary.points.back()},
          {"budget_text", budget_text(*run)},
          {"bounds", std::move(bounds)},
          {"reference", summary.bounds[summary.reference]}};
}

Json worst_case_json(const WorstCase& worst) {
  return {{"measure", resistance_name(worst)},
          {"inputs", worst.images},
          {"misclassified", worst.misclassified},
          {"safe", worst.safe},
          {"fooled", worst.fooled},
          {"undecided", worst.undecided},
          {"resisted", worst.resisted()},
          {"share", worst.accuracy_low ? Json::array({*worst.accuracy_low, *worst.accuracy_high}) : Json()},
          {"interval", maybe(worst.interval)}};
}

Json attack_json(const AttackResult& attack, const std::vector<int>& points) {
  Json success = Json::array();
  for (const int queries : points)
    success.push_back({{"queries", queries},
                       {"rate", maybe(attack.curve.at(queries))},
                       {"interval", maybe(attack.curve.interval_at(queries))}});
  return {{"attack", attack.name},           {"white_box", attack.white_box()},
          {"with_prior", attack.with_prior}, {"instances", attack.instances},
          {"successes", attack.successes()}, {"queries", attack.queries},
          {"success", std::move(success)},   {"queries_to_success", quantiles_json(attack.quantiles)}};
}

/// Returns the figures of a model at a bound. `folder`: folder of the assessment.
Json bound_json(const std::filesystem::path& folder, const AssessedModel& model, const BoundFigures& figures,
                const AssessmentSummary& summary, std::size_t bound) {
  const RunRecord& run = model.runs[static_cast<std::size_t>(figures.run)];
  Json together = Json::array();
  for (const SuccessPoint& point : figures.together.points)
    together.push_back(
        {{"queries", point.queries}, {"rate", maybe(point.rate)}, {"interval", maybe(point.interval)}});
  Json attacks = Json::array();
  for (const AttackResult& attack : figures.summary.attacks)
    attacks.push_back(attack_json(attack, summary.points));
  return {{"bound", summary.bounds[bound]},
          {"run", run.folder.lexically_relative(folder).generic_string()},
          {"complete", figures.complete},
          {"worst_case", worst_case_json(figures.worst)},
          {"together",
           {{"instances", figures.together.curve.size()},
            {"success", std::move(together)},
            {"queries_to_success", quantiles_json(figures.together.quantiles)}}},
          {"attacks", std::move(attacks)},
          {"verification", verification_json(figures.summary.verification)},
          {"checks", evaluation_checks_json(figures.summary.checks)},
          {"contradictions", figures.summary.contradictions}};
}

Json models_json(const Assessment& assessment, const AssessmentSummary& summary) {
  Json models = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    const ModelFigures& figures = summary.models[m];
    Json bounds = Json::array();
    for (std::size_t b = 0; b < summary.bounds.size(); ++b)
      if (figures.bounds[b])
        bounds.push_back(bound_json(assessment.folder, model, *figures.bounds[b], summary, b));
    models.push_back({{"name", model.name},
                      {"origin", model.origin},
                      {"architecture", model.architecture},
                      {"file", model.file.generic_string()},
                      {"sha256", model.runs.empty() ? "" : model.runs.front().model_sha256},
                      {"weights", maybe(model.weights)},
                      {"latency", maybe(model.latency)},
                      {"training_seconds", maybe(model.seconds)},
                      {"clean",
                       {{"inputs", figures.clean_inputs},
                        {"correct", figures.clean_correct},
                        {"accuracy", maybe(figures.clean_accuracy)},
                        {"interval", maybe(figures.clean_interval)}}},
                      {"inputs_correct", figures.inputs_correct},
                      {"checks", figures.checks.empty() ? Json() : Json(figures.checks)},
                      {"not_beaten", static_cast<bool>(summary.front[m])},
                      {"not_begun", model.not_begun},
                      {"failure", model.failure},
                      {"bounds", std::move(bounds)}});
  }
  return models;
}

Json pairs_json(const Assessment& assessment, const ModelPairs& family, bool paired) {
  Json pairs = Json::array();
  for (const ModelPair& pair : family.pairs) {
    Json row = {{"first", assessment.models[static_cast<std::size_t>(pair.first)].name},
                {"second", assessment.models[static_cast<std::size_t>(pair.second)].name},
                {"inputs", pair.inputs}};
    if (paired)
      row.update({{"undecided", pair.unknown},
                  {"both", pair.both},
                  {"only_first", pair.only_first},
                  {"only_second", pair.only_second}});
    row.update({{"difference", maybe(pair.difference)},
                {"interval", maybe(pair.interval)},
                {"p", maybe(pair.p)},
                {"p_holm", maybe(pair.adjusted)},
                {"first_is", pair.p ? Json(shown_text(pair.shown)) : Json()}});
    pairs.push_back(std::move(row));
  }
  return {{"tests", family.tests}, {"pairs", std::move(pairs)}};
}

Json comparisons_json(const Assessment& assessment, const AssessmentSummary& summary) {
  Json robust = Json::array();
  for (std::size_t b = 0; b < summary.bounds.size(); ++b) {
    Json family = {{"bound", summary.bounds[b]}};
    family.update(pairs_json(assessment, summary.robust[b], true));
    robust.push_back(std::move(family));
  }
  return {{"robust", std::move(robust)}, {"clean", pairs_json(assessment, summary.clean, false)}};
}

/// Returns the outcome of an input on model `m` at bound `b`, all given as indices.
Json outcome_json(const Assessment& assessment, const AssessmentSummary& summary, std::size_t m,
                  std::size_t b, std::size_t input) {
  const BoundFigures& figures = *summary.models[m].bounds[b];
  const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(figures.run)];
  Json outcome = {{"model", assessment.models[m].name},
                  {"bound", summary.bounds[b]},
                  {"predicted", run.inputs[input].predicted},
                  {"fate", outcome_name(figures.outcomes[input])},
                  {"attack", nullptr},
                  {"queries", nullptr},
                  {"led_to", nullptr}};
  const FirstSuccess& first = figures.first[input];
  if (first.instance < 0) return outcome;
  const InstanceRecord& instance = run.instances[static_cast<std::size_t>(first.instance)];
  outcome["attack"] = instance.attack;
  outcome["queries"] = first.queries;
  if (instance.adversarial) outcome["led_to"] = instance.adversarial->predicted;
  return outcome;
}

Json inputs_json(const Assessment& assessment, const AssessmentSummary& summary) {
  Json out = Json::array();
  const RunRecord* run = any_run(assessment, summary);
  if (run == nullptr) return out;
  for (std::size_t i = 0; i < run->inputs.size(); ++i) {
    Json outcomes = Json::array();
    for (std::size_t m = 0; m < assessment.models.size(); ++m)
      for (std::size_t b = 0; b < summary.bounds.size(); ++b)
        if (summary.models[m].bounds[b]) outcomes.push_back(outcome_json(assessment, summary, m, b, i));
    out.push_back(
        {{"record", run->inputs[i].record}, {"label", run->inputs[i].label}, {"fates", std::move(outcomes)}});
  }
  return out;
}

Json search_json(const Assessment& assessment) {
  if (!assessment.search) return Json();
  Json networks = Json::array();
  for (const SearchedNetwork& each : assessment.search->networks) {
    const std::string model = model_of_network(assessment, each);
    networks.push_back({{"number", each.number},
                        {"architecture", each.architecture},
                        {"accuracy", maybe(each.accuracy)},
                        {"robustness", maybe(each.robustness)},
                        {"weights", each.weights},
                        {"seconds", each.seconds},
                        {"finalist", each.finalist},
                        {"model", model.empty() ? Json() : Json(model)}});
  }
  return {{"space", assessment.search->space},
          {"strategy", assessment.search->strategy},
          {"objective", assessment.search->objective},
          {"networks", std::move(networks)}};
}

}  // namespace

std::string assessment_json(const Assessment& assessment, const AssessmentSummary& summary) {
  const RunRecord* run = any_run(assessment, summary);
  const Json json = {{"format", 1},
                     {"schema", "assessment-1.schema.json"},
                     {"task", run == nullptr ? Json() : Json(run->task)},
                     {"assessment",
                      {{"status", assessment.status},
                       {"complete", summary.complete},
                       {"started", assessment.started},
                       {"finished", assessment.finished},
                       {"version", assessment.version},
                       {"command", assessment.command}}},
                     {"data", assessment.data},
                     {"threat", threat_json(assessment, summary)},
                     {"attacks", summary.attacks},
                     {"recommendation", recommendation_json(assessment, summary)},
                     {"warnings", assessment_warnings(assessment, summary)},
                     {"models", models_json(assessment, summary)},
                     {"comparisons", comparisons_json(assessment, summary)},
                     {"inputs", inputs_json(assessment, summary)},
                     {"search", search_json(assessment)}};
  return json_text(json, 2) + "\n";
}

}  // namespace bora::report
