// The views of a run's report. Each is defined in a source file of its name, in formats/, html/ or text/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Writes report.html, report.md, summary.json, results.csv, table.md, junit.xml, results.sarif and badge.svg
/// into `folder`, each of them whole or not at all. The run may be unfinished: the report says how far it
/// got. Throws InputError if a file cannot be written.
void write_report(const RunReport& report, const std::filesystem::path& folder);

/// Makes `folder` where it is missing and returns it. Throws InputError if it cannot be made.
std::filesystem::path make_folder(const std::filesystem::path& folder);

/// Returns the facts of the run and a table with a column for each attack, in ASCII, as lines that end with
/// '\n', for a terminal.
std::string text_summary(const RunReport& report);

/// Returns one table over several runs, with a column for each attack of each run. Throws InputError naming
/// what differs if the runs do not share a protocol (data, threat, bound, goal, budget). Victims may differ;
/// if the attacked images differ, the text says so.
std::string text_comparison(const std::vector<RunRecord>& runs);

/// Returns report.md, the whole report for summaries of build jobs, issues and mails, in GitHub-flavoured
/// Markdown, without pictures. Verdict first: what the strongest attack achieves, what resists, conditions,
/// warnings; then what was attacked and how, table.md's tables, checks of the evaluation, how the run was
/// made.
std::string report_markdown(const RunReport& report);

/// Returns table.md: what was attacked and how, and result_tables().
std::string table_markdown(const RunReport& report);

/// Returns report.html, one file that needs nothing else, no network, and prints. It also reads the pixels of
/// about two dozen adversarial examples from the run's database.
std::string html_report(const RunReport& report);

/// Returns summary.json, the report's numbers for other programs, as indented JSON that ends with a newline.
/// docs/reference/run-files.md describes the keys; within one `format` number keys are only ever added.
/// Shares are in [0, 1]; null: not known, or not reached.
std::string summary_json(const RunReport& report);

/// Returns results.csv (RFC 4180), one line for each instance. Columns of a run on pixels:
/// attack,image,record,label,target,status,queries,attempts,linf,l2,predicted,seed,verified,name. With the
/// norms l0 and patch, linf has that name; with norm l2 it is not there.
/// Columns of semantic runs, of runs on graphs and with --minimise: see kColumns. A value that does not exist
/// is empty: target of an untargeted run; distances, predicted and verified without an adversarial example.
/// `verified` is yes, no, or empty if the example was not verified.
std::string results_csv(const RunRecord& run);

/// Returns junit.xml, a run as test cases for systems that build and test: XML with the suites "attacks",
/// "checks", "verification" and "conditions"; empty suites are left out. A success of an attack is a finding,
/// not a failure of a test: conditions decide which successes are too many. So a case of an attack passes,
/// unless instances of it ended in a fault of the model (error) or were not ended (skipped). A check fails
/// where it says fail, passes with its text where it warns, is skipped where it is open. A condition fails
/// where it holds, is an error where it cannot be decided, else passes with what was measured.
std::string junit_xml(const RunReport& report);

/// Returns results.sarif, a run as findings for code hosts and viewers: text that conforms to SARIF 2.1.0
/// (Static Analysis Results Interchange Format, OASIS, 2020). The artifact is the model's file. Results have
/// figures as properties:
/// - fooled, one an attack: "error" where the interval of its success within the budget lies above one half,
///   so that most inputs fall; "warning" where it succeeded otherwise; "note" of a white-box attack, which is
///   a white-box reference; of kind "pass" where it never succeeded, "open" where nothing was followed to the
///   budget.
/// - check-failed ("error") and check-warned ("warning") of the evaluation itself.
/// - condition-holds ("error"); condition-not-decided (of kind "open"). Conditions that do not hold or are
///   not shown are no results.
/// - not-verified, records-contradict ("error").
std::string sarif(const RunReport& report);

/// Returns badge.svg, the run's main figure in an image as high as a line of text: "robust accuracy | 43%
/// [35, 52]" over all black-box attacks, or "not moved | ..." for a run towards some classes only; "n/a" if
/// nothing was attacked. The colour shows only the verdict of the run's conditions: red if one holds, else
/// grey if one is not decided or there are none, else green. The title names figure, model, threat and that
/// verdict.
std::string badge_svg(const RunReport& report);

}  // namespace bora::report
