#include "tools/report/render/report_markdown.h"

#include <filesystem>

#include <fmt/format.h>

#include "tools/report/figures/cost.h"
#include "tools/report/render/format.h"
#include "tools/report/render/paper_tables.h"
#include "tools/report/render/plain_verdict.h"
#include "tools/report/render/report_table.h"

namespace bora {
namespace {

std::string bullets(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out;
  for (const auto& [name, value] : entries)
    if (!value.empty()) out += fmt::format("- {}: {}\n", escape_markdown(name), escape_markdown(value));
  return out;
}

/// Returns the warnings that a reader must know before relying on a figure.
std::string alarms(const RunRecord& run, const RunSummary& summary) {
  std::string out;
  const auto alarm = [&out](const std::string& text) { out += "> **" + escape_markdown(text) + "**\n>\n"; };
  for (const std::string& warning : run.warnings) alarm("Warning: " + warning);
  if (const int contradicted = summary.verification.contradicted(); contradicted > 0)
    alarm(fmt::format("The verifier contradicts {} of {}: they count as failures in every figure.",
                      grouped(contradicted), count_of(summary.verification.examples, "adversarial example")));
  if (!summary.complete() || run.status != "complete")
    alarm("This run is not complete (" + progress_text(run, summary) +
          "): the figures are estimates from what is there.");
  if (!summary.findings.empty())
    alarm(fmt::format("The database contradicts itself in {}: do not rely on this report. The first: {}",
                      count_of(static_cast<std::int64_t>(summary.findings.size()), "place"),
                      summary.findings.front()));
  return out.empty() ? out : out + "\n";
}

std::string verdict(const RunRecord& run, const RunSummary& summary) {
  std::string out = escape_markdown(lead_text(run, summary)) + "\n\n";
  std::vector<std::pair<std::string, std::string>> entries;
  for (const AttackResult& attack : summary.attacks)
    entries.emplace_back(attack.name + attack.mark(), attack_sentence_text(run, attack));
  if (summary.clean_accuracy)
    entries.emplace_back(
        "Clean accuracy",
        fmt::format("{} ({} of {})", percent_with(summary.clean_accuracy, summary.clean_interval),
                    grouped(*run.clean_correct), count_of(*run.clean_inputs, "test " + noun(run))));
  for (auto& entry : resistance_entries(run, summary)) entries.push_back(std::move(entry));
  entries.emplace_back("Verifier", verdict_text(summary.verification, run));
  return out + bullets(entries);
}

std::string conditions(const RunSummary& summary) {
  if (summary.conditions.empty()) return "";
  ReportTable table{
      "Held against the figure's 95% interval: a condition holds where all of it is on that side.",
      {},
      {"Must not hold", "Finding"},
      {},
      true};
  for (const ConditionOutcome& outcome : summary.conditions)
    table.rows.push_back({outcome.condition.text, outcome.finding_text()});
  return "\n## Conditions\n\n" + markdown(table);
}

std::string checks(const RunSummary& summary) {
  if (summary.checks.empty()) return "";
  ReportTable table{"Would a strong attack have been noticed, and does the run measure what it says?",
                    {},
                    {"Check", "Status", "Found"},
                    {},
                    true};
  for (const EvaluationCheck& check : summary.checks)
    table.rows.push_back({check.title, check.status, check.text});
  return "\n## Checks of the evaluation\n\n" + markdown(table);
}

std::string provenance(const RunRecord& run, const RunSummary& summary) {
  std::string libraries;
  for (const auto& [name, version] : run.libraries)
    libraries += (libraries.empty() ? "" : ", ") + name + " " + version;
  std::vector<std::pair<std::string, std::string>> entries = {
      {"Model", run.victim()},
      {"Model SHA-256", run.model_sha256},
      {"Command", run.command},
      {"Run in", run.directory},
      {"Seed", run.seed},
      {"Started", run.started},
      {"Finished", run.finished},
      {"Wall time", run.wall_seconds > 0 ? duration(run.wall_seconds) : ""},
      {"Device", run.device.empty() ? "" : run.device + ", " + count_of(run.threads, "thread")},
      {"bora", run.version},
      {"Libraries", libraries},
      {"Queries", spent_text(run, summary)}};
  if (summary.attack_attempts != summary.attack_queries)
    entries.emplace_back("Attempts",
                         grouped(summary.attack_attempts) + ", those included that gave no answer");
  if (const auto cost = cost_of(run, summary)) entries.emplace_back("Cost", cost_text(*cost));
  for (const auto& [reason, count] : summary.skipped)
    entries.emplace_back("Skipped", count_of(count, noun(run)) + ": " + reason);
  for (const FailureCount& failure : summary.failures)
    entries.emplace_back("Failed", fmt::format("{} of {}: {}", count_of(failure.instances, "instance"),
                                               failure.attack, failure.reason));
  return "\n## How this was made\n\n" + bullets(entries) +
         "\nThat an attack failed is no proof of robustness: another attack, more queries or knowledge of "
         "the "
         "gradients may succeed. Everything here comes from `run.sqlite`; `bo-report` makes it again, and "
         "`report.html` has curves and examples.\n";
}

}  // namespace

std::string report_markdown(const RunRecord& run, const RunSummary& summary) {
  return fmt::format("# Robustness of {}\n\n",
                     escape_markdown(std::filesystem::path(run.model).filename().string())) +
         alarms(run, summary) + verdict(run, summary) + conditions(summary) + "\n## Attacked how\n\n" +
         bullets(run_facts(run, summary)) + "\n## Results\n\n" + result_tables(summary) + checks(summary) +
         provenance(run, summary);
}

}  // namespace bora
