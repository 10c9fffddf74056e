#include "tuning/trials/trial_runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/text.h"
#include "tuning/trials/failures.h"
#include "tuning/trials/launch.h"
#include "tuning/trials/orphans.h"
#include "tuning/trials/printed_unit.h"
#include "tuning/trials/repeats.h"

namespace bora::tuning {
namespace {

namespace fs = std::filesystem;

// Returns the last `most` bytes of a file; a program may print gigabytes, but its value is at the end.
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

bool has_own_values(const Tuning& tuning) {
  return std::ranges::any_of(tuning.trials(), [](const auto& entry) { return has_own_value(entry.second); });
}

}  // namespace

std::vector<std::optional<ValueReader>> make_readers(const TuningConfig& config) {
  std::vector<std::optional<ValueReader>> readers;
  const auto add = [&](const std::string& name) {
    name == "seconds" ? readers.emplace_back() : readers.emplace_back("json:" + name);
  };
  const bool several = config.objectives.size() > 1;
  // With constraints, the output ends with a JSON object, so its last line is not a number.
  const bool by_name = !config.bounds.empty() && config.value == TuningConfig::kLastLine;
  for (const Objective& objective : config.objectives)
    several || by_name ? add(objective.name) : static_cast<void>(readers.emplace_back(config.value));
  for (const OutcomeBound& bound : config.bounds) add(bound.name);
  return readers;
}

TrialRunner::TrialRunner(const TuningConfig& config, RunHandle& run, RunObserver& observer)
    : config_(config),
      tuning_(*run.tuning),
      store_(*run.store),
      watch_(*run.store, config.command, has_own_values(*run.tuning), observer),
      command_(config.command, run.space),
      readers_(make_readers(config)),
      folder_(fs::absolute(config.out)),
      pool_(config.workers),
      observer_(observer) {
  launch_ = launch_words(config.launch);
  std::set<fs::path> begun;
  for (const auto& [number, row] : tuning_.trials())
    if (number > 0 && !row.ended()) {
      enqueue(row);
      begun.insert(fs::weakly_canonical(folder_ / "trials" / fmt::to_string(number)));
    }
  // Two programs in one folder would overwrite each other's files.
  if (const int ended = begun.empty() ? 0 : end_orphans(begun); ended > 0)
    observer_.say(fmt::format("ended {} processes that an earlier part of the run had left running", ended));
}

fs::path TrialRunner::folder_of(std::int64_t trial, int repeat) const {
  const fs::path folder = folder_ / "trials" / fmt::to_string(trial);
  return config_.repeats > 1 ? folder / fmt::to_string(repeat) : folder;
}

std::string TrialRunner::last_words(const fs::path& folder, bool any) {
  constexpr std::uintmax_t kMost = 4096;
  for (const char* const name : {"stderr", "stdout"}) {
    std::string last;
    for (const std::string& line : split(tail_of(folder / name, kMost), '\n'))
      if (const std::string words = trimmed(line); !words.empty()) last = words;
    if (!last.empty()) return printable(last);
    if (!any) return "";
  }
  return "";
}

bool TrialRunner::run() {
  // A run that was killed may have stored the last repeat of a trial and not its end.
  for (const auto& [number, row] : tuning_.trials())
    if (number > 0 && !row.ended() && !row.repeats.empty()) conclude(number);
  while (true) {
    settle();
    while (cannot_start_.empty() && !pool_.full() && !queue_.empty()) {
      start(queue_.front());
      queue_.pop_front();
    }
    if (observer_.stop()) {
      pool_.end_all();
      return false;
    }
    if (started_.empty()) {
      show(1);
      return cannot_start_.empty();
    }
    constexpr std::chrono::milliseconds kPatience(200);
    if (const auto end = pool_.wait(kPatience)) finish(*end);
    show(static_cast<double>(tuning_.told()) / config_.budget);
  }
}

void TrialRunner::settle() {
  while (true) {
    // longest_without_better() covers all past trials, so a resumed run ends where it would have ended.
    if (config_.patience > 0 && tuning_.longest_without_better() >= config_.patience && stopped_.empty())
      stopped_ = count_of(config_.patience, "trial") + " without a better one";
    if (stopped_.empty()) {
      stopped_ = failing_from_the_start(tuning_.trials(), config_.give_up);
      gave_up_ = !stopped_.empty();
    }
    warn_of_failures();
    while (may_ask()) {
      const auto row = tuning_.ask();
      if (!row) {
        stopped_ = "no further point was found that the space allows and that was not tried";
        break;
      }
      enqueue(*row);
    }
    const auto next = std::ranges::find_if(tuning_.trials(), [&](const auto& entry) {
      const TrialRow& row = entry.second;
      return row.number > 0 && !row.told && (row.ended() || !config_.asynchronous);
    });
    if (next == tuning_.trials().end() || !next->second.ended()) return;
    tuning_.tell(next->first);
  }
}

void TrialRunner::enqueue(const TrialRow& row) {
  for (int repeat = 1; repeat <= config_.repeats; ++repeat)
    if (std::ranges::find(row.repeats, repeat, &RepeatRow::number) == row.repeats.end())
      queue_.push_back({row.number, repeat, 0});
}

void TrialRunner::warn_of_failures() {
  if (warned_ || config_.give_up == 0 || !stopped_.empty()) return;
  const FirstFailures first = first_failures(tuning_.trials());
  if (first.trials < config_.give_up) return;
  warned_ = true;
  observer_.warn(
      fmt::format("the first {} trials all failed alike: {}; the search goes on, since other points may work",
                  first.trials, first.reason));
}

bool TrialRunner::may_ask() const {
  const int most = config_.asynchronous ? trials_at_once(config_.workers, config_.repeats) : config_.window;
  return stopped_.empty() && tuning_.asked() < config_.budget && tuning_.asked() - tuning_.told() < most;
}

void TrialRunner::start(const Attempt& attempt) {
  const fs::path folder = folder_of(attempt.trial, attempt.repeat);
  fs::create_directories(folder);
  const Assignment values = tuning_.assignment(attempt.trial);
  Job job;
  job.id = ++jobs_;
  job.command = launch_;
  for (std::string& word : command_.filled(values, attempt.trial, folder.string(), attempt.repeat))
    job.command.push_back(std::move(word));
  job.environment = command_.environment(values, attempt.trial, folder.string(), attempt.repeat);
  if (!command_.names_parameters()) {
    job.input = folder / "point.json";
    // Not synced: a trial that a power cut interrupts is run again, with a new file.
    write_atomically(job.input, to_json(tuning_.space(), values) + "\n", Durability::unsynced);
  }
  job.output = folder / "stdout";
  job.errors = folder / "stderr";
  job.seconds = config_.timeout;
  pool_.start(job);
  started_.emplace(job.id, attempt);
}

std::vector<double> TrialRunner::values_in(const std::string& printed, double seconds) {
  std::vector<double> values;
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    if (!readers_[i]) {
      values.push_back(seconds);
      continue;
    }
    const auto [number, unit, note] = readers_[i]->read_with_unit(printed);
    values.push_back(number);
    if (!note.empty() && !std::exchange(word_warned_, true)) warn_and_store("value: " + note);
    if (unit.empty()) continue;
    // Stored for a resumed run.
    const std::string key = unit_fact(i);
    const std::string first = store_.get(key);
    if (first.empty()) store_.set(key, unit);
    const auto same = converted(number, unit, first);
    if (!same || *same == number) continue;
    if (!(std::abs(*same) <= kLargestValue))
      throw InputError("got {:g} {}, which is {:g} {}, expected a number from -1e150 to 1e150", number, unit,
                       *same, first);
    values.back() = *same;
    if (!std::exchange(unit_warned_, true))
      warn_and_store(fmt::format("a trial printed its value in {}, the first one in {}: all are taken in {}",
                                 unit, first, first));
  }
  return values;
}

std::string TrialRunner::value_on_stderr(const std::string& printed) const {
  try {
    for (const auto& reader : readers_)
      if (reader) reader->read(printed);
  } catch (const InputError&) {
    return "";
  }
  const std::vector<std::string> lines = split(trimmed(printed), '\n');
  return printable(trimmed(lines.back()), 80);
}

void TrialRunner::warn_of_thousands(std::int64_t trial, const std::string& reason) {
  if (!names_thousands(reason) || std::exchange(thousands_warned_, true)) return;
  warn_and_store(fmt::format(
      "trial {}: {}; if it separates thousands, values from 1,000 on fail and smaller ones do not, which "
      "misleads the search",
      trial, reason));
}

void TrialRunner::warn_and_store(const std::string& text) {
  observer_.warn(text);
  store_.add_warning(text);
}

void TrialRunner::finish(const JobEnd& end) {
  const Attempt attempt = started_.at(end.id);
  const int attempts = attempt.made + 1;
  started_.erase(end.id);
  if (end.how == JobEnd::How::not_started) {
    cannot_start_ = end.reason;
    return;
  }
  // The trial has ended already if another of its repeats has failed.
  if (tuning_.trials().at(attempt.trial).ended()) return;
  const fs::path folder = folder_of(attempt.trial, attempt.repeat);
  std::vector<double> values;
  std::string reason = end.reason;
  const bool exited_with_0 = reason.empty();
  if (reason.empty()) {
    constexpr std::uintmax_t kMostPrinted = 4 << 20;
    const std::string printed = tail_of(folder / "stdout", kMostPrinted);
    try {
      values = values_in(printed, end.seconds);
    } catch (const InputError& error) {
      const bool nothing = trimmed(printed).empty();
      const std::string words = last_words(folder, false);
      const std::string value = value_on_stderr(tail_of(folder / "stderr", kMostPrinted));
      reason = nothing && !words.empty() ? "nothing on standard output" : error.what();
      if (!value.empty())
        reason += fmt::format("; standard error ends with '{}'{}", value, kOnStandardError);
      else if (!words.empty())
        reason += (nothing ? "; standard error ends with: " : "; last output: ") + words;
      warn_of_thousands(attempt.trial, reason);
    }
  }
  if (values.empty() && !exited_with_0)
    if (const std::string words = last_words(folder, true); !words.empty())
      reason += "; last output: " + words;
  if (values.empty() && attempts <= config_.retries) {
    queue_.push_front({attempt.trial, attempt.repeat, attempts});
    return;
  }
  if (!values.empty()) watch_.note_value();
  const char* const status = !values.empty()                     ? "done"
                             : end.how == JobEnd::How::timed_out ? "timed out"
                                                                 : "failed";
  if (config_.repeats > 1) {
    tuning_.add_repeat(attempt.trial, {attempt.repeat, status, values, end.seconds, attempts, reason});
    conclude(attempt.trial);
  } else {
    tuning_.end(attempt.trial, values, status, reason, end.seconds, attempts);
  }
  if (values.empty())
    observer_.say(fmt::format("trial {} {}: {} (see {})", attempt.trial, status, reason,
                              (config_.out / fs::relative(folder, folder_)).string()));
}

void TrialRunner::conclude(std::int64_t trial) {
  const auto end = end_of_repeats(tuning_.trials().at(trial).repeats, config_.repeats);
  if (!end) return;
  std::erase_if(queue_, [&](const Attempt& attempt) { return attempt.trial == trial; });
  for (const auto& [job, attempt] : started_)
    if (attempt.trial == trial) pool_.end(job);
  tuning_.end(trial, end->values, end->status, end->reason, end->seconds, end->attempts);
}

void TrialRunner::show(double fraction) {
  std::string text = fmt::format("{}/{} trials", tuning_.told(), config_.budget);
  if (tuning_.objectives().size() > 1) {
    text += fmt::format(", {} that no other beats", tuning_.front().size());
  } else if (!tuning_.bounds().empty() && tuning_.told() > 0 && !tuning_.best()) {
    text += ", none meets the constraints yet";
  } else if (const auto best = tuning_.best()) {
    text += fmt::format(", best {:.6g} ({})", tuning_.trials().at(*best).values.front(),
                        *best < 1 ? "warm start" : fmt::format("trial {}", *best));
  }
  if (fraction < 1) text += fmt::format(", {} running", started_.size());
  observer_.update(std::min(fraction, 1.0), text);
}

}  // namespace bora::tuning
