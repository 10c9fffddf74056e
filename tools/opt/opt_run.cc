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

/// A run's folder with all that belongs to it.
struct Opened {
  Opened(const OptOptions& options, bool may_create)
      : space(parse_space(options.space_text, options.space_file)), store(open(options, may_create)) {
    fs::create_directories(fs::path(options.out));
    tuning.emplace(store, space, make_optimiser(options.tuning, space.space()), options.maximise);
    if (!options.warm_start.empty() && tuning->trials().empty()) {
      const fs::path from = fs::is_directory(options.warm_start)
                                ? fs::path(options.warm_start) / "results.csv"
                                : fs::path(options.warm_start);
      for (const auto& [values, value] : read_results(from, space)) tuning->warm_start(values, value);
    }
  }

  static TrialStore open(const OptOptions& options, bool may_create) {
    if (TrialStore::holds_run(options.out)) return TrialStore::open(options.out);
    if (!may_create) throw InputError("--out: {} holds no run", options.out);
    TrialStore made = TrialStore::create(options.out, [&](TrialStore& store) {
      store.set("space", options.space_text);
      store.set(
          "command",
          nlohmann::json(options.command).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      store.set("config", options.config);
      store.set("direction", options.maximise ? "maximise" : "minimise");
      store.set("started", now());
      store.set("status", "running");
      store.set("version", BORA_VERSION);
    });
    write_whole_file(fs::path(options.out) / "space.toml", options.space_text);
    write_whole_file(fs::path(options.out) / "config.ini", options.config);
    return made;
  }

  ParameterSpace space;
  TrialStore store;
  std::optional<Tuning> tuning;
};

class Trials {
 public:
  Trials(const OptOptions& options, Opened& opened)
      : options_(options),
        tuning_(*opened.tuning),
        command_(options.command, opened.space),
        reader_(options.value),
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
      show(static_cast<double>(tuning_.told()) / options_.tuning.budget);
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
      while (may_ask()) {
        const auto row = tuning_.ask();
        if (!row) {
          stopped_ = "every point of the space that the optimiser finds was tried";
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
      if (options_.patience > 0 && tuning_.since_best() >= options_.patience && stopped_.empty())
        stopped_ = fmt::format("{} trials without a better one", options_.patience);
    }
  }

  bool may_ask() const {
    return stopped_.empty() && tuning_.asked() < options_.tuning.budget &&
           tuning_.asked() - tuning_.told() < options_.workers;
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
    if (end.how == JobEnd::How::not_started) {
      // The same for every trial: nothing would be learnt by failing them all.
      throw InputError("the command: {}", end.reason);
    }
    std::optional<double> value;
    std::string reason = end.reason;
    if (reason.empty()) {
      constexpr std::uintmax_t kMostPrinted = 4 << 20;
      try {
        value = reader_.read(tail_of(folder_ / "trials" / fmt::to_string(end.id) / "stdout", kMostPrinted));
      } catch (const InputError& error) {
        reason = error.what();
      }
    }
    if (!value && attempts <= options_.retries) {
      queue_.push_front({end.id, attempts});
      return;
    }
    const char* const status = value ? "done" : end.how == JobEnd::How::timed_out ? "timed out" : "failed";
    tuning_.end(end.id, value, status, reason, end.seconds, attempts);
    if (!value)
      progress_.say(
          fmt::format("trial {} {}: {} (see {})", end.id, status, reason,
                      (fs::path(options_.out) / "trials" / fmt::to_string(end.id) / "stderr").string()));
  }

  void show(double fraction) {
    std::string text = fmt::format("{}/{} trials", tuning_.told(), options_.tuning.budget);
    if (const auto best = tuning_.best())
      text += fmt::format(", best {:.6g} (trial {})", *tuning_.trials().at(*best).value, *best);
    if (fraction < 1) text += fmt::format(", {} running", started_.size());
    progress_.update(std::min(fraction, 1.0), text);
  }

  const OptOptions& options_;
  Tuning& tuning_;
  CommandTemplate command_;
  ValueReader reader_;
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
  return Expression(options.fail_if, {"best", "trials", "failed"}, "--fail-if");
}

bool holds(const Expression& condition, const Tuning& tuning) {
  std::int64_t failed = 0;
  for (const auto& [number, row] : tuning.trials()) failed += row.ended() && !row.value ? 1 : 0;
  std::optional<ParameterValue> best;
  if (tuning.best()) best = *tuning.trials().at(*tuning.best()).value;
  // Without any value whatever is asked of the best one is not met.
  return condition.holds({best, std::int64_t{tuning.told()}, failed}, true);
}

std::string command_of(const OptOptions& options) {
  return join(options.command, " ");
}

}  // namespace

int run_trials(const OptOptions& options) {
  const auto condition = fail_condition(options);
  interrupt_flag();
  // What is wrong with the command or the rule is said before there is a folder.
  ValueReader reader(options.value);
  const CommandTemplate command(options.command, parse_space(options.space_text, options.space_file));
  Opened opened(options, !options.resume);
  opened.store.set("status", "running");
  opened.store.set("config", options.config);
  Trials trials(options, opened);
  const bool whole = trials.run();
  opened.store.set("status", whole ? "complete" : "interrupted");
  opened.store.set("finished", now());
  opened.store.set("stopped", trials.stopped());
  write_results(*opened.tuning, options.out, command_of(options));
  fmt::print("{}", summary_text(*opened.tuning, options.tuning.budget, trials.stopped()));
  fmt::print("report     {}\n", (fs::path(options.out) / "report.html").string());
  if (!whole) {
    fmt::print(stderr, "bo-opt: interrupted; go on with: bo-opt --resume --out {}\n", options.out);
    return kExitInterrupted;
  }
  if (condition && holds(*condition, *opened.tuning)) {
    fmt::print(stderr, "bo-opt: --fail-if: {}\n", options.fail_if);
    return kExitConditionMet;
  }
  return opened.tuning->best() ? kExitOk : kExitVictimFailed;
}

int ask_for_trials(const OptOptions& options) {
  Opened opened(options, true);
  for (int i = 0; i < options.count; ++i) {
    const auto row = opened.tuning->ask();
    if (!row) {
      fmt::print(stderr, "bo-opt: every point of the space that the optimiser finds was tried\n");
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
  Opened opened(options, false);
  if (options.told == "failed") {
    opened.tuning->end(options.trial, std::nullopt, "failed", "told so", 0, 1);
  } else {
    opened.tuning->end(options.trial, ValueReader("last-line").read(options.told), "done", "", 0, 1);
  }
  opened.tuning->tell(options.trial);
  write_results(*opened.tuning, options.out, command_of(options));
  return kExitOk;
}

int report_trials(const OptOptions& options) {
  const Opened opened(options, false);
  write_results(*opened.tuning, options.out, command_of(options));
  fmt::print("{}", summary_text(*opened.tuning, options.tuning.budget, opened.store.get("stopped")));
  fmt::print("report     {}\n", (fs::path(options.out) / "report.html").string());
  return kExitOk;
}

}  // namespace bora
