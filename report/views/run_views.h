// Formats of a run's report. Each is defined in a source file of its name, in formats/, html/ or text/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Writes report.html, report.md, summary.json, results.csv, table.md, junit.xml, results.sarif and badge.svg
/// into `folder`, each atomically. The run may be unfinished; the report states its progress. Throws
/// InputError if a file cannot be written.
void write_report(const RunReport& report, const std::filesystem::path& folder);

/// Creates `folder` if it does not exist, and returns it. Throws InputError if it cannot be created.
std::filesystem::path make_folder(const std::filesystem::path& folder);

/// Returns the facts of the run and a table with a column for each attack, in ASCII, as lines that end with
/// '\n', for a terminal.
std::string text_summary(const RunReport& report);

/// Returns one table of several runs, with a column for each attack of each run. Throws InputError that names
/// the difference unless the runs have the same data (check_same_records()), threat model, goal and budget.
/// Victims may differ. If the attacked inputs differ, a note says so.
std::string text_comparison(const std::vector<RunRecord>& runs);

/// Returns report.md, the report in GitHub-flavoured Markdown without pictures, for summaries of build jobs,
/// issues and mails: warnings, success of the attacks, share that resists, conditions, setup, the tables of
/// table.md, checks of the evaluation, and provenance.
std::string report_markdown(const RunReport& report);

/// Returns table.md, which contains the setup of the run and result_tables().
std::string table_markdown(const RunReport& report);

/// Returns report.html, a single self-contained file that loads nothing from a network and can be printed.
/// Reads the contents of up to 24 adversarial examples from the run's database.
std::string html_report(const RunReport& report);

/// Returns summary.json, the report's numbers for other programs, as indented JSON that ends with a newline.
/// docs/reference/run-files.md describes the keys. Keys may be added without a new `format` number; other
/// changes need one. Shares are in [0, 1]; null: not known, or not reached.
std::string summary_json(const RunReport& report);

/// Returns results.csv (RFC 4180), one line for each instance. kColumns in results_csv.cc lists the columns,
/// and docs/reference/run-files.md describes them. A value that does not exist is empty.
std::string results_csv(const RunRecord& run);

/// Returns junit.xml, a run as test cases for CI systems: XML with the suites "attacks", "checks",
/// "verification" and "conditions"; empty suites are left out.
/// - attack: passes even if it succeeds, since conditions decide which successes are too many. It is an error
///   if instances ended in a fault of the model, and skipped if instances have not ended.
/// - check: fails with the status fail, is skipped with the status open, and otherwise passes; a warning has
///   its text.
/// - condition: fails if it holds, is an error if it cannot be decided, and otherwise passes with
///   the measured figure.
std::string junit_xml(const RunReport& report);

/// Returns results.sarif, a run as findings for code hosts and viewers: text that conforms to SARIF 2.1.0
/// (Static Analysis Results Interchange Format, OASIS, 2020). The artifact is the model's file. Results have
/// figures as properties:
/// - fooled, one for each attack. Level "error" if the 95% interval of its success within the budget lies
///   above 1/2; "warning" if it succeeded otherwise; "note" for a white-box attack. Kind "pass" if it never
///   succeeded, "open" if no instance was observed up to the budget.
/// - check-failed ("error") and check-warned ("warning"): checks of the evaluation.
/// - condition-holds ("error") and condition-not-decided (kind "open"). Other conditions give no result.
/// - not-verified and records-contradict ("error").
std::string sarif(const RunReport& report);

/// Returns badge.svg, an image as high as a line of text that shows the run's main figure: "robust accuracy |
/// 43% [35, 52]" under all black-box attacks, or "not moved | ..." if only some classes are targets; "n/a" if
/// nothing was attacked. The colour shows the verdict of the run's conditions: red if one holds, else grey if
/// one is not decided or there are none, else green. The title states figure, model, threat model and
/// verdict.
std::string badge_svg(const RunReport& report);

}  // namespace bora::report
