#include "tools/opt/opt_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "surrogates/acquisition/rules.h"
#include "surrogates/pending/pending_policy.h"
#include "tools/opt/repeats.h"
#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* kExamples =
    "Examples:\n"
    "  bo-opt --space space.toml --maximise --budget 100 --workers 2 --out run -- ./train.sh --lr {lr} --act "
    "{act}\n"
    "  bo-opt --resume --out run                        go on where Ctrl-C or a crash ended it\n"
    "  bo-opt --resume --out run --budget 200           and with more trials\n"
    "  bo-opt --resume --out run -- ./train.py {lr}     begin anew with the right command, while no trial "
    "has a "
    "value\n"
    "  bo-opt --space space.toml --minimise --value json:loss --timeout 3600 --out run -- python train.py\n"
    "  bo-opt --space space.toml --minimise --launch 'srun -n1 -c4' --workers 8 --asynchronous --out run -- "
    "./train {lr}\n"
    "  bo-opt --space space.toml --objective accuracy:maximise --objective seconds:minimise --out run -- "
    "./train.sh {lr}\n"
    "  bo-opt --space space.toml --maximise --constraint 'latency<=20' --out run -- ./train.sh {lr}\n"
    "                                                   prints {\"value\": 0.93, \"latency\": 17.5}\n"
    "  bo-opt ask --space space.toml --maximise --out run     a trial to run by hand, as a line of JSON; "
    "later without --space\n"
    "  bo-opt tell 17 0.93 --out run                    what trial 17 gave; or: bo-opt tell 17 failed --out "
    "run\n"
    "  bo-opt tell 17 0.93,12 --out run                 with several objectives or constraints, in their "
    "order; or\n"
    "                                                   a JSON object: '{\"value\": 0.93, \"latency\": 12}'\n"
    "  bo-opt report --out run                          report.html and results.csv as of now\n"
    "\n"
    "The space is TOML, a table a parameter; type = \"real\", \"log\", \"integer\", "
    "\"log-integer\",\n"
    "\"ordinal\" or \"categorical\":\n"
    "  [lr]                          [act]                            [slope]\n"
    "  type = \"log\"                  type = \"categorical\"             type = \"real\"\n"
    "  bounds = [1e-5, 1e-1]         values = [\"relu\", \"leaky\"]       bounds = [0, 1]\n"
    "                                                                 when = \"act == 'leaky'\"\n"
    "and, above the tables, constraints = [\"width * depth <= 4096\", \"a + b == 1\"]. They may use\n"
    "+ - * / % ^, comparisons, && || ! ?: and functions such as abs, sqrt, exp, ln, log10, sin, min and max "
    "(docs/how-to/tune-a-program.md).\n"
    "\n"
    "The program prints its value. {lr} stands for a parameter's value wherever it stands in the command, "
    "{trial} for the\n"
    "number of the trial, {repeat} for which of its --repeats it is, {folder} for where its files go. A "
    "command without any parameter finds the point "
    "in its\n"
    "environment and as JSON on its standard input. Where a parameter means nothing, its option is left out: "
    "--slope {slope},\n"
    "--slope={slope} and slope={slope}.\n"
    "\n"
    "Exit codes: 0 done; 2 wrong input; 3 no trial of the run gave a value, or none meets the constraints, "
    "or "
    "ask has no further point; 4 "
    "--fail-if "
    "holds; 130 interrupted; 1 "
    "anything else.";

struct Given {
  OptOptions& options;
  bool minimise = false, maximise = false;
  std::vector<std::string> objectives, constraints;
  std::uint64_t seed = 0;
};

std::unique_ptr<CommandLine> make_line(Given& given) {
  OptOptions& options = given.options;
  auto line =
      std::make_unique<CommandLine>("bo-opt", "tunes any program by Bayesian optimisation", kExamples);
  line->section("What is tuned")
      .add_options()                                                                                     //
      ("space", po::value(&options.space_file)->value_name("FILE"), "parameters and constraints, TOML")  //
      ("minimise", po::bool_switch(&given.minimise), "the value is better the smaller it is ...")        //
      ("maximise", po::bool_switch(&given.maximise), "... or the larger; one of the two is needed, or")  //
      ("objective", po::value(&given.objectives)->value_name("NAME:minimise"),
       "several, each given so (or NAME:maximise): fields of the JSON object that the program's output ends "
       "with, and "
       "`seconds`, what a trial takes")  //
      ("constraint", po::value(&given.constraints)->value_name("NAME<=NUMBER"),
       "a bound (or NAME>=NUMBER) on a field of the JSON object that the program's output ends with, or on "
       "`seconds`; may be given several times. bayes and forest model each; the other optimisers take a "
       "trial "
       "that breaks one as failed. Without --value the value is the field `value`")  //
      ("value", value_of(options.value),
       "where it stands: last-line | regex:EXPRESSION (first group of the last match) | json:FIELD (of the "
       "JSON object that the output ends with)")  //
      ("budget", value_of(options.budget), "trials");
  line->section("How trials run")
      .add_options()                                                     //
      ("workers", value_of(options.workers), "trials at the same time")  //
      ("asynchronous", po::bool_switch(&options.asynchronous),
       "ask for the next point whenever a worker is free, with the values there are; without it values count "
       "in the order "
       "of trials, so that a run can be repeated exactly, however long each trial takes")             //
      ("timeout", value_of(options.timeout), "seconds after which a trial is ended; 0: never")        //
      ("retries", value_of(options.retries), "further attempts at a trial that failed or timed out")  //
      ("repeats", value_of(options.repeats),
       "of a noisy program: run it so many times for each trial, whose value is their mean; {repeat} in the "
       "command is 1, 2, ...; --budget counts trials")  //
      ("launch", po::value(&options.launch)->value_name("PREFIX"),
       "words before the command, quoted as in a shell, e.g. 'srun -n1 -c4', which make a trial a job of a "
       "scheduler")  //
      ("patience", value_of(options.patience),
       "end after so many trials without a better one; 0: with the budget")  //
      ("give-up", value_of(options.give_up),
       "end when the first so many trials all fail alike and the reason is of the command (an unknown "
       "option, a "
       "module that is missing); of any other reason, which another point may not meet, a warning after so "
       "many, and "
       "the end after five times as many; 0: never")  //
      ("warm-start", po::value(&options.warm_start)->value_name("FOLDER|CSV"),
       "values known before: another run's folder, or a CSV file with a column `value` and one a parameter");
  line->section("How points are chosen")
      .add_options()                                                                             //
      ("optimiser", value_of(options.tuning.optimiser), join(optimiser_names(), " | ").c_str())  //
      ("acquisition", value_of(options.tuning.acquisition),
       ("of bayes and forest, what makes a point worth a trial: " + join(acquisition_rule_names(), " | ") +
        "; forest without the fitbo family")
           .c_str())  //
      ("marginalise", value_of(options.tuning.marginalise),
       "of bayes: average the acquisition over so many draws of the model's hyper-parameters; 0: those that "
       "fit best")  //
      ("per-second", po::bool_switch(&options.tuning.per_second),
       "of bayes: by the acquisition per second that a trial is expected to take")  //
      ("pending", value_of(options.tuning.pending),
       ("what becomes of points that run while the next is chosen; of bayes: " +
        join(pending_policy_names(), " | ") + "; of forest: " + join(told_policy_names(), " | "))
           .c_str())  //
      ("initial", value_of(options.tuning.initial_points),
       "points spread over the space before the model chooses; 0: the optimiser's own number")  //
      ("seed", value_of(given.seed), "of all that is drawn");
  line->section("Output").add_options()  //
      ("out", po::value(&options.out)->value_name("FOLDER"),
       "run.sqlite, results.csv, summary.json, report.html and trials/NUMBER/ with what each printed")  //
      ("resume", po::bool_switch(&options.resume), "go on with the run in --out")                       //
      ("fail-if", po::value(&options.fail_if)->value_name("CONDITION"),
       "end with exit code 4 if it holds in the end, e.g. \"best < 0.9\"; of best, trials, failed, "
       "infeasible, and "
       "recommended, the value expected of the trial that is recommended where values are noisy, else the "
       "best")                                                         //
      ("count", value_of(options.count), "of `ask`: how many trials")  //
      ("quiet", po::bool_switch(&options.quiet), "no progress");
  line->keep_out_of_config({"out", "resume", "quiet", "count", "space", "warm-start"});
  return line;
}

/// Returns the options that may be changed when a run is resumed.
const std::vector<std::string>& free_on_resume() {
  static const std::vector<std::string> names{"budget", "workers",  "timeout", "retries",
                                              "launch", "patience", "give-up", "fail-if"};
  return names;
}

std::vector<Objective> objectives_of(const Given& given) {
  if (given.minimise && given.maximise) throw InputError("--minimise and --maximise exclude each other");
  if (given.objectives.empty()) {
    if (!given.minimise && !given.maximise)
      throw InputError("--minimise or --maximise must say which values are better, or several --objective");
    return {{"value", given.maximise}};
  }
  if (given.minimise || given.maximise)
    throw InputError("--objective: says itself whether it is minimised; leave {} out",
                     given.minimise ? "--minimise" : "--maximise");
  std::vector<Objective> objectives;
  for (const std::string& text : given.objectives) {
    const auto colon = text.rfind(':');
    const std::string name = text.substr(0, colon),
                      way = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (name.empty() || (way != "minimise" && way != "maximise"))
      throw InputError("--objective: '{}' is not valid, expected NAME:minimise or NAME:maximise", text);
    for (const Objective& other : objectives)
      if (other.name == name) throw InputError("--objective: {} is given twice", name);
    if (name == "trial" || name == "status")
      throw InputError("--objective: {}: results.csv has a column of that name already, choose another",
                       name);
    objectives.push_back({name, way == "maximise"});
  }
  constexpr std::size_t kMost = 8;
  if (objectives.size() < 2 || objectives.size() > kMost)
    throw InputError(
        "--objective: {} given, expected 2 to {}; a single one is --minimise or --maximise with --value",
        objectives.size(), kMost);
  return objectives;
}

bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

void check(const OptOptions& options) {
  const auto at_least = [](const char* name, double value, double least) {
    if (!std::isfinite(value)) throw InputError("--{}: {} is no finite number", name, value);
    if (value < least) throw InputError("--{}: {} is below {}", name, value, least);
  };
  at_least("budget", options.budget, 1);
  at_least("workers", options.workers, 1);
  at_least("timeout", options.timeout, 0);
  at_least("retries", options.retries, 0);
  at_least("repeats", options.repeats, 1);
  at_least("patience", options.patience, 0);
  at_least("give-up", options.give_up, 0);
  at_least("initial", options.tuning.initial_points, 0);
  at_least("marginalise", options.tuning.marginalise, 0);
  at_least("count", options.count, 1);
  if (options.workers > kMostThreads)
    throw InputError("--workers: {} is above {}", options.workers, kMostThreads);
  constexpr int kMostRepeats = 1000;
  if (options.repeats > kMostRepeats)
    throw InputError("--repeats: {} is above {}", options.repeats, kMostRepeats);
  if (options.repeats > 1 && options.verb == OptOptions::Verb::ask)
    throw InputError("--repeats: is of trials that bo-opt runs; of trials by hand, tell the mean");
  if (options.objectives.size() > 1 && options.value != OptOptions().value)
    throw InputError(
        "--value: is of one objective; several are fields of the JSON object that --objective names");
  check_name(options.tuning.optimiser, "--optimiser", optimiser_names());
  check_name(options.tuning.acquisition, "--acquisition", acquisition_rule_names());
  check_name(options.tuning.pending, "--pending", pending_policy_names());
}

std::string read_text(const std::string& file, const char* option) {
  std::ifstream in(file, std::ios::binary);
  try {
    if (in.is_open()) return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  } catch (const std::ios_base::failure&) {
    // A folder can be opened, not read.
  }
  throw InputError("{}: '{}' cannot be read", option, file);
}

// tell 17 0.93: the two words that belong to no option.
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
        "tell: {} words, expected the number of a trial and its value (or failed), as in tell 17 0.93",
        taken.size());
  const std::string& number = taken[0];
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), options.trial);
  if (error != std::errc() || end != number.data() + number.size() || options.trial < 1)
    throw InputError("tell: '{}' is no number of a trial", printable(number));
  options.told = taken[1];
  return left;
}

// Throws InputError unless the options in force make the run that there is.
void refuse_another_run(const CommandLine& now, const OptOptions& options) {
  OptOptions stored;
  Given given{stored, false, false, {}, {}, 0};
  const auto line = make_line(given);
  line->read_stored(options.stored->required("config"), options.stored->file.string() + ": run.config");
  const char* const arguments[] = {"bo-opt"};
  line->parse(1, arguments);
  const auto before = line->values();
  for (const auto& [name, value] : now.values()) {
    if (std::ranges::find(free_on_resume(), name) != free_on_resume().end()) continue;
    const auto found = before.find(name);
    const std::string was = found == before.end() ? "" : found->second;
    if (was != value)
      throw InputError("--{}: the run in {} was made with '{}', it cannot be resumed with '{}'", name,
                       options.out, was, value);
  }
}

}  // namespace

bool parse(OptOptions& options, int argc, const char* const* argv) {
  const auto without_values = [](const StoredRun& run) {
    return std::ranges::none_of(run.trials,
                                [](const TrialRow& row) { return row.number > 0 && !row.values.empty(); });
  };
  std::vector<std::string> words(argv + 1, argv + argc);
  if (const auto dashes = std::ranges::find(words, "--"); dashes != words.end()) {
    options.command.assign(dashes + 1, words.end());
    words.erase(dashes, words.end());
  }
  if (!words.empty() && !words[0].starts_with("-")) {
    static const std::vector<std::string> kVerbs{"ask", "tell", "report"};
    const auto verb = std::ranges::find(kVerbs, words[0]);
    if (verb == kVerbs.end()) {
      const std::string nearest = nearest_name(words[0], kVerbs);
      throw InputError("'{}' is none of {}{}; the command to tune stands after --", printable(words[0]),
                       join(kVerbs), nearest.empty() ? "" : "; did you mean " + nearest + "?");
    }
    options.verb = static_cast<OptOptions::Verb>(verb - kVerbs.begin() + 1);
    words.erase(words.begin());
  }
  using Verb = OptOptions::Verb;
  if (options.verb == Verb::tell && std::ranges::find(words, "--help") == words.end())
    words = take_told(options, words);

  // The run's own folder must be known before the rest can be read.
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--out" && i + 1 < words.size()) out = words[i + 1];
    if (words[i].starts_with("--out=")) out = words[i].substr(6);
  }
  const bool resume = std::ranges::find(words, "--resume") != words.end();
  const bool holds = !out.empty() && TrialStore::holds_run(out);
  const bool stored = resume || options.verb == Verb::tell || options.verb == Verb::report ||
                      (options.verb == Verb::ask && holds);
  if (stored && std::ranges::find(words, "--help") == words.end()) {
    if (out.empty()) throw InputError("--out: must name the folder of the run");
    options.stored = read_tuning_run(out);
    options.space_text = options.stored->required("space");
    const auto command = nlohmann::json::parse(options.stored->required("command"), nullptr, false);
    if (!command.is_array())
      throw InputError("{}: run.command is no JSON array", options.stored->file.string());
    const auto before = command.get<std::vector<std::string>>();
    if (resume && before.empty())
      throw InputError("--resume: the run in {} was made by ask; go on with bo-opt ask and bo-opt tell", out);
    if (options.command.empty()) options.command = before;
    options.replaces = resume && options.command != before && without_values(*options.stored);
    if (options.command != before && !options.replaces)
      throw InputError("--: the run in {} was made with the command '{}'; leave it out", out,
                       join(before, " "));
  }

  std::vector<const char*> arguments{argv[0]};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  Given given{options, false, false, {}, {}, 0};
  const auto line = make_line(given);
  if (options.stored)
    line->read_stored(options.stored->required("config"), options.stored->file.string() + ": run.config");
  if (!line->parse(static_cast<int>(arguments.size()), arguments.data())) return false;
  options.tuning.seed = given.seed;
  options.tuning.horizon = options.budget;
  options.config = line->config();
  if (stored && given.minimise && given.maximise)
    throw InputError("--minimise or --maximise: the run in {} was made with the other one; leave it out",
                     out);
  options.objectives = objectives_of(given);
  options.bounds = parse_outcome_bounds(given.constraints);
  check(options);
  options.window = trials_at_once(options.workers, options.repeats);
  for (const std::string& word : options.command)
    if (!is_utf8(word))
      throw InputError("--: the command has bytes that are no UTF-8: '{}'", printable(word));
  if (options.out.empty()) throw InputError("--out: must name a folder for the run");
  if (stored) {
    // The optimiser plans by the budget that it began with.
    options.tuning.horizon = options.stored->number("horizon");
    options.window = options.stored->number("window");
    const bool may_differ = resume && without_values(*options.stored);
    try {
      refuse_another_run(*line, options);
      if (!options.space_file.empty() && read_text(options.space_file, "--space") != options.space_text)
        throw InputError("--space: '{}' is not what the run in {} was made with; leave it out",
                         options.space_file, options.out);
    } catch (const InputError&) {
      if (!may_differ) throw;
      options.replaces = true;
    }
    if (options.replaces) {
      if (!options.space_file.empty()) options.space_text = read_text(options.space_file, "--space");
      if (options.space_file.empty()) options.space_file = (fs::path(options.out) / "space.toml").string();
      for (const TrialRow& row : options.stored->trials)
        if (row.number <= 0) options.known.push_back(row);
      options.tuning.horizon = options.budget;
      options.window = trials_at_once(options.workers, options.repeats);
      options.stored.reset();
      return true;
    }
    const auto asked =
        std::ranges::count_if(options.stored->trials, [](const TrialRow& row) { return row.number > 0; });
    if (resume && options.budget < asked)
      throw InputError("--budget: {} is below the {} trials that the run in {} has", options.budget, asked,
                       out);
    options.space_file = (fs::path(options.out) / "space.toml").string();
    if (!options.warm_start.empty()) throw InputError("--warm-start: only a new run can have one");
    return true;
  }
  if (holds && options.verb == Verb::run) {
    // One of which no trial has a value, such as of a mistyped command, is in nobody's way.
    const StoredRun there = read_tuning_run(out);
    const auto made_by = there.facts.find("command");
    options.replaces = made_by != there.facts.end() && made_by->second != "[]" && without_values(there);
  }
  if (holds && !options.replaces)
    throw InputError("--out: {} already holds a run; add --resume to continue it, or name another folder",
                     options.out);
  if (options.space_file.empty()) throw InputError("--space: must name a file of parameters (see --help)");
  options.space_text = read_text(options.space_file, "--space");
  return true;
}

}  // namespace bora
