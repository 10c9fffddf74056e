#include "report/assessment/views/assessment_views.h"

#include <fmt/format.h>

#include "common/text.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/assessment/words/assessment_words.h"
#include "report/assessment/words/bound_text.h"
#include "report/views/text/text_table.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

std::string bounds_text(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<std::string> bounds;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    bounds.push_back(bound_text(run_at(assessment, summary, b)));
  return join(bounds);
}

std::string inputs_text(const RunRecord& run) {
  return fmt::format("{}, {}", count_of(static_cast<std::int64_t>(run.inputs.size()), noun(run)),
                     records_text(run));
}

std::string attacks_text(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<std::string> names;
  for (const std::string& attack : summary.attacks) names.push_back(choice_name(assessment, summary, attack));
  return join(names);
}

/// Returns facts that all runs have in common, as names and values. A value is "" if the fact does not apply.
std::vector<std::pair<std::string, std::string>> facts(const Assessment& assessment,
                                                       const AssessmentSummary& summary) {
  std::vector<std::pair<std::string, std::string>> out{{"state", assessment_progress(assessment, summary)},
                                                       {"data", assessment.data}};
  const RunRecord* run = any_run(assessment, summary);
  if (run == nullptr) return out;
  out.insert(out.end(), {{"inputs", inputs_text(*run)},
                         {"threat", threat_text(*run) + "; " + run->goal()},
                         {"bounds", bounds_text(assessment, summary)},
                         {"attacks", attacks_text(assessment, summary)},
                         {"budget", budget_text(*run) + " an instance"},
                         {"sees", access_text(*run)},
                         {"knows", knowledge_text(*run)}});
  return out;
}

/// Returns the table of models transposed, with one column for each model, wrapped at the width of the
/// terminal.
std::string transposed_text(const ReportTable& table) {
  TextTable out;
  std::vector<std::string> columns = table.columns;
  std::size_t next = 0;
  for (const auto& [name, span] : table.spans)
    for (int i = 0; i < span; ++i, ++next)
      if (!name.empty()) columns[next] = name + " " + columns[next];
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<std::string> row{columns[c]};
    row.front().front() = static_cast<char>(std::tolower(row.front().front()));
    for (const auto& model : table.rows) row.push_back(model[c]);
    out.add(std::move(row));
  }
  return out.text(kTerminalWidth);
}

std::string section(const std::string& heading, const ReportTable& table) {
  if (table.rows.empty()) return "";
  return "\n## " + heading + "\n\n" + markdown(table);
}

}  // namespace

std::string assessment_text(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string out = fmt::format("{:<11}{}\n", "assessment", assessment.folder.string());
  for (const auto& [name, value] : facts(assessment, summary))
    if (!value.empty()) out += fmt::format("{:<11}{}\n", name, value);
  for (const std::string& warning : assessment_warnings(assessment, summary))
    out += "WARNING: " + warning + "\n";
  out += "\n" + transposed_text(models_table(assessment, summary)) + "\n";
  out += recommendation_lead(assessment, summary) + "\n";
  for (const std::string& sentence : recommendation_grounds(assessment, summary)) out += sentence + "\n";
  return out;
}

std::string assessment_markdown(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string out =
      "# Which model to deploy\n\n**" + escape_markdown(recommendation_lead(assessment, summary)) + "**\n";
  for (const std::string& warning : assessment_warnings(assessment, summary))
    out += "\n> Warning: " + escape_markdown(warning) + "\n";
  out += "\n";
  for (const std::string& sentence : recommendation_grounds(assessment, summary))
    out += "- " + escape_markdown(sentence) + "\n";
  for (const std::string& sentence : small_budget_sentences(assessment, summary))
    out += "- " + escape_markdown(sentence) + "\n";
  out += "\nThe rule: " + escape_markdown(recommendation_rule()) + "\n\n## What was attacked\n\n";
  for (const auto& [name, value] : facts(assessment, summary))
    if (!value.empty()) out += "- " + name + ": " + escape_markdown(value) + "\n";
  out += section("Models", models_table(assessment, summary));
  for (std::size_t b = 0; b < summary.bounds.size(); ++b) {
    const std::string at = bound_text(run_at(assessment, summary, b));
    out += section("Success against queries at " + at,
                   budget_table(assessment, summary, b, attack_choices(summary)));
  }
  out += section("Success against the bound", bounds_table(assessment, summary, attack_choices(summary)));
  for (std::size_t b = 0; b < summary.bounds.size(); ++b) {
    const std::string at = bound_text(run_at(assessment, summary, b));
    out += section("Model against model at " + at, pairs_table(assessment, summary, b));
  }
  if (summary.clean.tests > 0)
    out += section("Clean accuracy, model against model", clean_pairs_table(assessment, summary));
  if (assessment.search) out += section("Search", search_table(assessment));
  out += section("Checks of the evaluation", checks_table(assessment, summary));
  if (!assessment.command.empty())
    out += "\n## How this was made\n\n    " + printable(assessment.command, 4000) + "\n\nbora " +
           escape_markdown(assessment.version) + "\n";
  return out;
}

}  // namespace bora::report
