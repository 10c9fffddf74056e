#include "report/assessment/views/assessment_views.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/text.h"
#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/assessment/words/assessment_words.h"
#include "report/assessment/words/bound_text.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/embedded.h"
#include "report/views/html/html_text.h"
#include "report/views/html/line_style.h"
#include "report/views/html/page_template.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Returns {name: items}, or null without items. Sets "more" in each item that is an object: false in the
/// first, true in the others.
Json listed(const char* name, Json items) {
  if (items.empty()) return Json();
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].is_object()) items[i]["more"] = i > 0;
  return {{name, std::move(items)}};
}

/// Returns the number of models by origin, e.g. "3 searched, 1 given".
std::string origins(const Assessment& assessment) {
  std::vector<std::string> parts;
  for (const char* origin : {"searched", "trained", "given"}) {
    const auto count = std::ranges::count(assessment.models, origin, &AssessedModel::origin);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, origin));
  }
  return join(parts);
}

std::string other_bounds(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<std::string> others;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) others.push_back(bound_text(run_at(assessment, summary, b)));
  return join(others);
}

Json attacks(const AssessmentSummary& summary, const RunRecord& run) {
  Json out = Json::array();
  for (const std::string& attack : summary.attacks) {
    const auto facts = run.attack_facts.find(attack);
    out.push_back({{"name_html", breakable(display_name(attack, run))},
                   {"about", facts == run.attack_facts.end() ? "" : facts->second.text},
                   {"more", !out.empty()}});
  }
  return out;
}

Json small_budget(const Assessment& assessment, const AssessmentSummary& summary) {
  Json out = Json::array();
  for (const std::string& sentence : small_budget_sentences(assessment, summary))
    out.push_back({{"text", sentence}});
  return listed("sentences", std::move(out));
}

/// Returns the share of inputs that resist all attacks together, for each model at the reference bound.
Json worst_cases(const Assessment& assessment, const AssessmentSummary& summary, const RunRecord& run) {
  Json out = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const auto& figures = summary.at_reference(m);
    if (!figures) continue;
    const WorstCase& worst = figures->worst;
    out.push_back({{"model_html", model_label(assessment, m)},
                   {"left", share_text(worst)},
                   {"interval", percent_interval(worst.interval)},
                   {"counts", resistance_counts(worst, run)}});
  }
  return out;
}

/// Returns the number of inputs that are fooled or misclassified on every model, and of those that resist on
/// all.
std::pair<int, int> count_lost_on_all_and_none(const AssessmentSummary& summary, std::size_t inputs) {
  int everywhere = 0, nowhere = 0;
  for (std::size_t i = 0; i < inputs; ++i) {
    bool all_lost = true, none_lost = true;
    for (std::size_t m = 0; m < summary.models.size(); ++m) {
      const auto& figures = summary.at_reference(m);
      if (!figures) continue;
      const InputOutcome outcome = figures->outcomes[i];
      all_lost = all_lost && (outcome == InputOutcome::fooled || outcome == InputOutcome::misclassified);
      none_lost = none_lost && (outcome == InputOutcome::resisted || outcome == InputOutcome::safe);
    }
    everywhere += all_lost ? 1 : 0;
    nowhere += none_lost ? 1 : 0;
  }
  return {everywhere, nowhere};
}

const char* badge_kind(const std::string& status) {
  if (status == "pass") return "good";
  return status == "fail" ? "bad" : "neutral";
}

Json checks_of_models(const Assessment& assessment, const AssessmentSummary& summary) {
  Json out = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const std::string& status = summary.models[m].checks;
    out.push_back({{"kind", badge_kind(status)},
                   {"status", status.empty() ? "not made" : status},
                   {"model_html", model_label(assessment, m)},
                   {"more", m > 0}});
  }
  return out;
}

std::string verifier(const Assessment& assessment, const RunRecord& run) {
  VerificationSummary verification;
  for (const AssessedModel& model : assessment.models)
    for (const RunRecord& each : model.runs)
      for (const InstanceRecord& instance : each.instances) verification.add(instance);
  return verdict_text(verification, run);
}

/// Returns the values of the section "At a glance"; null if no run has begun.
Json glance(const Assessment& assessment, const AssessmentSummary& summary) {
  const RunRecord* run = any_run(assessment, summary);
  if (run == nullptr) return Json();
  const auto [everywhere, nowhere] = count_lost_on_all_and_none(summary, run->inputs.size());
  Json worst = worst_cases(assessment, summary, *run);
  const bool several = worst.size() > 1;
  return {{"model_count", count_of(static_cast<std::int64_t>(assessment.models.size()), "model")},
          {"origins", origins(assessment)},
          {"inputs", count_of(static_cast<std::int64_t>(run->inputs.size()), noun(*run))},
          {"data", run->data},
          {"records", records_text(*run)},
          {"threat", threat_text(*run)},
          {"other_bounds", other_bounds(assessment, summary)},
          {"targeted", run->targeted},
          {"attacks", attacks(summary, *run)},
          {"budget", budget_text(*run)},
          {"sees", access_text(*run)},
          {"knows", knowledge_text(*run)},
          {"small_budget", small_budget(assessment, summary)},
          {"bound", bound_text(*run)},
          {"an_input", run->on_graphs() ? "a graph" : "an image"},
          {"worst", std::move(worst)},
          {"several", several},
          {"everywhere", everywhere},
          {"nowhere", nowhere},
          {"checks", checks_of_models(assessment, summary)},
          {"verifier", verifier(assessment, *run)}};
}

Json files(const Assessment& assessment) {
  Json out = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    std::string is;
    for (const std::string& text :
         {assessment.models[m].architecture, assessment.models[m].file.generic_string()})
      if (!text.empty()) is += (is.empty() ? "<code>" : "<br><code>") + breakable(text) + "</code>";
    if (!is.empty()) out.push_back({{"model_html", model_label(assessment, m)}, {"is_html", is}});
  }
  return out;
}

Json comparisons(const Assessment& assessment, const AssessmentSummary& summary) {
  if (assessment.models.size() < 2 || summary.bounds.empty()) return Json();
  std::string others;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) others += html(pairs_table(assessment, summary, b));
  return {{"reference_html", html(pairs_table(assessment, summary, summary.reference))},
          {"others_html", others},
          {"clean_html", summary.clean.tests > 0 ? html(clean_pairs_table(assessment, summary)) : ""}};
}

/// Returns the table of all checks and the list of those that did not pass; null if no check was made.
Json checked(const Assessment& assessment, const AssessmentSummary& summary) {
  const ReportTable table = checks_table(assessment, summary);
  if (table.rows.empty()) return Json();
  Json found = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    for (const auto& of_bound : summary.models[m].bounds) {
      if (!of_bound) continue;
      const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(of_bound->run)];
      for (const EvaluationCheck& check : of_bound->summary.checks)
        if (check.status != "pass")
          found.push_back({{"kind", badge_kind(check.status)},
                           {"status", check.status},
                           {"model_html", model_label(assessment, m)},
                           {"bound", bound_text(run)},
                           {"title", check.title},
                           {"text", check.text}});
    }
  }
  return {{"table_html", html(table)}, {"found", listed("checks", std::move(found))}};
}

Json hashes(const Assessment& assessment) {
  Json out = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    if (!assessment.models[m].runs.empty())
      out.push_back({{"model_html", model_label(assessment, m)},
                     {"hash", assessment.models[m].runs.front().model_sha256}});
  return listed("models", std::move(out));
}

/// Returns the folders of all runs. Runs that have not begun have no bound.
Json folders(const Assessment& assessment) {
  Json out = Json::array();
  const auto add = [&](std::size_t model, const std::string& bound, const std::string& folder) {
    out.push_back({{"model_html", model_label(assessment, model)},
                   {"bound", bound},
                   {"folder_html", breakable(folder)}});
  };
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    for (const RunRecord& run : assessment.models[m].runs)
      add(m, bound_text(run), run.folder.lexically_relative(assessment.folder).generic_string());
    for (const std::string& folder : assessment.models[m].not_begun) add(m, "", folder);
  }
  return listed("runs", std::move(out));
}

Json charts(const Assessment& assessment, const AssessmentSummary& summary) {
  Json out = Json::array();
  for (const auto& values : {queries_values, bounds_values, front_values})
    if (Json chart = values(assessment, summary); !chart.is_null()) out.push_back(std::move(chart));
  return out;
}

std::string device(const RunRecord* run) {
  if (run == nullptr || run->device.empty()) return "";
  return fmt::format("{}, {}", run->device, count_of(run->threads, "thread"));
}

}  // namespace

std::string model_label(const Assessment& assessment, std::size_t model) {
  std::string label =
      fill_template("attack_label", {{"colour", line_colour(model)},
                                     {"dash", line_dash(model)},
                                     {"name_html", breakable(assessment.models[model].name)}});
  label.pop_back();  // line break at the end of the template
  return label;
}

std::string assessment_html(const Assessment& assessment, const AssessmentSummary& summary) {
  const RunRecord* run = any_run(assessment, summary);
  const Json page = {{"warnings", assessment_warnings(assessment, summary)},
                     {"lead", recommendation_lead(assessment, summary)},
                     {"grounds", listed("sentences", recommendation_grounds(assessment, summary))},
                     {"rule", recommendation_rule()},
                     {"noun", assessed_noun(assessment, summary)},
                     {"glance", glance(assessment, summary)},
                     {"models_html", html(models_table(assessment, summary))},
                     {"files", files(assessment)},
                     {"charts", charts(assessment, summary)},
                     {"same", same_images_values(assessment, summary)},
                     {"comparisons", comparisons(assessment, summary)},
                     {"search", search_values(assessment)},
                     {"checked", checked(assessment, summary)},
                     {"command", assessment.command},
                     {"state", assessment_progress(assessment, summary)},
                     {"started", assessment.started},
                     {"finished", assessment.finished},
                     {"seed", run == nullptr ? "" : run->seed},
                     {"device", device(run)},
                     {"version", assessment.version},
                     {"hashes", hashes(assessment)},
                     {"folders", folders(assessment)}};
  return html_page(
      "Robustness assessment", "Which model to deploy",
      fill_template("assessment", page, assessment_templates()),
      fmt::format("<script>\n{}\n</script>\n<script>\n{}</script>\n", chart_library(), assessment_script()));
}

}  // namespace bora::report
