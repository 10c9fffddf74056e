#include "tools/opt/opt_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "runs/process_pool.h"
#include "tools/opt/expression.h"
#include "tools/opt/program.h"
#include "tools/opt/results.h"
#include "tools/opt/space_file.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

std::string now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
}

/// The end of a file: a program may print gigabytes, its value stands at the end.
std::string tail_of(const fs::path& file, std::uintmax_t most) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) return "";
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(size - std::min(size, most)));
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Of each objective; none for the seconds of a trial, which need not be printed.
std::vector<std::optional<ValueReader>> make_readers(const OptOptions& options) {
  std::vector<std::optional<ValueReader>> readers;
  for (const Objective& objective : options.objectives) {
    if (options.objectives.size() == 1) {
      readers.emplace_back(options.value);
    } else if (objective.name == "seconds") {
      readers.emplace_back();
    } else {
      readers.emplace_back("json:" + objective.name);
    }
  }
  return readers;
}

void check_names(const ParameterSpace& space, const OptOptions& options) {
  std::vector<std::string> taken{"trial", "status", "value", "seconds"};
  for (const Objective& objective : options.objectives) taken.push_back(objective.name);
  for (const Parameter& parameter : space.parameters())
    if (std::ranges::find(taken, parameter.name) != taken.end())
      throw InputError("{}: parameter '{}': results.csv has a column of that name already, choose another",
                       options.space_file, parameter.name);
}

std::vector<TrialRow> known_before(const OptOptions& options, const ParameterSpace& space) {
  if (options.warm_start.empty()) return {};
  if (!fs::is_directory(options.warm_start))
    return warm_start_rows(read_results(options.warm_start, space, options.objectives), space);
  // From its database: what a run that was killed wrote last may be behind it.
  const StoredRun run = read_run(options.warm_start);
  const ParameterSpace theirs = parse_space(run.required("space"), options.warm_start + "/space.toml");
  std::vector<Objective> objectives;
  const auto said = nlohmann::ordered_json::parse(run.required("objectives"), nullptr, false);
  for (const auto& [name, way] : said.items()) objectives.push_back({name, way == "maximise"});
  const Tuning tuning(run.trials, nullptr, theirs, nullptr, objectives);
  const fs::path file = fs::path(options.warm_start) / "results.csv";
  return warm_start_rows(parse_results(results_csv(tuning), file.string(), space, options.objectives), space);
}

/// A run's folder with all that belongs to it. Whatever may be wrong is found before anything is stored.
struct Opened {
  explicit Opened(const OptOptions& options) : space(parse_space(options.space_text, options.space_file)) {
    check_names(space, options);
    auto searcher = make_searcher(options.tuning, space.space(), static_cast<int>(options.objectives.size()));
    if (options.stored) {
      store.emplace(TrialStore::open(options.out));
    } else {
      const std::vector<TrialRow> known = known_before(options, space);
      store.emplace(create(options, known));
    }
    tuning.emplace(store->trials(), &*store, space, std::move(searcher), options.objectives);
  }

  static TrialStore create(const OptOptions& options, const std::vector<TrialRow>& known) {
    TrialStore made = TrialStore::create(options.out, [&](TrialStore& store) {
      store.set("space", options.space_text);
      store.set("command", nlohmann::json(options.command).dump());
      store.set("config", options.config);
      auto objectives = nlohmann::ordered_json::object();
      for (const Objective& objective : options.objectives)
        objectives[objective.name] = objective.maximise ? "maximise" : "minimise";
      store.set("objectives", objectives.dump());
      store.set("directory", fs::current_path().string());
      store.set("window", fmt::to_string(options.workers));
      store.set("horizon", fmt::to_string(options.tuning.horizon));
      store.set("started", now());
      store.set("status", "running");
      store.set("version", BORA_VERSION);
      for (const TrialRow& row : known) store.add(row);
    });
    write_whole_file(fs::path(options.out) / "space.toml", options.space_text);
    write_whole_file(fs::path(options.out) / "config.ini", options.config);
    return made;
  }

  /// Tells what ended and was not told, as where a process died in between.
  void settle() {
    std::vector<std::int64_t> ended;
    for (const auto& [number, row] : tuning->trials())
      if (number > 0 && row.ended() && !row.told) ended.push_back(number);
    for (const std::int64_t number : ended) tuning->tell(number);
  }

  ParameterSpace space;
  std::optional<TrialStore> store;
  std::optional<Tuning> tuning;
};

class Trials {
 public:
  Trials(const OptOptions& options, Opened& opened)
      : options_(options),
        tuning_(*opened.tuning),
        command_(options.command, opened.space),
        readers_(make_readers(options)),
        folder_(fs::absolute(options.out)),
        pool_(options.workers),
        progress_(options.quiet) {
    std::istringstream words(options.launch);
    for (std::string word; words >> word;) launch_.push_back(word);
    for (const auto& [number, row] : tuning_.trials())
      if (number > 0 && !row.ended()) queue_.push_back({number, row.attempts});
  }

  /// Why it ended before the budget was spent; "" if it did not.
  const std::string& stopped() const { return stopped_; }

  /// False if it was interrupted.
  bool run() {
    const std::atomic<bool>& interrupted = interrupt_flag();
    while (true) {
      settle();
      while (!pool_.full() && !queue_.empty()) {
        start(queue_.front());
        queue_.pop_front();
      }
      if (interrupted) {
        pool_.kill_all();
        return false;
      }
      if (started_.empty()) {
        show(1);
        return true;
      }
      constexpr std::chrono::milliseconds kPatience(200);
      if (const auto end = pool_.wait(kPatience)) finish(*end);
      show(static_cast<double>(tuning_.told()) / options_.budget);
    }
  }

 private:
  struct Attempt {
    std::int64_t trial;
    int made;  // attempts before this one
  };

  // Tells what can be told and asks for what may be asked, in an order that depends on how long trials take
  // only where that is wanted.
  void settle() {
    while (true) {
      // By the whole past, not what is so now: a run that goes on ends where it would have ended.
      if (options_.patience > 0 && tuning_.longest_without_better() >= options_.patience && stopped_.empty())
        stopped_ = fmt::format("{} trials without a better one", options_.patience);
      while (may_ask()) {
        const auto row = tuning_.ask();
        if (!row) {
          stopped_ = "no further point was found that the constraints allow and that was not tried";
          break;
        }
        queue_.push_back({row->number, 0});
      }
      const auto next = std::ranges::find_if(tuning_.trials(), [&](const auto& entry) {
        const TrialRow& row = entry.second;
        return row.number > 0 && !row.told && (row.ended() || !options_.asynchronous);
      });
      if (next == tuning_.trials().end() || !next->second.ended()) return;
      tuning_.tell(next->first);
    }
  }

  bool may_ask() const {
    return stopped_.empty() && tuning_.asked() < options_.budget &&
           tuning_.asked() - tuning_.told() < (options_.asynchronous ? options_.workers : options_.window);
  }

  void start(const Attempt& attempt) {
    const fs::path folder = folder_ / "trials" / fmt::to_string(attempt.trial);
    fs::create_directories(folder);
    const Assignment values = tuning_.assignment(attempt.trial);
    Job job;
    job.id = attempt.trial;
    job.command = launch_;
    for (std::string& word : command_.filled(values, attempt.trial, folder.string()))
      job.command.push_back(std::move(word));
    job.environment = command_.environment(values, attempt.trial, folder.string());
    if (!command_.names_parameters()) {
      job.input = folder / "point.json";
      write_whole_file(job.input, to_json(tuning_.space(), values) + "\n");
    }
    job.output = folder / "stdout";
    job.errors = folder / "stderr";
    job.seconds = options_.timeout;
    pool_.start(job);
    started_[attempt.trial] = attempt.made;
  }

  void finish(const JobEnd& end) {
    const int attempts = started_.at(end.id) + 1;
    started_.erase(end.id);
    // Where no trial could be run at all, nothing would be learnt by failing them all.
    const bool any_ran =
        std::ranges::any_of(tuning_.trials(), [](const auto& entry) { return entry.second.seconds > 0; });
    if (end.how == JobEnd::How::not_started && !any_ran) throw InputError("the command: {}", end.reason);
    std::vector<double> values;
    std::string reason = end.reason;
    if (reason.empty()) {
      constexpr std::uintmax_t kMostPrinted = 4 << 20;
      try {
        const std::string printed =
            tail_of(folder_ / "trials" / fmt::to_string(end.id) / "stdout", kMostPrinted);
        for (const auto& reader : readers_) values.push_back(reader ? reader->read(printed) : end.seconds);
      } catch (const InputError& error) {
        reason = error.what();
        values.clear();
      }
    }
    if (values.empty() && attempts <= options_.retries) {
      queue_.push_front({end.id, attempts});
      return;
    }
    const char* const status = !values.empty()                     ? "done"
                               : end.how == JobEnd::How::timed_out ? "timed out"
                                                                   : "failed";
    tuning_.end(end.id, values, status, reason, end.seconds, attempts);
    if (values.empty())
      progress_.say(fmt::format("trial {} {}: {} (see {})", end.id, status, reason,
                                (fs::path(options_.out) / "trials" / fmt::to_string(end.id)).string()));
  }

  void show(double fraction) {
    std::string text = fmt::format("{}/{} trials", tuning_.told(), options_.budget);
    if (tuning_.objectives().size() > 1) {
      text += fmt::format(", {} that no other beats", tuning_.front().size());
    } else if (const auto best = tuning_.best()) {
      text += fmt::format(", best {:.6g} (trial {})", tuning_.trials().at(*best).values.front(), *best);
    }
    if (fraction < 1) text += fmt::format(", {} running", started_.size());
    progress_.update(std::min(fraction, 1.0), text);
  }

  const OptOptions& options_;
  Tuning& tuning_;
  CommandTemplate command_;
  std::vector<std::optional<ValueReader>> readers_;
  fs::path folder_;
  ProcessPool pool_;
  Progress progress_;
  std::vector<std::string> launch_;
  std::deque<Attempt> queue_;
  std::map<std::int64_t, int> started_;  // attempts before this one, by trial
  std::string stopped_;
};

/// Throws InputError if it cannot be understood.
std::optional<Expression> fail_condition(const OptOptions& options) {
  if (options.fail_if.empty()) return std::nullopt;
  Expression condition(options.fail_if, {"best", "trials", "failed"}, "--fail-if");
  if (options.objectives.size() > 1 &&
      std::ranges::find(condition.mentioned(), 0u) != condition.mentioned().end())
    throw InputError(
        "--fail-if: of several objectives there is no best value; trials and failed may be named");
  return condition;
}

bool holds(const Expression& condition, const Tuning& tuning) {
  std::int64_t failed = 0;
  for (const auto& [number, row] : tuning.trials()) failed += row.ended() && row.values.empty() ? 1 : 0;
  std::optional<ParameterValue> best;
  if (tuning.best()) best = tuning.trials().at(*tuning.best()).values.front();
  // Without any value whatever is asked of the best one is not met.
  return condition.holds({best, std::int64_t{tuning.told()}, failed}, true);
}

std::string command_of(const OptOptions& options) {
  return join(options.command, " ");
}

}  // namespace

int run_trials(const OptOptions& given) {
  const auto condition = fail_condition(given);
  interrupt_flag();
  OptOptions options = given;
  if (options.stored) {
    // Where the command was typed: it may name files from there.
    options.out = fs::absolute(options.out).string();
    fs::current_path(options.stored->required("directory"));
  }
  // What is wrong with the command or the rule is said before there is a folder.
  make_readers(options);
  const CommandTemplate command(options.command, parse_space(options.space_text, options.space_file));
  for (const std::string& name : command.unnamed())
    fmt::print(stderr, "bo-opt: the command does not name {{{}}}: the program cannot know it\n", name);
  Opened opened(options);
  TrialStore& store = *opened.store;
  store.set("status", "running");
  store.set("config", options.config);
  Trials trials(options, opened);
  const bool whole = [&] {
    try {
      return trials.run();
    } catch (...) {
      store.set("status", "interrupted");
      throw;
    }
  }();
  store.begin();
  store.set("status", whole ? "complete" : "interrupted");
  store.set("finished", now());
  store.set("stopped", trials.stopped());
  store.commit();
  write_results(*opened.tuning, options.out, command_of(options));
  fmt::print("{}", summary_text(*opened.tuning, options.budget, trials.stopped()));
  fmt::print("report     {}\n", (fs::path(given.out) / "report.html").string());
  if (!whole) {
    fmt::print(stderr, "bo-opt: interrupted; go on with: bo-opt --resume --out {}\n", given.out);
    return kExitInterrupted;
  }
  if (condition && holds(*condition, *opened.tuning)) {
    fmt::print(stderr, "bo-opt: --fail-if: {}\n", options.fail_if);
    return kExitConditionMet;
  }
  return opened.tuning->best() ? kExitOk : kExitVictimFailed;
}

namespace {

void check_by_hand(const OptOptions& options) {
  if (!options.command.empty())
    throw InputError(
        "{}: bo-opt runs the trials of this run itself (--resume); ask and tell are for runs made by ask",
        options.out);
}

}  // namespace

int ask_for_trials(const OptOptions& options) {
  check_by_hand(options);
  Opened opened(options);
  opened.settle();
  for (int i = 0; i < options.count; ++i) {
    const auto row = opened.tuning->ask();
    if (!row) {
      fmt::print(stderr,
                 "bo-opt: no further point was found that the constraints allow and that was not tried\n");
      return i > 0 ? kExitOk : kExitVictimFailed;
    }
    auto said = nlohmann::ordered_json::object();
    said["trial"] = row->number;
    said["point"] = nlohmann::ordered_json::parse(row->point);
    std::cout << said.dump() << "\n";
  }
  return kExitOk;
}

int tell_trial(const OptOptions& options) {
  check_by_hand(options);
  Opened opened(options);
  std::vector<double> values;
  if (options.told != "failed") {
    const std::vector<std::string> words = split(options.told, ',');
    if (words.size() != options.objectives.size())
      throw InputError("tell: '{}' is {} values, expected {}, as in 0.93,12", printable(options.told),
                       words.size(), options.objectives.size());
    for (const std::string& word : words) values.push_back(parse_value(word));
  }
  opened.store->begin();
  opened.tuning->end(options.trial, values, values.empty() ? "failed" : "done",
                     values.empty() ? "told so" : "", 0, 1);
  opened.settle();
  opened.store->commit();
  write_results(*opened.tuning, options.out, command_of(options));
  return kExitOk;
}

int report_trials(const OptOptions& options) {
  const ParameterSpace space = parse_space(options.space_text, options.space_file);
  const StoredRun& run = *options.stored;
  std::optional<Tuning> tuning;
  try {
    tuning.emplace(run.trials, nullptr, space,
                   make_searcher(options.tuning, space.space(), static_cast<int>(options.objectives.size())),
                   options.objectives);
  } catch (const InputError& error) {
    // The trials are what they are, whatever this program would ask for.
    fmt::print(stderr, "bo-opt: the report is without a model: {}\n", error.what());
    tuning.emplace(run.trials, nullptr, space, nullptr, options.objectives);
  }
  write_results(*tuning, options.out, command_of(options));
  const auto stopped = run.facts.find("stopped");
  fmt::print("{}", summary_text(*tuning, options.budget, stopped == run.facts.end() ? "" : stopped->second));
  fmt::print("report     {}\n", (fs::path(options.out) / "report.html").string());
  const auto condition = fail_condition(options);
  return condition && holds(*condition, *tuning) ? kExitConditionMet : kExitOk;
}

}  // namespace bora
