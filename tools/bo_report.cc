// bo-report: rewrites reports, prints figures, and compares, pools and merges runs of bo-attack.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "common/error.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "report/assessment/figures/assessment.h"
#include "report/conditions/condition.h"
#include "tools/commands.h"
#include "tools/options/reference_page.h"
#include "tools/options/run_tool.h"
#include "tools/processor/needed_features.h"
#include "tools/report/commands.h"

namespace bora::tools {
namespace {

constexpr const char* kOverview = R"(
bo-report COMMAND --help lists the options of a command, with examples.

Without a command, options choose it: --pool, --compare, --table 6.6 and --schema mean pool, compare, matrix and
schema; one run with --against FILE.csv means pool; shards of a run mean merge; all else means show. A folder that
has the name of a command and holds a run or an assessment is shown, unless the command's name is written before it.

Exit codes:
  0  success
  1  an adversarial example did not pass verification (for a model that answers at random, it counts as a failed
     attack instead), a database contradicts itself, a condition cannot be decided, or standard output cannot be
     written
  2  wrong input, or a folder that cannot be written into
  4  a condition holds; an undecided condition has lower priority, the other errors have higher priority
All files are written before the exit code is chosen.
)";

std::string usage(const ReportCommand& command) {
  return fmt::format("bo-report {}{}\n", command.name, command.arguments);
}

HelpText help_of(const ReportCommand& command, const boost::program_options::options_description& options) {
  const bool conditions = std::string(command.name) == "show";
  return {.command = fmt::format("bo-report {}", command.name),
          .summary = command.summary,
          .before = fmt::format("{}\n{}", usage(command), command.text),
          .sections = {&options},
          .after = (conditions ? report::conditions_help() + "\n" : "") + "Examples:\n" + command.examples};
}

void print_help(const ReportCommand& command) {
  const auto options = describe(command.options, "Options");
  const HelpText help = help_of(command, options);
  std::cout << help.command << ": " << help.summary << "\n\n"
            << help.before << '\n'
            << options << '\n'
            << help.after;
}

std::string overview() {
  std::string out = "bo-report COMMAND RUN ... [OPTION ...]\n\nCommands:\n";
  for (const ReportCommand& command : report_commands())
    out += fmt::format("  {:<8} {}\n", command.name, command.summary);
  return out + kOverview;
}

// Prints the overview, then a section for each command: its page with headings one level lower.
void print_markdown() {
  const auto common = describe({"help", "help-markdown", "version"}, "Options");
  std::cout << reference_page({.command = "bo-report",
                               .summary = "rewrites reports, and compares, pools and merges runs",
                               .before = overview(),
                               .sections = {&common},
                               .after = ""});
  for (const ReportCommand& command : report_commands()) {
    const auto options = describe(command.options, "Options");
    std::istringstream page(reference_page(help_of(command, options)));
    std::string line;
    std::getline(page, line);  // the comment that the overview has
    while (std::getline(page, line)) std::cout << (line.starts_with('#') ? "#" : "") << line << '\n';
  }
}

// Returns the sub-command that the options and runs imply if none is named; the rules are in kOverview.
const ReportCommand& implied_command(const ReportOptions& options) {
  std::string name = "show";
  for (const auto& [option, command] : {std::pair("pool", "pool"), std::pair("compare", "compare"),
                                        std::pair("table", "matrix"), std::pair("schema", "schema")}) {
    if (!options.has(option)) continue;
    if (name != "show") throw InputError("--{}: cannot be combined with {}", option, name);
    name = command;
  }
  const bool several = options.runs.size() > 1, rivals = !options.against.rivals.empty();
  if (name == "show" && rivals && !several) name = "pool";
  const bool assessment = std::ranges::any_of(options.runs, report::holds_assessment);
  if (name == "show" && several && !rivals && !assessment && are_shards(options.runs)) name = "merge";
  return *find_report_command(name);
}

// Runs the sub-command `named`, or the implied one if it is nullptr. Returns the exit code.
int perform(const ReportCommand* named, ReportOptions options) {
  const ReportCommand& command = named != nullptr ? *named : implied_command(options);
  if (named == nullptr)
    for (const char* name : {"pool", "compare", "table", "schema"}) options.given.erase(name);
  options.accept_only(fmt::format("bo-report {}", command.name), command.options);
  if (options.runs.empty() && *command.arguments != '\0')
    throw InputError("no run given; see bo-report --help");
  for (const std::string& folder : options.runs)
    if (report::holds_assessment(folder) && (options.runs.size() > 1 || std::string(command.name) != "show"))
      throw InputError(
          "{}: holds an assessment of several models, expected a run; only bo-report show accepts one, alone",
          folder);
  return command.run(options);
}

// Returns whether a folder holds a run or an assessment.
bool holds_results(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::exists(folder / "run.sqlite", error) || report::holds_assessment(folder);
}

// Throws InputError if the first word of the command line is not a path and resembles the name of a
// sub-command.
void refuse_misspelt_command(const std::string& word) {
  std::error_code error;
  if (word.starts_with('-') || std::filesystem::exists(word, error)) return;
  const std::vector<std::string> names = names_of(report_commands());
  if (const std::string nearest = nearest_name(word, names); !nearest.empty())
    throw InputError("'{}' is neither a run folder nor one of {}; did you mean {}?", word, join(names),
                     nearest);
}

int run(std::vector<std::string> words) {
  const bool folder = !words.empty() && holds_results(words.front());
  const ReportCommand* command = words.empty() || folder ? nullptr : find_report_command(words.front());
  if (command != nullptr)
    words.erase(words.begin());
  else if (!words.empty())
    refuse_misspelt_command(words.front());
  const ReportOptions options = parse_report_options(words);
  if (options.has("help-markdown")) {
    print_markdown();
  } else if (options.has("help") && command != nullptr) {
    print_help(*command);
  } else if (options.has("help")) {
    std::cout << overview();
  } else if (options.has("version")) {
    std::cout << "bo-report (bora) " << BORA_VERSION << ", " << bora_processor_flags << '\n';
  } else {
    return perform(command, options);
  }
  return kExitOk;
}

}  // namespace

int bo_report(int argc, char** argv) {
  return run_tool("bo-report", [&] { return run({argv + 1, argv + argc}); });
}

}  // namespace bora::tools
