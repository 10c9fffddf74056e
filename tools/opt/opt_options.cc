#include "tools/opt/opt_options.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "common/json.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "surrogates/acquisition/rules.h"
#include "surrogates/pending/pending_policy.h"
#include "tools/options/command_line.h"
#include "tuning/trials/repeats.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* kExamples =
    R"(Examples:
  bo-opt --space space.toml --maximise --budget 100 --workers 2 --out run -- ./train.sh --lr {lr} --act {act}
      tunes the parameters lr and act of a program
  bo-opt --resume --out run
      continues after Ctrl-C or a crash
  bo-opt --resume --out run --budget 200
      continues with more trials
  bo-opt --resume --out run -- ./train.py {lr}
      starts again with a corrected command, as long as no trial has a value
  bo-opt --space space.toml --minimise --value json:loss --timeout 3600 --out run -- python train.py
      reads the value from a field of JSON
  bo-opt --space space.toml --minimise --launch 'srun -n1 -c4' --workers 8 --asynchronous --out run -- ./train {lr}
      runs each trial as a job of a scheduler
  bo-opt --space space.toml --objective accuracy:maximise --objective seconds:minimise --out run -- ./train.sh {lr}
      optimises two objectives
  bo-opt --space space.toml --maximise --constraint 'latency<=20' --out run -- ./train.sh {lr}
      the program prints {"value": 0.93, "latency": 17.5}
  bo-opt ask --space space.toml --maximise --out run
      prints a trial to run by hand as one line of JSON; later calls need no --space
  bo-opt tell 17 0.93 --out run
      reports the value of trial 17; if it failed: bo-opt tell 17 failed --out run
  bo-opt tell 17 0.93,12 --out run
      with several objectives or constraints: their values in order, or JSON: '{"value": 0.93, "latency": 12}'
  bo-opt report --out run
      writes report.html and results.csv of the trials so far

The space is TOML with one table per parameter; type = "real", "log", "integer", "log-integer", "ordinal" or
"categorical":
  [lr]                          [act]                            [slope]
  type = "log"                  type = "categorical"             type = "real"
  bounds = [1e-5, 1e-1]         values = ["relu", "leaky"]       bounds = [0, 1]
                                                                 when = "act == 'leaky'"
Constraints stand above the tables: constraints = ["width * depth <= 4096", "a + b == 1"]. They may use
+ - * / % ^, comparisons, && || ! ?: and functions such as abs, sqrt, exp, ln, log10, sin, min and max
(docs/how-to/tune-a-program.md).

The program prints its value. In the command, {lr} is replaced by the value of the parameter lr, {trial} by the number
of the trial, {repeat} by the number of the repeat (--repeats) and {folder} by the folder for its files. A command
without any parameter finds the point in its environment and as JSON on its standard input. The option of an inactive
parameter is left out: --slope {slope}, --slope={slope} and slope={slope}.

Exit codes: 0 done; 2 wrong input; 3 no trial has a value, or none meets the constraints, or ask has no further point;
4 the condition of --fail-if holds; 130 interrupted; 1 anything else.)";

// Returns the help of --optimiser: all names, and the keys of their settings.
std::string optimiser_help() {
  std::string text = join(optimiser_names(), " | ") + ". Settings may follow, as in casmopolitan:as=paper.";
  for (const std::string& name : optimiser_names()) {
    std::vector<std::string> keys;
    for (const SettingDescription& setting : optimiser_settings(name)) keys.push_back(setting.key);
    if (!keys.empty()) text += " Those of " + name + ": " + join(keys) + ".";
  }
  return text + " A table at the end shows what each supports.";
}

// Returns the table of what each optimiser supports.
std::string support_help() {
  std::string text = "Optimisers:\n";
  const auto row = [&](const auto&... cells) {
    text += fmt::format("  {:12}  {:10}  {:12}  {:13}  {:14}  {:8}  {}\n", cells...);
  };
  row("", "objectives", "--constraint", "failed trials", "pending trials", "noise", "parameters");
  for (const std::string& name : optimiser_names()) {
    const OptimiserSupport& of = optimiser_support(name);
    const char* const objectives = of.several_objectives ? "several" : "one";
    const char* const constraints = of.models_constraints ? "modelled" : "as failed";
    row(name, objectives, constraints, of.failed, of.pending, of.noise, of.parameters);
  }
  return text +
         R"(modelled: the search avoids regions where trials break the constraint, or fail. as failed: a trial that breaks
a constraint has failed. not repeated: the point is not tried again. as bad: counts among the trials with low values.
predicted: has the value that the model predicts. averaged: by the trees. ignored: values are taken as they are.)";
}

// Options that objectives_of() and parse() turn into settings.
struct Typed {
  bool minimise = false, maximise = false, resume = false;
  std::vector<std::string> objectives, constraints;
};

void declare(CommandLine& line, OptOptions& options, Typed& typed) {
  TuningConfig& config = options.config;
  TuningOptions& search = config.search;
  line.section("Objective")
      .add_options()  //
      ("space", text_of(config.space_file, "FILE")->one_call(),
       "TOML file with the parameters and constraints")                     //
      ("minimise", po::bool_switch(&typed.minimise), "minimise the value")  //
      ("maximise", po::bool_switch(&typed.maximise), "maximise the value")  //
      ("objective", po::value(&typed.objectives)->value_name("NAME:minimise"),
       "one of several objectives, NAME:minimise or NAME:maximise; repeatable. NAME is a field of the JSON object at the end of "
       "the program's output, or `seconds`, the duration of the trial")  //
      ("constraint", po::value(&typed.constraints)->value_name("NAME<=NUMBER"),
       "bound (or NAME>=NUMBER) on a field of the JSON object at the end of the program's output, or on `seconds`, the duration "
       "of the trial (the mean with --repeats, where results.csv has the sum); repeatable. "
       "bayes and forest model each constraint; for the other optimisers, a trial that breaks one has failed. "
       "Without --value, the value is the field `value`")  //
      ("value", value_of(config.value),
       "where the output holds the value: last-line | regex:EXPRESSION (first group of the last match) | "
       "json:FIELD (of the JSON object at the end of the output)")  //
      ("budget", value_of(config.budget)->free_on_resume(), "number of trials");
  line.section("Trials").add_options()                                                              //
      ("workers", value_of(config.workers)->free_on_resume(), "number of trials at the same time")  //
      ("asynchronous", po::bool_switch(&config.asynchronous),
       "choose the next point whenever a worker is free, with the values known by then. "
       "Without it, values count in the order of trials, so that a run is exactly repeatable, whatever the durations of its trials")  //
      ("timeout", value_of(config.timeout)->free_on_resume(),
       "time limit of a trial in seconds; 0: none")  //
      ("retries", value_of(config.retries)->free_on_resume(),
       "number of further attempts after a trial failed or timed out")  //
      ("repeats", value_of(config.repeats),
       "number of runs of a noisy program per trial, whose value is their mean; "
       "{repeat} in the command is 1, 2, ...; --budget counts trials")  //
      ("launch", text_of(config.launch, "PREFIX")->free_on_resume(),
       "words to put before the command, quoted as in a shell, e.g. 'srun -n1 -c4', so that each trial is a job of a scheduler")  //
      ("patience", value_of(config.patience)->free_on_resume(),
       "end after this number of trials without improvement; 0: only --budget ends the run")  //
      ("give-up", value_of(config.give_up)->free_on_resume(),
       "end if the first N trials all fail for the same reason and the command or --value causes it (an unknown option, a missing module, a last line such as `time: 850 ms`). "
       "If the reason may depend on the point, warn after N trials and end after 5 N; 0: never")  //
      ("warm-start", text_of(config.warm_start, "FOLDER|CSV")->one_call(),
       "values that are known already: the folder of another run, or a CSV file with a column `value` and one per parameter");
  line.section("Search").add_options()                                     //
      ("optimiser", value_of(search.optimiser), optimiser_help().c_str())  //
      ("acquisition", value_of(search.acquisition),
       ("acquisition function of bayes and forest: " + join(acquisition_rule_names(), " | ") +
        "; forest does not support the fitbo family")
           .c_str())  //
      ("marginalise", value_of(search.marginalise),
       "for bayes: number of draws of the hyper-parameters over which the acquisition is averaged; 0: only the best fit is used")  //
      ("per-second", po::bool_switch(&search.per_second),
       "for bayes: maximise the acquisition per expected second of the trial. "
       "With `ask`, the seconds follow the value that is told: `tell 17 0.93,12.5`")  //
      ("pending", value_of(search.pending),
       ("treatment of pending points, which run while the next one is chosen. For bayes: " +
        join(pending_policy_names(), " | ") + "; for forest: " + join(imputing_policy_names(), " | "))
           .c_str())  //
      ("initial", value_of(search.initial_points),
       "number of points spread over the space before the model chooses; 0: the optimiser's default")  //
      ("seed", value_of(search.seed), "seed of all random choices");
  line.section("Output").add_options()  //
      ("out", text_of(config.out, "FOLDER")->one_call(),
       "folder for run.sqlite, results.csv, summary.json, report.html, and trials/NUMBER/ with each trial's output")  //
      ("resume", flag(typed.resume)->one_call(), "continue the run in --out")  //
      ("fail-if", text_of(options.fail_if, "CONDITION")->free_on_resume(),
       "exit with code 4 if the condition holds at the end, e.g. \"best < 0.9\". It may name best, trials, failed, infeasible, "
       "and recommended: the expected value of the recommended trial if values are noisy, else the best value")  //
      ("count", value_of(options.count)->one_call(), "for `ask`: number of trials")  //
      ("quiet", flag(options.quiet)->one_call(), "do not show progress");
}

std::vector<Objective> objectives_of(const Typed& typed) {
  if (typed.minimise && typed.maximise) throw InputError("--minimise and --maximise exclude each other");
  if (typed.objectives.empty()) {
    if (!typed.minimise && !typed.maximise)
      throw InputError(
          "give --minimise, --maximise or several --objective; "
          "bo-opt --help shows all options");
    return {{"value", typed.maximise}};
  }
  if (typed.minimise || typed.maximise)
    throw InputError("--objective: states its own direction, NAME:minimise or NAME:maximise; leave {} out",
                     typed.minimise ? "--minimise" : "--maximise");
  std::vector<Objective> objectives;
  for (const std::string& text : typed.objectives) {
    const auto colon = text.rfind(':');
    const std::string name = text.substr(0, colon),
                      direction = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (name.empty() || (direction != "minimise" && direction != "maximise"))
      throw InputError("--objective: '{}' is not valid, expected NAME:minimise or NAME:maximise", text);
    for (const Objective& other : objectives)
      if (other.name == name) throw InputError("--objective: {} is given twice", name);
    if (name == "trial" || name == "status")
      throw InputError("--objective: {}: results.csv has a column of that name already, choose another",
                       name);
    objectives.push_back({name, direction == "maximise"});
  }
  constexpr std::size_t kMost = 8;
  if (objectives.size() < 2 || objectives.size() > kMost)
    throw InputError(
        "--objective: {} given, expected 2 to {}; a single one is --minimise or --maximise with --value",
        objectives.size(), kMost);
  return objectives;
}

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  try {
    if (in.is_open()) return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  } catch (const std::ios_base::failure&) {
    // A folder can be opened, but reading it throws.
  }
  throw InputError("--space: '{}' cannot be read", file);
}

// Takes the trial and its result, the two words that belong to no option in "tell 17 0.93", from the words.
// Returns the other words.
std::vector<std::string> take_told(OptOptions& options, std::vector<std::string> words) {
  static const std::vector<std::string> kSwitches{"--minimise",   "--maximise", "--asynchronous",
                                                  "--per-second", "--resume",   "--quiet"};
  std::vector<std::string> left, taken;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--")) {
      left.push_back(words[i]);
      const bool switched = std::find(kSwitches.begin(), kSwitches.end(), words[i]) != kSwitches.end();
      if (words[i].find('=') == std::string::npos && i + 1 < words.size() && !switched)
        left.push_back(words[++i]);
    } else {
      taken.push_back(words[i]);
    }
  }
  if (taken.size() != 2)
    throw InputError(
        "tell: got {}, expected the number of a trial and its value (or failed), as in tell 17 0.93",
        count_of(static_cast<std::int64_t>(taken.size()), "word"));
  const std::string& number = taken[0];
  const auto trial = to_number<std::int64_t>(number, 1);
  if (!trial) throw InputError("tell: got '{}', expected the number of a trial", printable(number));
  options.trial = *trial;
  options.told = taken[1];
  return left;
}

// Takes the command to tune and the verb from the words.
void take_command(OptOptions& options, std::vector<std::string>& words) {
  if (const auto dashes = std::ranges::find(words, "--"); dashes != words.end()) {
    options.config.command.assign(dashes + 1, words.end());
    words.erase(dashes, words.end());
  }
  if (words.empty() || words[0].starts_with("-")) return;
  static const std::vector<std::string> kVerbs{"ask", "tell", "report"};
  const auto verb = std::ranges::find(kVerbs, words[0]);
  if (verb == kVerbs.end())
    throw InputError("'{}' is not one of {}{}; the command to tune follows --", printable(words[0]),
                     join(kVerbs), suggestion(words[0], kVerbs));
  options.verb = static_cast<OptOptions::Verb>(verb - kVerbs.begin() + 1);
  words.erase(words.begin());
}

bool is_without_values(const StoredRun& run) {
  return std::ranges::none_of(run.trials, has_own_value);
}

std::vector<std::string> command_of(const StoredRun& run) {
  const auto command = parse_json(run.required("command"));
  if (!command.is_array() ||
      !std::all_of(command.begin(), command.end(), [](const auto& word) { return word.is_string(); }))
    throw InputError("{}: run.command is not a JSON array of strings", run.file.string());
  return command.get<std::vector<std::string>>();
}

// Reads the run in `out` and the command that it was made with. Another command is only accepted if `resume`
// and no trial has a value; the run is then replaced.
StoredSettings read_stored_run(TuningConfig& config, const std::string& out, bool resume) {
  if (out.empty()) throw InputError("--out: must name the folder of the run");
  config.stored = read_tuning_run(out);
  config.space_text = config.stored->required("space");
  const auto before = command_of(*config.stored);
  if (resume && before.empty())
    throw InputError(
        "--resume: the run in {} was started by ask; continue it with bo-opt ask and bo-opt tell", out);
  if (config.command.empty()) config.command = before;
  config.replaces = config.command != before && resume && is_without_values(*config.stored);
  if (config.command != before && !config.replaces)
    throw InputError("--: the run in {} was made with the command '{}'; leave it out", out,
                     join(before, " "));
  return {config.stored->required("config"), config.stored->file.string() + ": run.config"};
}

// Completes the settings of a run that continues the stored one. The horizon of the optimiser and the number
// of trials at the same time stay those with which the run began. With `resume`, a run in which no trial has
// a value is replaced if settings differ.
void continue_run(TuningConfig& config, const CommandLine& line, bool resume) {
  const StoredRun& run = *config.stored;
  config.search.horizon = run.number("horizon");
  config.window = run.number("window");
  try {
    line.require_stored("the run in " + config.out);
    if (!config.space_file.empty() && read_text(config.space_file) != config.space_text)
      throw InputError(
          "--space: '{}' differs from the space of the run in {}; leave it out, or begin another run with it "
          "and --warm-start {}",
          config.space_file, config.out, config.out);
  } catch (const InputError&) {
    if (!resume || !is_without_values(run)) throw;
    config.replaces = true;
  }
  if (config.replaces) {
    if (!config.space_file.empty()) config.space_text = read_text(config.space_file);
    if (config.space_file.empty()) config.space_file = (fs::path(config.out) / "space.toml").string();
    // Values of a warm start (trials with numbers <= 0) are kept, as points of the present space.
    const bool warm = std::ranges::any_of(run.trials, [](const TrialRow& row) { return row.number <= 0; });
    if (warm && config.warm_start.empty()) config.warm_start = config.out;
    config.search.horizon = config.budget;
    config.window = trials_at_once(config.workers, config.repeats);
    config.stored.reset();
    return;
  }
  const auto asked = std::ranges::count_if(run.trials, [](const TrialRow& row) { return row.number > 0; });
  if (resume && config.budget < asked)
    throw InputError("--budget: {} is below the {} trials that the run in {} has", config.budget, asked,
                     config.out);
  config.space_file = (fs::path(config.out) / "space.toml").string();
  if (!config.warm_start.empty()) throw InputError("--warm-start: only a new run can have one");
}

// Completes the settings of a new run. If `may_replace`, it replaces a run in which no trial has a value, for
// example after a mistyped command.
void begin_run(TuningConfig& config, bool may_replace) {
  const bool holds = TrialStore::holds_run(config.out);
  if (holds && may_replace) {
    const StoredRun there = read_tuning_run(config.out);
    const auto made_by = there.facts.find("command");
    config.replaces = made_by != there.facts.end() && made_by->second != "[]" && is_without_values(there);
  }
  // With ask, another process may have begun the run a moment ago; RunHandle then opens it.
  if (holds && !config.replaces && may_replace)
    throw InputError("--out: {} already holds a run; add --resume to continue it, or name another folder",
                     config.out);
  if (config.space_file.empty()) throw InputError("--space: must name a file of parameters (see --help)");
  config.space_text = read_text(config.space_file);
}

}  // namespace

bool parse(OptOptions& options, int argc, const char* const* argv) {
  using Verb = OptOptions::Verb;
  TuningConfig& config = options.config;
  std::vector<std::string> words(argv + 1, argv + argc);
  take_command(options, words);
  if (options.verb == Verb::tell && std::ranges::find(words, "--help") == words.end())
    words = take_told(options, words);

  Typed typed;
  CommandLine line("bo-opt", "tunes any program by Bayesian optimisation",
                   std::string(kExamples) + "\n\n" + support_help());
  declare(line, options, typed);
  line.find_stored([&](const std::string& out, bool resume) -> std::optional<StoredSettings> {
    if (resume || options.verb == Verb::tell || options.verb == Verb::report ||
        (options.verb == Verb::ask && !out.empty() && TrialStore::holds_run(out)))
      return read_stored_run(config, out, resume);
    return std::nullopt;
  });
  std::vector<const char*> arguments{argv[0]};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  if (!line.parse(static_cast<int>(arguments.size()), arguments.data())) return false;
  config.config = line.config();
  if (config.stored && typed.minimise && typed.maximise)
    throw InputError("--minimise or --maximise: the run in {} was made with the other one; leave it out",
                     config.out);
  config.objectives = objectives_of(typed);
  config.bounds = parse_outcome_bounds(typed.constraints);
  config.search.horizon = config.budget;
  config.check();
  check_range("count", options.count, 1);
  if (config.repeats > 1 && options.verb == Verb::ask)
    throw InputError("--repeats: applies to trials that bo-opt runs; for trials by hand, tell the mean");
  for (const char* const name :
       {"workers", "asynchronous", "timeout", "retries", "launch", "patience", "give-up", "fail-if"})
    if (options.verb == Verb::ask && !config.stored && line.changed(name))
      throw InputError("--{}: applies to trials that bo-opt runs; leave it out of ask", name);
  config.window = trials_at_once(config.workers, config.repeats);
  if (config.out.empty()) throw InputError("--out: must name a folder for the run");
  config.stored ? continue_run(config, line, typed.resume) : begin_run(config, options.verb == Verb::run);
  return true;
}

}  // namespace bora::tools
