// bo-report: makes a run's report again, prints it, or compares runs.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

#include "attacks/ledger/run_reader.h"
#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "tools/options/run_tool.h"
#include "tools/report/accuracy_matrix.h"
#include "tools/report/comparison.h"
#include "tools/report/paper_tables.h"
#include "tools/report/published_accuracy.h"
#include "tools/report/report_table.h"
#include "tools/report/summary_json.h"
#include "tools/report/text_summary.h"
#include "tools/report/write_report.h"

namespace {

namespace options = boost::program_options;

constexpr const char* kUsage = R"(bo-report RUN [--out DIR] [--against ATTACK] [--markdown FILE] [--json]
bo-report RUN RUN ...
bo-report RUN RUN ... --compare [--against ATTACK] [--out DIR]
bo-report RUN ... --table 6.6 [--out DIR]

Writes summary.json, results.csv, table.md and report.html of a run into its folder (or DIR) and prints its
figures. Everything is made from the folder's run.sqlite; the run may be interrupted or still going on. With
several runs of one protocol, prints one table over all of them and writes nothing. With --compare, holds the
attacks of the first run against those of each other one, instance by instance, and prints that as Markdown. With --table 6.6, combines
runs on graphs into one table: accuracy after each attack, a column a kind of victim, mean and deviation over
the runs of each.

Examples:
  bo-report runs/mnist                     make the report again and print the figures
  bo-report runs/mnist --json | jq .attacks[].success
  bo-report runs/mnist --out /tmp/report   leave the run's folder as it is
  bo-report runs/mnist --against square    compare every attack with square instead of with the first
  bo-report runs/mnist --markdown mnist.md the table, for a text
  bo-report runs/plain runs/defended       the same attacks on two models, side by side
  bo-report runs/*-PROTEINS-* --table 6.6  accuracy after each attack on graph classifiers, all seeds together
  bo-report runs/old runs/new --compare    the same attacks before and after a change, paired

Options)";

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
        name, {"--out", "--against", "--compare", "--table", "--markdown", "--json", "--help"});
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

std::vector<bora::RunRecord> read_runs(const std::vector<std::string>& folders) {
  std::vector<bora::RunRecord> runs;
  for (const std::string& folder : folders) runs.push_back(bora::read_run(folder));
  return runs;
}

void side_by_side(const std::vector<std::string>& folders, const options::variables_map& given) {
  refuse(given, {"out", "json", "markdown", "against"},
         fmt::format("goes with one run or --compare, but {} runs are given", folders.size()));
  const auto runs = read_runs(folders);
  const std::string protocol = bora::published_accuracy().protocol;
  if (std::all_of(runs.begin(), runs.end(),
                  [&](const auto& run) { return bora::states_protocol(run, protocol); })) {
    std::cout << bora::markdown(bora::matrix_table(bora::accuracy_matrix(runs)));
    return;
  }
  std::cout << bora::text_comparison(runs);
}

void compare(const std::vector<std::string>& folders, const options::variables_map& given) {
  refuse(given, {"json", "markdown"}, "does not go with --compare");
  if (folders.size() < 2) {
    throw bora::InputError(
        "--compare: wants two runs or more; the attacks of one run are compared in its report");
  }
  const auto runs = read_runs(folders);
  std::string markdown;
  std::vector<bora::RunComparison> comparisons;
  for (std::size_t other = 1; other < runs.size(); ++other) {
    comparisons.push_back(bora::compare_runs(runs.front(), runs[other], text_of(given, "against")));
    if (other > 1) markdown += '\n';
    markdown += bora::comparison_markdown(comparisons.back());
  }
  std::cout << markdown;
  if (given.count("out") == 0) return;
  const std::filesystem::path out = bora::make_folder(text_of(given, "out"));
  bora::write_whole_file(out / "comparison.md", markdown);
  bora::write_whole_file(out / "comparison.html", bora::comparison_html(comparisons));
}

void combine(const std::vector<std::string>& folders, const options::variables_map& given) {
  refuse(given, {"json", "markdown", "against", "compare"}, "does not go with --table");
  const std::string name = text_of(given, "table");
  if (name != "6.6") throw bora::InputError("--table: got '{}', the only one is 6.6", name);
  const std::string markdown = bora::markdown(bora::matrix_table(bora::accuracy_matrix(read_runs(folders))));
  std::cout << markdown;
  if (given.count("out") == 0) return;
  bora::write_whole_file(bora::make_folder(text_of(given, "out")) / "table-6.6.md", markdown);
}

void report(const std::string& folder, const options::variables_map& given) {
  const bora::RunRecord run = bora::read_run(folder);
  const bora::RunSummary summary = bora::summarise(run, text_of(given, "against"));
  std::filesystem::path out = run.folder;
  if (given.count("out") > 0) out = text_of(given, "out");
  bora::write_report(run, summary, out);
  if (given.count("markdown") > 0) {
    bora::write_whole_file(text_of(given, "markdown"), bora::table_markdown(run, summary));
  }
  if (given.count("json") > 0) {
    std::cout << bora::summary_json(run, summary);
  } else {
    std::cout << bora::text_summary(run, summary) << "report: " << (out / "report.html").string() << "\n";
  }
}

int run(int argc, char** argv) {
  options::options_description visible(kUsage);
  visible.add_options()("out", options::value<std::string>()->value_name("DIR"), "where to write the report")(
      "against", options::value<std::string>()->value_name("ATTACK"),
      "the attack that the others are compared with; else the first")(
      "compare", "hold runs against each other, instance by instance")(
      "table", options::value<std::string>()->value_name("6.6"),
      "combine runs on graphs into the table of that number (Ru 2021)")(
      "markdown", options::value<std::string>()->value_name("FILE"), "write table.md there, too")(
      "json", "print summary.json instead of the table")("help,h", "print this");
  const options::variables_map given = parse(argc, argv, visible);
  if (given.count("help") > 0) {
    std::cout << visible;
    return bora::kExitOk;
  }
  if (given.count("run") == 0) throw bora::InputError("no run given; see bo-report --help");
  const auto folders = given["run"].as<std::vector<std::string>>();
  if (given.count("table") > 0) {
    combine(folders, given);
  } else if (given.count("compare") > 0) {
    compare(folders, given);
  } else if (folders.size() > 1) {
    side_by_side(folders, given);
  } else {
    report(folders.front(), given);
  }
  return bora::kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::run_tool("bo-report", [&] { return run(argc, argv); });
}
