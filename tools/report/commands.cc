#include "tools/report/commands.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <system_error>

#include <fmt/format.h>

#include "attacks/record/run_merge.h"
#include "attacks/record/run_reader.h"
#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/text.h"
#include "report/assessment/figures/assessment.h"
#include "report/assessment/figures/assessment_summary.h"
#include "report/assessment/views/assessment_views.h"
#include "report/conditions/condition.h"
#include "report/conditions/outcome.h"
#include "report/figures/checks.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/published.h"
#include "report/figures/verification_summary.h"
#include "report/views/formats/comparison_formats.h"
#include "report/views/html/embedded.h"
#include "report/views/run_views.h"
#include "report/words/accuracy_matrix.h"
#include "report/words/report_table.h"
#include "tools/options/condition_exit.h"
#include "tools/options/print_error.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

std::vector<RunRecord> read_runs(const std::vector<std::string>& folders) {
  std::vector<RunRecord> runs;
  for (const std::string& folder : folders) runs.push_back(read_run(folder));
  return runs;
}

// Returns the exit code for the reported runs: kExitUnexpected if an adversarial example did not pass
// verification or a database contradicts itself.
int exit_code(const std::vector<RunRecord>& runs) {
  int code = kExitOk;
  for (const RunRecord& run : runs) {
    VerificationSummary verification;
    for (const InstanceRecord& instance : run.instances) verification.add(instance);
    if (verification.at_fault(run.repeats)) {
      print_error("bo-report: {}: {} of {} did not pass verification\n", run.folder.string(),
                  verification.contradicted(), count_of(verification.examples, "adversarial example"));
      code = kExitUnexpected;
    }
    if (const auto findings = audit(run); !findings.empty()) {
      print_error("bo-report: {}: the database contradicts itself ({} found): {}\n", run.folder.string(),
                  findings.size(), findings.front());
      code = kExitUnexpected;
    }
  }
  return code;
}

// Replaces the conditions of the run by those of the command line.
void set_conditions(const ReportOptions& options, RunRecord& run) {
  if (!options.fail_if && options.baseline.empty()) return;
  if (options.fail_if) run.fail_if = *options.fail_if;
  if (!options.baseline.empty()) {
    run.baseline = fs::absolute(options.baseline).lexically_normal().string();
    if (std::ranges::count(parse_conditions(run.fail_if), Figure::regression, &Condition::figure) == 0)
      throw InputError("--baseline: belongs to --fail-if 'regression > ...', which is not given");
  }
  check_conditions(run);
}

// Throws InputError for a folder into which no report can be written, e.g. on a read-only disk.
void refuse_unwritable(const fs::path& folder) {
  if (access(folder.c_str(), W_OK) != 0)
    throw InputError("{}: cannot be written into ({}); --out DIR writes the report into another folder",
                     folder.string(), std::generic_category().message(errno));
}

int show_one(const std::string& folder, const fs::path& out, const ReportOptions& options) {
  RunRecord run = read_run(folder);
  if (out.empty()) refuse_unwritable(run.folder);
  // equivalent() may refuse a folder that does not exist.
  if (!out.empty() && fs::exists(out / "run.sqlite") && !fs::equivalent(run.folder, out))
    throw InputError("--out {}: holds another run, whose report would be lost; name another folder",
                     out.string());
  const fs::path target = out.empty() ? run.folder : out;
  set_conditions(options, run);
  const RunReport report = report_of(run, summarise(run, options.against.reference, options.against.points));
  write_report(report, target);
  if (options.markdown) write_atomically(*options.markdown, table_markdown(report));
  std::cout << (options.json
                    ? summary_json(report)
                    : fmt::format("{}report: {}\n", text_summary(report), (target / "report.html").string()));
  return exit_code_with(exit_code({run}), verdict_of(report.conditions), "bo-report");
}

int show_assessment(const std::string& folder, const ReportOptions& options) {
  options.accept_only(fmt::format("show with the assessment {}", folder), {"out", "markdown", "json"});
  const Assessment assessment = read_assessment(folder);
  if (!options.out) refuse_unwritable(folder);
  const AssessmentSummary summary = summarise(assessment);
  const fs::path out = options.out.value_or(folder);
  write_assessment_report(assessment, summary, out);
  if (options.markdown) write_atomically(*options.markdown, assessment_markdown(assessment, summary));
  std::cout << (options.json ? assessment_json(assessment, summary)
                             : fmt::format("{}report: {}\n", assessment_text(assessment, summary),
                                           (out / "assessment.html").string()));
  int code = kExitOk;
  for (const AssessedModel& model : assessment.models) code = std::max(code, exit_code(model.runs));
  return code;
}

int show_side_by_side(const ReportOptions& options) {
  options.accept_only(fmt::format("show with {} runs", options.runs.size()), {});
  const auto runs = read_runs(options.runs);
  const std::string protocol = published_accuracy().protocol;
  const bool published =
      std::ranges::all_of(runs, [&](const RunRecord& run) { return states_protocol(run, protocol); });
  std::cout << (published ? markdown(matrix_table(accuracy_matrix(runs))) : text_comparison(runs));
  return exit_code(runs);
}

int show(const ReportOptions& options) {
  if (options.runs.size() > 1) return show_side_by_side(options);
  const std::string& folder = options.runs.front();
  if (holds_assessment(folder)) return show_assessment(folder, options);
  if (!options.against.rivals.empty())
    throw InputError("--against {}: a file of other results needs bo-report pool",
                     options.against.rivals.front().first.string());
  return show_one(folder, options.out.value_or(""), options);
}

int compare(const ReportOptions& options) {
  if (options.runs.size() < 2)
    throw InputError(
        "compare: got one run, expected two or more; the attacks of one run are compared in its report");
  if (!options.against.rivals.empty())
    throw InputError("--against {}: expected an attack; a file of other results needs bo-report pool",
                     options.against.rivals.front().first.string());
  const auto runs = read_runs(options.runs);
  std::vector<RunComparison> comparisons;
  for (std::size_t other = 1; other < runs.size(); ++other)
    comparisons.push_back(
        compare_runs(runs.front(), runs[other], options.against.reference, options.against.points));
  const std::string text = comparison_markdown(comparisons);
  const std::string json = comparison_json(comparisons);
  std::cout << (options.json ? json : text);
  if (options.out) {
    const fs::path out = make_folder(*options.out);
    write_atomically(out / "comparison.md", text);
    write_atomically(out / "comparison.json", json);
    write_atomically(out / "comparison.html", comparison_html(comparisons));
  }
  return exit_code(runs);
}

int pool(const ReportOptions& options) {
  const auto runs = read_runs(options.runs);
  const Pool pooled = pool_runs(runs, options.against);
  const std::string text = pool_markdown(runs, pooled);
  if (options.out) {
    const fs::path out = make_folder(*options.out);
    write_atomically(out / "pool.md", text);
    write_atomically(out / "pool.json", pool_json(runs, pooled));
    write_atomically(out / "pool.csv", pool_csv(runs));
  }
  if (options.markdown) write_atomically(*options.markdown, text);
  std::cout << (options.json ? pool_json(runs, pooled) : pool_text(runs, pooled));
  return exit_code(runs);
}

int matrix(const ReportOptions& options) {
  const auto runs = read_runs(options.runs);
  const std::string text = markdown(matrix_table(accuracy_matrix(runs)));
  std::cout << text;
  if (options.out) write_atomically(make_folder(*options.out) / "table-6.6.md", text);
  return exit_code(runs);
}

// Makes and returns the first of bora-merged-1, bora-merged-2, ... that does not exist, also if several
// processes call this at the same time. Returns it without making it if it cannot be made.
fs::path make_free_folder() {
  for (int number = 1;; ++number) {
    const fs::path folder = fmt::format("bora-merged-{}", number);
    std::error_code error;
    if (fs::create_directory(folder, error) || (error && !fs::exists(folder))) return folder;
  }
}

int merge(const ReportOptions& options) {
  are_shards(options.runs);
  const fs::path out = options.out ? *options.out : make_free_folder();
  MergedRun merged;
  try {
    merged = merge_shards({options.runs.begin(), options.runs.end()}, out, options.partial);
  } catch (...) {
    std::error_code error;
    if (!options.out) fs::remove(out, error);  // keeps a folder that holds something
    throw;
  }
  print_error("bo-report: {} of {} shards merged into {}{}\n", merged.shards, merged.of, out.string(),
              merged.unfinished > 0 ? fmt::format("; {} of them have not ended", merged.unfinished) : "");
  return show_one(out.string(), "", options);
}

int schema(const ReportOptions& /*options*/) {
  std::cout << summary_schema();
  return kExitOk;
}

}  // namespace

const std::vector<ReportCommand>& report_commands() {
  static const std::vector<ReportCommand> kCommands{
      {"show",
       " RUN ... [OPTION ...]",
       "rewrites the report of a run or of an assessment, and prints its figures",
       R"(Writes report.html, report.md, summary.json, results.csv, table.md, junit.xml, results.sarif and
badge.svg into the folder of the run (or DIR). All of them are made of run.sqlite in that folder; the run
may be unfinished. For an assessment of several models, writes the files of bo-assess again; then only
--out, --markdown and --json are valid. For several runs of one protocol, prints one table over all of
them and writes nothing.
)",
       R"(  bo-report show runs/mnist                              rewrite the report and print the figures
  bo-report show runs/mnist --json | jq .attacks[].success
  bo-report show runs/mnist --out /tmp/report            leave the folder of the run as it is
  bo-report show runs/mnist --against square             compare every attack with square
  bo-report show runs/mnist --fail-if 'asr@500 > 0.2'    exit code 4 if it is shown that more than a fifth succeed
  bo-report show runs/new --baseline runs/old --fail-if 'regression > 0.05'
  bo-report show runs/plain runs/defended                two models side by side
)",
       {"out", "against", "points", "markdown", "json", "fail-if", "baseline"},
       show},
      {"compare",
       " OLD NEW ... [OPTION ...]",
       "compares runs instance by instance with paired tests",
       R"(Compares each attack of the first run with the same attack of each other run, instance by instance, and
robust accuracy input by input. Says for each whether the other run is significantly better, significantly
worse, or not shown to differ. All tests of one call are adjusted together (Holm). Prints Markdown, or
JSON with --json; --out writes comparison.md, comparison.html and comparison.json.
)",
       "  bo-report compare runs/old runs/new --out comparison\n",
       {"out", "against", "points", "json"},
       compare},
      {"pool",
       " RUN ... [OPTION ...]",
       "analyses runs that differ only in their seed as one",
       R"(Reports success, queries and comparisons over all seeds; intervals treat images as independent.
--against FILE.csv compares every attack with results of another tool, paired by image and target. Columns
of the file: record (or image_index), label (or true), target, queries, and success or status; results.csv
and pool.csv have them. --against NAME=FILE.csv sets the name shown. --out writes pool.md, pool.json and
pool.csv, which has one line for each instance.
)",
       R"(  bo-report pool runs/mnist-seed-*
  bo-report pool runs/mnist-seed-* --against 'Square, its code'=peers/square.csv --markdown square.md
)",
       {"out", "against", "points", "markdown", "json"},
       pool},
      {"merge",
       " SHARD ... [OPTION ...]",
       "merges the shards of a run, and writes the report",
       R"(Merges the shards of a run (bo-attack --shard) into one run in DIR, by default the first free of
bora-merged-1, bora-merged-2, ... A merged run that is already in DIR is replaced. The shards must have the
same model, data, attacks, bound, budget, seed, version and number of shards, and each must be given once. The
options of show are accepted, too.
)",
       "  bo-report merge shard-*-of-16 --out mnist\n",
       {"out", "partial", "against", "points", "markdown", "json", "fail-if", "baseline"},
       merge},
      {"matrix",
       " RUN ... [--out DIR]",
       "tabulates the accuracy of graph classifiers after each attack",
       R"(Prints one table over runs on graphs: a column for each kind of victim, with the mean and the standard
deviation over its runs (table 6.6 of Ru 2021). --out writes table-6.6.md.
)",
       "  bo-report matrix runs/*-PROTEINS-*\n",
       {"out"},
       matrix},
      {"schema",
       "",
       "prints the JSON Schema of summary.json",
       "",
       "  bo-report schema > summary.schema.json\n",
       {},
       schema}};
  return kCommands;
}

const ReportCommand* find_report_command(const std::string& name) {
  const auto& all = report_commands();
  const auto at = std::ranges::find(all, name, &ReportCommand::name);
  return at == all.end() ? nullptr : &*at;
}

bool are_shards(const std::vector<std::string>& folders) {
  const auto is_shard = [](const std::string& folder) { return shard_of(folder).number > 0; };
  const auto shards = std::ranges::count_if(folders, is_shard);
  if (shards == 0 || shards == std::ssize(folders)) return shards > 0;
  const auto first = std::ranges::find_if(folders, is_shard);
  const auto other = std::ranges::find_if_not(folders, is_shard);
  throw InputError(
      "{}: is shard {} of a run, and {} is a run of its own: name shards of one run, or no shards", *first,
      shard_of(*first).text(), *other);
}

}  // namespace bora::tools
