// report.md, the whole report as Markdown for summaries of build jobs, issues and mails, and table.md.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns report.md in GitHub-flavoured Markdown, without pictures. Verdict first: what the strongest attack
/// achieves, what resists, conditions, warnings; then what was attacked and how, table.md's tables, checks of
/// the evaluation, how the run was made.
std::string report_markdown(const RunReport& report);

/// Returns table.md: what was attacked and how, and result_tables().
std::string table_markdown(const RunReport& report);

}  // namespace bora::report
