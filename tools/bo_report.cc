// bo-report: makes a run's report again, prints it, or compares runs.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <boost/program_options.hpp>

#include "attacks/ledger/run_merge.h"
#include "attacks/ledger/run_reader.h"
#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "tools/assess/report/assessment.h"
#include "tools/assess/report/figures/assessment_summary.h"
#include "tools/assess/report/render/assessment_json.h"
#include "tools/assess/report/render/assessment_text.h"
#include "tools/assess/report/render/write_assessment.h"
#include "tools/options/reference_page.h"
#include "tools/options/run_tool.h"
#include "tools/processor/needed_features.h"
#include "tools/report/conditions/condition.h"
#include "tools/report/conditions/outcome.h"
#include "tools/report/figures/accuracy_matrix.h"
#include "tools/report/figures/audit.h"
#include "tools/report/figures/comparison.h"
#include "tools/report/figures/pool.h"
#include "tools/report/figures/published_accuracy.h"
#include "tools/report/figures/verification_summary.h"
#include "tools/report/render/comparison_formats.h"
#include "tools/report/render/embedded.h"
#include "tools/report/render/paper_tables.h"
#include "tools/report/render/pool_formats.h"
#include "tools/report/render/report_table.h"
#include "tools/report/render/summary_json.h"
#include "tools/report/render/text_summary.h"
#include "tools/report/render/write_report.h"

namespace {

namespace options = boost::program_options;

constexpr const char* kSummary = "makes a run's report again, prints it, or compares runs";
constexpr const char* kUsage =
    R"(bo-report RUN [--out DIR] [--against ATTACK] [--points N,...] [--markdown FILE] [--json]
              [--fail-if CONDITION] ... [--baseline RUN]
bo-report SHARD SHARD ... [--out DIR] [--partial] [...]
bo-report --pool RUN ... [--against ATTACK|FILE.csv] ... [--points N,...] [--markdown FILE] [--json] [--out DIR]
bo-report RUN RUN ...
bo-report OLD NEW ... --compare [--against ATTACK] [--points N,...] [--json] [--out DIR]
bo-report RUN ... --table 6.6 [--out DIR]
bo-report --schema

Writes report.html, report.md, summary.json, results.csv, table.md, junit.xml, results.sarif and badge.svg of a
run into its folder (or DIR) and prints its figures. Everything is made from the folder's run.sqlite; the run may
be interrupted or still going on. With several runs of one protocol, prints one table over all of them and writes
nothing.

With shards of a run (bo-attack --shard), makes the run that they are shards of, in DIR or else the first free of
bora-merged-1, bora-merged-2, ..., and its report, with all that goes with one run. They must be of one plan: the
same model, data, attacks, bound, budget, seed, version and number of shards, each there once. --partial takes as
many as there are. A merged run is made again where DIR holds one.

With --pool, takes several runs that differ in their seed only for one: success, queries and comparisons over all
seeds, with intervals that take images for independent. --against FILE.csv holds every attack of one run or a pool
against results of others, paired by image and target: columns record (or image_index), label (or true), target,
queries, and success or status; results.csv and pool.csv are such files, too. --against NAME=FILE.csv says what to
call them. --out writes pool.md, pool.json and pool.csv (a line an instance).

With --compare, holds the attacks of the first run against those of each other one, instance by instance, and
says of each whether the other is significantly better, worse, or neither is shown, and the same of robust
accuracy, input by input. All tests of one call are adjusted together (Holm). Prints that as Markdown, or with
--json as JSON; --out writes comparison.md, comparison.html and comparison.json. With --table 6.6, combines runs
on graphs into one table: accuracy after each attack, a column a kind of victim, mean and deviation over the runs
of each.

--schema prints the JSON Schema of summary.json and does nothing else.

)";

constexpr const char* kExitCodesAndExamples =
    R"(Without --fail-if the conditions are those that the run was made with; --fail-if none: none.

Exit codes: 0; 1 if adversarial examples did not pass verification (of a model that answers at random they
count as failures instead), a database contradicts itself, a condition
cannot be decided, or standard output cannot be written; 2 for wrong input and for a folder that cannot be
written into; 4 if a condition holds. What did not pass or contradicts itself comes before 4, and 4 before what
cannot be decided. Everything is written before.

Examples:
  bo-report runs/mnist                     make the report again and print the figures
  bo-report assessment                     the report of several models, made again
  bo-report shard-*-of-16 --out mnist      one run of the 16 that as many machines made
  bo-report runs/mnist --json | jq .attacks[].success
  bo-report runs/mnist --out /tmp/report   leave the run's folder as it is
  bo-report runs/mnist --against square    compare every attack with square instead of with the first
  bo-report runs/mnist --points 1,25,250   success within so many queries instead of within 10, 50, 100, ...
  bo-report runs/mnist --markdown mnist.md the table, for a text
  bo-report --pool runs/mnist-seed-*       three seeds as one
  bo-report --pool runs/mnist-seed-* --against 'Square, its code'=peers/square.csv --markdown square.md
  bo-report runs/plain runs/defended       the same attacks on two models, side by side
  bo-report runs/*-PROTEINS-* --table 6.6  accuracy after each attack on graph classifiers, all seeds together
  bo-report runs/old runs/new --compare    the same attacks before and after a change, paired
  bo-report runs/mnist --fail-if 'asr@500 > 0.2'   exit code 4 if more than a fifth fall within 500 queries
  bo-report runs/new --baseline runs/old --fail-if 'regression > 0.05'
  bo-report --schema > summary.schema.json
)";

options::variables_map parse(int argc, char** argv, const options::options_description& visible) {
  options::options_description all;
  all.add(visible).add_options()("run", options::value<std::vector<std::string>>());
  options::positional_options_description positional;
  positional.add("run", -1);
  using Style = options::command_line_style::style_t;
  const int style = Style::unix_style & ~Style::allow_guessing;
  try {
    options::variables_map given;
    options::store(
        options::command_line_parser(argc, argv).options(all).positional(positional).style(style).run(),
        given);
    return given;
  } catch (const options::unknown_option& error) {
    const std::string name = error.get_option_name();
    const std::string nearest = bora::nearest_name(
        name, {"--out", "--against", "--pool", "--points", "--compare", "--table", "--markdown", "--json",
               "--fail-if", "--baseline", "--partial", "--schema", "--help", "--help-markdown", "--version"});
    throw bora::InputError("{}: no such option{}", name,
                           nearest.empty() ? "" : ", did you mean " + nearest + "?");
  } catch (const options::error& error) {
    throw bora::InputError("{}", error.what());
  }
}

void refuse(const options::variables_map& given, const std::vector<const char*>& names,
            const std::string& why) {
  for (const char* name : names) {
    if (given.count(name) > 0) throw bora::InputError("--{}: {}", name, why);
  }
}

std::string text_of(const options::variables_map& given, const char* option) {
  return given.count(option) > 0 ? given[option].as<std::string>() : "";
}

/// Value of --against: an attack of the runs, or files with results of other tools.
struct Against {
  std::string attack;
  std::vector<std::pair<std::filesystem::path, std::string>> files;  // file, and its displayed name or ""
};

Against against(const options::variables_map& given) {
  Against out;
  if (given.count("against") == 0) return out;
  for (const std::string& value : given["against"].as<std::vector<std::string>>()) {
    const std::size_t equals = value.find('=');
    if (!value.ends_with(".csv")) {
      if (!out.attack.empty())
        throw bora::InputError("--against: names two attacks, {} and {}", out.attack, value);
      out.attack = value;
    } else if (equals != std::string::npos && !std::filesystem::exists(value)) {
      out.files.emplace_back(value.substr(equals + 1), value.substr(0, equals));
    } else {
      out.files.emplace_back(value, "");
    }
  }
  return out;
}

std::vector<int> points(const options::variables_map& given) {
  std::vector<int> out;
  if (given.count("points") == 0) return out;
  for (const std::string& part : bora::split(text_of(given, "points"), ',')) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size() || value < 1)
      throw bora::InputError("--points: got '{}', expected query numbers from 1, as in 1,10,100",
                             bora::printable(part));
    out.push_back(value);
  }
  return out;
}

std::vector<bora::RunRecord> read_runs(const std::vector<std::string>& folders) {
  std::vector<bora::RunRecord> runs;
  for (const std::string& folder : folders) runs.push_back(bora::read_run(folder));
  return runs;
}

/// Replaces the conditions of the run by those of the command line.
void set_conditions(const options::variables_map& given, bora::RunRecord& run) {
  if (given.count("fail-if") == 0 && given.count("baseline") == 0) return;
  if (given.count("fail-if") > 0) run.fail_if = given["fail-if"].as<std::vector<std::string>>();
  if (given.count("baseline") > 0) {
    run.baseline = std::filesystem::absolute(text_of(given, "baseline")).lexically_normal().string();
    const auto conditions = bora::parse_conditions(run.fail_if);
    if (std::ranges::find(conditions, bora::Figure::regression, &bora::Condition::figure) == conditions.end())
      throw bora::InputError("--baseline: belongs to --fail-if 'regression > ...', which is not given");
  }
  bora::check_conditions(run);
}

/// Returns `code` unless it is kExitOk, else the exit code of the conditions.
int with_conditions(int code, const bora::RunSummary& summary) {
  const bora::ConditionVerdict conditions = bora::verdict_of(summary.conditions);
  for (const std::string& line : conditions.lines) fmt::print(stderr, "bo-report: {}\n", line);
  if (code != bora::kExitOk) return code;
  if (conditions.any_holds) return bora::kExitConditionMet;
  return conditions.any_undecided ? bora::kExitUnexpected : bora::kExitOk;
}

/// Returns the exit code for the reported runs: that of bo-attack if an adversarial example did not pass
/// verification or a database contradicts itself.
int verdict(const std::vector<bora::RunRecord>& runs) {
  int code = bora::kExitOk;
  for (const bora::RunRecord& run : runs) {
    bora::VerificationSummary verification;
    for (const bora::InstanceRecord& instance : run.instances) verification.add(instance);
    if (verification.at_fault(run.repeats)) {
      fmt::print(stderr, "bo-report: {}: {} of {} adversarial examples did not pass verification\n",
                 run.folder.string(), verification.contradicted(), verification.examples);
      code = bora::kExitUnexpected;
    }
    if (const auto findings = bora::audit(run); !findings.empty()) {
      fmt::print(stderr, "bo-report: {}: the database contradicts itself ({} found): {}\n",
                 run.folder.string(), findings.size(), findings.front());
      code = bora::kExitUnexpected;
    }
  }
  return code;
}

int side_by_side(const std::vector<std::string>& folders, const options::variables_map& given) {
  refuse(given, {"json", "markdown"},
         fmt::format("goes with one run or --pool, but {} runs are given", folders.size()));
  refuse(given, {"out", "against", "points"},
         fmt::format("goes with one run, --pool or --compare, but {} runs are given", folders.size()));
  const auto runs = read_runs(folders);
  const std::string protocol = bora::published_accuracy().protocol;
  if (std::all_of(runs.begin(), runs.end(),
                  [&](const auto& run) { return bora::states_protocol(run, protocol); })) {
    std::cout << bora::markdown(bora::matrix_table(bora::accuracy_matrix(runs)));
  } else {
    std::cout << bora::text_comparison(runs);
  }
  return verdict(runs);
}

int compare(const std::vector<std::string>& folders, const options::variables_map& given) {
  refuse(given, {"markdown", "pool"}, "does not go with --compare");
  if (folders.size() < 2) {
    throw bora::InputError(
        "--compare: wants two runs or more; the attacks of one run are compared in its report");
  }
  const Against reference = against(given);
  if (!reference.files.empty())
    throw bora::InputError("--against {}: goes with one run or --pool, not with --compare",
                           reference.files.front().first.string());
  const auto runs = read_runs(folders);
  std::vector<bora::RunComparison> comparisons;
  for (std::size_t other = 1; other < runs.size(); ++other)
    comparisons.push_back(bora::compare_runs(runs.front(), runs[other], reference.attack, points(given)));
  const std::string markdown = bora::comparison_markdown(comparisons);
  const std::string json = bora::comparison_json(comparisons);
  std::cout << (given.count("json") > 0 ? json : markdown);
  if (given.count("out") > 0) {
    const std::filesystem::path out = bora::make_folder(text_of(given, "out"));
    bora::write_whole_file(out / "comparison.md", markdown);
    bora::write_whole_file(out / "comparison.json", json);
    bora::write_whole_file(out / "comparison.html", bora::comparison_html(comparisons));
  }
  return verdict(runs);
}

int combine(const std::vector<std::string>& folders, const options::variables_map& given) {
  refuse(given, {"json", "markdown", "against", "compare", "pool", "points"}, "does not go with --table");
  const std::string name = text_of(given, "table");
  if (name != "6.6") throw bora::InputError("--table: got '{}', the only one is 6.6", name);
  const auto runs = read_runs(folders);
  const std::string markdown = bora::markdown(bora::matrix_table(bora::accuracy_matrix(runs)));
  std::cout << markdown;
  if (given.count("out") > 0)
    bora::write_whole_file(bora::make_folder(text_of(given, "out")) / "table-6.6.md", markdown);
  return verdict(runs);
}

int pool(const std::vector<std::string>& folders, const options::variables_map& given) {
  const Against rivals = against(given);
  if (given.count("pool") == 0 && folders.size() > 1)
    throw bora::InputError("--against {}: goes with one run or --pool, but {} runs are given",
                           rivals.files.front().first.string(), folders.size());
  const auto runs = read_runs(folders);
  const bora::Pool pool = bora::pool_runs(runs, {rivals.attack, points(given), rivals.files});
  const std::string markdown = bora::pool_markdown(runs, pool);
  if (given.count("out") > 0) {
    const std::filesystem::path out = bora::make_folder(text_of(given, "out"));
    bora::write_whole_file(out / "pool.md", markdown);
    bora::write_whole_file(out / "pool.json", bora::pool_json(runs, pool));
    bora::write_whole_file(out / "pool.csv", bora::pool_csv(runs));
  }
  if (given.count("markdown") > 0) bora::write_whole_file(text_of(given, "markdown"), markdown);
  std::cout << (given.count("json") > 0 ? bora::pool_json(runs, pool) : bora::pool_text(runs, pool));
  return verdict(runs);
}

/// Rewrites the report that an assessment's folder holds.
int assess(const std::string& folder, const options::variables_map& given) {
  refuse(given, {"against", "points", "pool", "compare", "table", "fail-if", "baseline"},
         fmt::format("goes with runs, but {} holds an assessment of several models", folder));
  const bora::Assessment assessment = bora::read_assessment(folder);
  const bora::AssessmentSummary summary = bora::summarise(assessment);
  const std::filesystem::path out = given.count("out") > 0 ? text_of(given, "out") : folder;
  bora::write_assessment_report(assessment, summary, out);
  if (given.count("markdown") > 0)
    bora::write_whole_file(text_of(given, "markdown"), bora::assessment_markdown(assessment, summary));
  if (given.count("json") > 0) {
    std::cout << bora::assessment_json(assessment, summary);
  } else {
    std::cout << bora::assessment_text(assessment, summary)
              << "report: " << (out / "assessment.html").string() << "\n";
  }
  std::vector<bora::RunRecord> runs;
  for (const bora::AssessedModel& model : assessment.models)
    runs.insert(runs.end(), model.runs.begin(), model.runs.end());
  return verdict(runs);
}

/// Writes the report of one run. `out_option`: folder that receives the report; "": the folder of the run.
int report(const std::string& folder, const std::string& out_option, const options::variables_map& given) {
  bora::RunRecord run = bora::read_run(folder);
  set_conditions(given, run);
  const bora::RunSummary summary = bora::summarise(run, against(given).attack, points(given));
  std::filesystem::path out = run.folder;
  if (!out_option.empty()) {
    out = out_option;
    if (std::filesystem::exists(out / "run.sqlite") && !std::filesystem::equivalent(out, run.folder))
      throw bora::InputError("--out {}: holds another run, whose report would be lost; name another folder",
                             out.string());
  }
  bora::write_report(run, summary, out);
  if (given.count("markdown") > 0) {
    bora::write_whole_file(text_of(given, "markdown"), bora::table_markdown(run, summary));
  }
  if (given.count("json") > 0) {
    std::cout << bora::summary_json(run, summary);
  } else {
    std::cout << bora::text_summary(run, summary) << "report: " << (out / "report.html").string() << "\n";
  }
  return with_conditions(verdict({run}), summary);
}

std::string first_free_folder() {
  for (int number = 1;; ++number)
    if (const std::string folder = fmt::format("bora-merged-{}", number); !std::filesystem::exists(folder))
      return folder;
}

/// Returns whether the runs are shards to be merged. Throws InputError if only some of them are shards.
bool are_shards(const std::vector<std::string>& folders) {
  const auto is_shard = [](const std::string& folder) { return bora::shard_of(folder).number > 0; };
  const auto shards = std::ranges::count_if(folders, is_shard);
  if (shards == 0 || shards == std::ssize(folders)) return shards > 0;
  const auto first = std::ranges::find_if(folders, is_shard);
  const auto other = std::ranges::find_if_not(folders, is_shard);
  throw bora::InputError(
      "{}: is shard {} of a run, and {} is a run of its own: name shards of one run, or none", *first,
      bora::shard_of(*first).text(), *other);
}

int merge(const std::vector<std::string>& folders, const options::variables_map& given) {
  const std::string out = given.count("out") > 0 ? text_of(given, "out") : first_free_folder();
  const bora::MergedRun merged =
      bora::merge_shards({folders.begin(), folders.end()}, out, given.count("partial") > 0);
  fmt::print(stderr, "bo-report: {} of {} shards merged into {}{}\n", merged.shards, merged.of, out,
             merged.unfinished > 0 ? fmt::format("; {} of them have not ended", merged.unfinished) : "");
  return report(out, "", given);
}

int run(int argc, char** argv) {
  options::options_description visible(kUsage + bora::conditions_help() + kExitCodesAndExamples +
                                       "\nOptions");
  visible.add_options()("out", options::value<std::string>()->value_name("DIR"), "where to write the report")(
      "against", options::value<std::vector<std::string>>()->composing()->value_name("ATTACK"),
      "the attack that the others are compared with; else the first. Or, and repeatedly, FILE.csv or "
      "NAME=FILE.csv: "
      "results of others")("pool", "take runs that differ in their seed only for one")(
      "points", options::value<std::string>()->value_name("N,..."),
      "success within so many queries, as in 1,10,100; the budget is always shown")(
      "compare", "hold runs against each other, instance by instance")(
      "table", options::value<std::string>()->value_name("6.6"),
      "combine runs on graphs into the table of that number (Ru 2021)")(
      "markdown", options::value<std::string>()->value_name("FILE"),
      "write table.md (of a pool pool.md) there, too")(
      "json", "print summary.json (or pool.json, comparison.json) instead of the table")(
      "fail-if", options::value<std::vector<std::string>>()->composing()->value_name("CONDITION"),
      "end with exit code 4 if this holds of the run's figures; repeatable. none: no condition")(
      "baseline", options::value<std::string>()->value_name("RUN"),
      "the run that the condition regression is about")(
      "partial", "merge the shards there are, though some are missing")(
      "schema", "print the JSON Schema of summary.json")("help,h", "print this")(
      "help-markdown", "print this as Markdown, a page of the reference")("version", "print the version");
  const options::variables_map given = parse(argc, argv, visible);
  if (given.count("help") > 0) {
    std::cout << visible;
    return bora::kExitOk;
  }
  if (given.count("help-markdown") > 0) {
    std::cout << bora::reference_page({.command = "bo-report",
                                       .summary = kSummary,
                                       .before = kUsage,
                                       .sections = {&visible},
                                       .after = bora::conditions_help() + kExitCodesAndExamples});
    return bora::kExitOk;
  }
  if (given.count("version") > 0) {
    std::cout << "bo-report (bora) " << BORA_VERSION << ", " << bora_processor_flags << '\n';
    return bora::kExitOk;
  }
  if (given.count("schema") > 0) {
    std::cout << bora::summary_schema();
    return bora::kExitOk;
  }
  if (given.count("run") == 0) throw bora::InputError("no run given; see bo-report --help");
  const auto folders = given["run"].as<std::vector<std::string>>();
  for (const std::string& folder : folders) {
    if (!bora::holds_assessment(folder)) continue;
    if (folders.size() == 1) return assess(folder, given);
    throw bora::InputError("{}: holds an assessment of several models; name it alone, or the runs in it",
                           folder);
  }
  const bool one_run = folders.size() == 1 && given.count("pool") == 0 && given.count("table") == 0;
  const bool alone = given.count("pool") + given.count("compare") + given.count("table") == 0;
  if (alone && folders.size() > 1 && against(given).files.empty() && are_shards(folders))
    return merge(folders, given);
  refuse(given, {"partial"}, "goes with several shards of a run, and nothing else");
  if (!one_run) refuse(given, {"fail-if", "baseline"}, "goes with one run");
  if (given.count("table") > 0) return combine(folders, given);
  if (given.count("compare") > 0) return compare(folders, given);
  if (given.count("pool") > 0 || !against(given).files.empty()) {
    refuse(given, {"fail-if", "baseline"}, "goes with one run, not with files of others' results");
    return pool(folders, given);
  }
  return folders.size() > 1 ? side_by_side(folders, given)
                            : report(folders.front(), text_of(given, "out"), given);
}

}  // namespace

int main(int argc, char** argv) {
  return bora::run_tool("bo-report", [&] { return run(argc, argv); });
}
