// bo-report: makes a run's report again, prints it, or compares runs.
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

#include "attacks/ledger/run_reader.h"
#include "common/error.h"
#include "common/text.h"
#include "tools/options/run_tool.h"
#include "tools/report/summary_json.h"
#include "tools/report/text_summary.h"
#include "tools/report/write_report.h"

namespace {

namespace options = boost::program_options;

constexpr const char* kUsage = R"(bo-report RUN [--out DIR] [--json]
bo-report RUN RUN ...

Writes summary.json, results.csv and report.html of a run into its folder (or DIR) and prints its figures.
Everything is made from the folder's run.sqlite; the run may be interrupted or still going on. With several
runs of one protocol, prints one table over all of them and writes nothing.

Examples:
  bo-report runs/mnist                     make the report again and print the figures
  bo-report runs/mnist --json | jq .attacks[].success
  bo-report runs/mnist --out /tmp/report   leave the run's folder as it is
  bo-report runs/plain runs/defended       the same attacks on two models, side by side

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
    const std::string nearest = bora::nearest_name(name, {"--out", "--json", "--help"});
    throw bora::InputError("{}: no such option{}", name,
                           nearest.empty() ? "" : ", did you mean " + nearest + "?");
  } catch (const options::error& error) {
    throw bora::InputError("{}", error.what());
  }
}

void compare(const std::vector<std::string>& folders, const options::variables_map& given) {
  for (const char* option : {"out", "json"}) {
    if (given.count(option) > 0) {
      throw bora::InputError("--{}: goes with one run, but {} are given", option, folders.size());
    }
  }
  std::vector<bora::RunRecord> runs;
  for (const std::string& folder : folders) runs.push_back(bora::read_run(folder));
  std::cout << bora::text_comparison(runs);
}

void report(const std::string& folder, const options::variables_map& given) {
  const bora::RunRecord run = bora::read_run(folder);
  std::filesystem::path out = run.folder;
  if (given.count("out") > 0) out = given["out"].as<std::string>();
  bora::write_report(run, out);
  if (given.count("json") > 0) {
    std::cout << bora::summary_json(run);
  } else {
    std::cout << bora::text_summary(run) << "report: " << (out / "report.html").string() << "\n";
  }
}

int run(int argc, char** argv) {
  options::options_description visible(kUsage);
  visible.add_options()("out", options::value<std::string>()->value_name("DIR"), "where to write the report")(
      "json", "print summary.json instead of the table")("help,h", "print this");
  const options::variables_map given = parse(argc, argv, visible);
  if (given.count("help") > 0) {
    std::cout << visible;
    return bora::kExitOk;
  }
  if (given.count("run") == 0) throw bora::InputError("no run given; see bo-report --help");
  const auto folders = given["run"].as<std::vector<std::string>>();
  if (folders.size() > 1) {
    compare(folders, given);
  } else {
    report(folders.front(), given);
  }
  return bora::kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::run_tool("bo-report", [&] { return run(argc, argv); });
}
