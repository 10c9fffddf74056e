#include "report/views/run_views.h"

#include <fmt/format.h>

#include "common/wrapped.h"
#include "report/figures/run_texts.h"
#include "report/words/report_table.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

std::string bullets(const Facts& facts) {
  std::string out;
  for (const Fact& fact : facts)
    out += fmt::format("- {}: {}\n", escape_markdown(fact.name), fact.value.markdown());
  return out;
}

std::string alarms(const RunReport& report) {
  std::string out;
  for (const Alarm& alarm : report.words.alarms) {
    const std::string title = alarm.title.empty() ? "Warning" : alarm.title;
    out += "> **" + escape_markdown(title + ": " + alarm.text) + "**\n>\n";
    for (const std::string& item : alarm.items) out += "> - " + escape_markdown(item) + "\n>\n";
  }
  return out.empty() ? out : out + "\n";
}

std::string verdict(const RunReport& report) {
  std::string out = wrapped(report.words.lead.markdown()) + "\n";
  for (std::size_t a = 0; a < report.attacks.size(); ++a)
    out += fmt::format("- {}: {}\n", escape_markdown(report.attacks[a].display_name()),
                       report.words.attacks[a].markdown());
  return fmt::format("{}{}- Verifier: {}\n", out, bullets(report.words.resisted),
                     escape_markdown(report.words.verifier.text));
}

std::string conditions(const RunReport& report) {
  if (report.words.conditions.empty()) return "";
  ReportTable table{
      .caption =
          "Compared with the figure's 95% interval: a condition holds where the whole interval is on that side.",
      .columns = {"Must not hold", "Finding"},
      .words = true};
  for (const Judgement& each : report.words.conditions)
    table.rows.push_back({each.about, each.word + ", " + each.text});
  return "\n## Conditions\n\n" + markdown(table);
}

std::string checks(const RunReport& report) {
  if (report.checks.empty()) return "";
  ReportTable table{
      .caption =
          "Tests whether the run would have detected a vulnerable model, and whether its records agree.",
      .columns = {"Check", "Status", "Found"},
      .words = true};
  for (const EvaluationCheck& check : report.checks)
    table.rows.push_back({check.title, check.status, check.text});
  return "\n## Checks of the evaluation\n\n" + markdown(table);
}

}  // namespace

std::string report_markdown(const RunReport& report) {
  return fmt::format("# Robustness of {}\n\n", escape_markdown(without_folders(report.run.model))) +
         alarms(report) + verdict(report) + conditions(report) + "\n## Setup\n\n" +
         bullets(report.words.attacked) + "\n## Results\n\n" + result_tables(report.run, report) +
         checks(report) + "\n## How this was made\n\n" + bullets(report.words.made) +
         bullets(report.words.spent) + "\n" +
         wrapped(
             "Resisting these attacks does not prove robustness: another attack, more queries or knowledge of the "
             "gradients may succeed. Everything here comes from `run.sqlite`; `bo-report` rewrites it, and "
             "`report.html` has curves and examples.");
}

std::string table_markdown(const RunReport& report) {
  return fmt::format("# Attack results on {}\n\n", escape_markdown(without_folders(report.run.model))) +
         bullets(report.words.attacked) + "\n" + result_tables(report.run, report);
}

}  // namespace bora::report
