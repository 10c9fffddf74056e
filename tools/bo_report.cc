// bo-report: makes a run's report again, prints it, or compares runs.
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

#include "attacks/ledger/run_reader.h"
#include "common/error.h"
#include "tools/report/summary_json.h"
#include "tools/report/text_summary.h"
#include "tools/report/write_report.h"

namespace {

namespace options = boost::program_options;

constexpr const char* kUsage = R"(bo-report RUN [--out DIR] [--json]
bo-report RUN RUN ...

Writes summary.json, results.csv and report.html of a run into its folder (or DIR) and prints its figures. With
several runs of one protocol, prints one table over all of them and writes nothing. A run may still be going on.

Examples:
  bo-report runs/mnist                     make the report again and print the figures
  bo-report runs/mnist --json | jq .attacks
  bo-report runs/mnist --out /tmp/report   leave the run's folder as it is
  bo-report runs/plain runs/defended       the same attacks on two models, side by side

Options)";

int report(const options::variables_map& given) {
  const auto folders = given["run"].as<std::vector<std::string>>();
  if (folders.size() > 1) {
    if (given.count("out") > 0) throw bora::InputError("--out: with one run only, {} are given", folders.size());
    if (given.count("json") > 0) throw bora::InputError("--json: with one run only, {} are given", folders.size());
    std::vector<bora::RunRecord> runs;
    for (const std::string& folder : folders) runs.push_back(bora::read_run(folder));
    std::cout << bora::text_comparison(runs);
    return 0;
  }
  const bora::RunRecord run = bora::read_run(folders.front());
  std::filesystem::path out = run.folder;
  if (given.count("out") > 0) out = given["out"].as<std::string>();
  bora::write_report(run, out);
  if (given.count("json") > 0) {
    std::cout << bora::summary_json(run);
  } else {
    std::cout << bora::text_summary(run) << "report: " << (out / "report.html").string() << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  options::options_description visible(kUsage);
  visible.add_options()("out", options::value<std::string>()->value_name("DIR"), "where to write the report")(
      "json", "print summary.json instead of the table")("help,h", "print this");
  options::options_description all;
  all.add(visible).add_options()("run", options::value<std::vector<std::string>>());
  options::positional_options_description positional;
  positional.add("run", -1);
  try {
    options::variables_map given;
    options::store(options::command_line_parser(argc, argv).options(all).positional(positional).run(), given);
    if (given.count("help") > 0) {
      std::cout << visible;
      return 0;
    }
    if (given.count("run") == 0) throw bora::InputError("no run given: bo-report RUN (see bo-report --help)");
    return report(given);
  } catch (const std::exception& error) {
    std::cerr << "bo-report: " << error.what() << "\n";
    return 2;
  }
}
