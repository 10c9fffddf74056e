#include "tools/opt/ask_tell.h"

#include <algorithm>
#include <chrono>
#include <iostream>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"
#include "report/tuning/results.h"
#include "tools/options/print_error.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"
#include "tuning/run_handle.h"
#include "tuning/trials/value_reader.h"

namespace bora::tools {
namespace {

// Time limit for waiting until another process closes the run. Scripts may start many short ask and tell
// calls at once; a process that runs trials keeps the run open until they end.
constexpr std::chrono::seconds kWait(60);

// Throws InputError if bo-opt itself runs the trials of this run.
void check_by_hand(const OptOptions& options) {
  if (!options.config.command.empty())
    throw InputError(
        "{}: bo-opt runs the trials of this run itself (--resume); ask and tell are for runs started by ask",
        options.config.out);
}

// Result of a trial that the user reports.
struct Told {
  std::vector<double> values;  // values of objectives and constraints; empty: the trial has failed
  double seconds = 0;          // duration of the trial; 0: not reported
};

// Parses options.told: numbers in the order of `names`, or a JSON object with these fields.
std::vector<double> told_numbers(const OptOptions& options, const std::vector<Objective>& names) {
  std::vector<double> values;
  if (options.told.starts_with("{")) {
    const bool by_rule = options.config.value.starts_with("json:");
    for (std::size_t k = 0; k < names.size(); ++k) try {
        const std::string field = "json:" + names[k].name;
        values.push_back(ValueReader(k == 0 && by_rule ? options.config.value : field).read(options.told));
      } catch (const InputError& error) {
        throw InputError("tell: {}: {}", printable(options.told), error.what());
      }
    return values;
  }
  const std::vector<std::string> words = split(options.told, ',');
  if (words.size() != names.size()) {
    std::vector<std::string> expected;
    for (const Objective& one : names) expected.push_back(one.name);
    throw InputError("tell: '{}': got {}, expected {}: {}", printable(options.told),
                     count_of(static_cast<std::int64_t>(words.size()), "value"), names.size(),
                     join(expected, ","));
  }
  try {
    for (const std::string& word : words) values.push_back(parse_value(word));
  } catch (const InputError& error) {
    throw InputError("tell: {}", error.what());
  }
  return values;
}

// Parses options.told. With --per-second, the duration of the trial is an additional last value, unless
// `seconds` is an objective or constraint.
Told told_of(const OptOptions& options) {
  if (options.told == "failed") return {};
  std::vector<Objective> names = options.config.reported();
  const auto at = std::ranges::find(names, "seconds", &Objective::name) - names.begin();
  const bool extra = options.config.search.per_second && at == std::ssize(names);
  if (extra) names.push_back({"seconds"});
  Told told{told_numbers(options, names)};
  if (at < std::ssize(names)) told.seconds = told.values[static_cast<std::size_t>(at)];
  if (extra) told.values.pop_back();
  if (options.config.search.per_second && told.seconds < 0)
    throw InputError("tell: seconds: {} is negative, expected the duration of the trial", told.seconds);
  return told;
}

}  // namespace

int ask_for_trials(const OptOptions& options) {
  check_by_hand(options);
  Progress progress(options.quiet);
  RunHandle run(options.config, progress, kWait);
  run.warn_of_other_version(progress);
  run.settle();
  for (int i = 0; i < options.count; ++i) {
    const auto row = run.tuning->ask();
    if (!row) {
      print_error("bo-opt: no further point was found that the space allows and that was not tried\n");
      return i > 0 ? kExitOk : kExitVictimFailed;
    }
    auto trial = nlohmann::ordered_json::object();
    trial["trial"] = row->number;
    trial["point"] = parse_valid_json<nlohmann::ordered_json>(row->point);
    std::cout << json_text(trial) << "\n";
  }
  return kExitOk;
}

int tell_trial(const OptOptions& options) {
  check_by_hand(options);
  Progress progress(options.quiet);
  RunHandle run(options.config, progress, kWait);
  const Told told = told_of(options);
  run.store->begin();
  run.tuning->end(options.trial, told.values, told.values.empty() ? "failed" : "done",
                  told.values.empty() ? "reported by tell" : "", told.seconds, 1);
  run.settle();
  run.store->commit();
  // With many trials, the report is not rewritten after each one, since its models take a second or more.
  constexpr std::size_t kAlways = 50, kEvery = 10;
  const std::size_t trials = run.tuning->trials().size();
  if (trials <= kAlways || trials % kEvery == 0)
    write_results(*run.tuning, options.config.out, join(options.config.command, " "), {},
                  recommend(*run.tuning));
  else
    write_tables(*run.tuning, options.config.out);
  return kExitOk;
}

}  // namespace bora::tools
