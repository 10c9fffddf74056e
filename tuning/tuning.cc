#include "tuning/tuning.h"

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "tuning/trials/command_template.h"

namespace bora::tuning {
namespace {

// Reads the coordinates that MixedSpace::key wrote.
Eigen::VectorXd parse_key(const std::string& key, const MixedSpace& space, const std::string& place) {
  const std::vector<std::string> words = split(key, ' ');
  Eigen::VectorXd point(static_cast<Eigen::Index>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto number = to_number<double>(words[i]);
    if (!number) throw InputError("{}: '{}' is not a point", place, printable(key));
    point[static_cast<Eigen::Index>(i)] = *number;
  }
  space.check(point);
  return point;
}

// Throws InputError for a row that bo-opt cannot have written, since a run may come from elsewhere.
// expected: number of values of a trial that has values.
void check_row(const TrialRow& row, std::size_t expected, const std::string& place) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("{}: trials, number {}: {}", place, row.number, what);
  };
  if (row.number > 0 && !row.asked) refuse("was not asked for, expected its place in the order of events");
  if (row.number <= 0 && !row.told) refuse("was not told, expected its place in the order of events");
  if (row.asked && row.told && *row.told <= *row.asked) refuse("was told before it was asked for");
  const auto check_values = [&](const std::vector<double>& values, const char* of) {
    if (!values.empty() && values.size() != expected)
      refuse(fmt::format("{}has {}, expected {}", of,
                         count_of(static_cast<std::int64_t>(values.size()), "value"), expected));
  };
  check_values(row.values, "");
  for (const RepeatRow& repeat : row.repeats) {
    check_values(repeat.values, "a repeat ");
    if (repeat.values.empty() && !row.values.empty()) refuse("has values, but one of its repeats has none");
  }
}

}  // namespace

std::vector<TrialRow> warm_start_rows(const Known& known, const ParameterSpace& space) {
  std::vector<TrialRow> rows;
  for (const auto& [assignment, values] : known) {
    TrialRow row;
    row.number = -static_cast<std::int64_t>(rows.size());
    const Eigen::VectorXd point = space.point(assignment);
    row.key = space.space().key(point);
    row.point = to_json(space, space.assignment(point));
    row.status = "done";
    row.values = values;
    row.told = static_cast<std::int64_t>(rows.size()) + 1;
    rows.push_back(std::move(row));
  }
  return rows;
}

Tuning::Tuning(std::vector<TrialRow> rows, TrialStore* store, const ParameterSpace& space,
               std::unique_ptr<Searcher> searcher, std::vector<Objective> objectives,
               std::vector<OutcomeBound> bounds)
    : store_(store),
      space_(space),
      searcher_(std::move(searcher)),
      objectives_(std::move(objectives)),
      bounds_(std::move(bounds)) {
  struct Event {
    std::int64_t at;
    bool asked;
    std::int64_t trial;
  };
  const std::string place = store != nullptr ? store->file().string() : "the run";
  std::vector<Event> events;
  for (TrialRow& row : rows) {
    check_row(row, objectives_.size() + bounds_.size(), place);
    if (row.asked) events.push_back({*row.asked, true, row.number});
    if (row.told) events.push_back({*row.told, false, row.number});
    const std::int64_t number = row.number;
    trials_.emplace(number, std::move(row));
  }
  std::ranges::sort(events, {}, &Event::at);
  for (const Event& event : events) {
    const TrialRow& stored = row(event.trial);
    events_ = event.at;
    if (!event.asked) {
      if (event.trial <= 0) points_[event.trial] = parse_key(stored.key, space.space(), place);
      apply(stored);
      continue;
    }
    ++asked_;
    if (!searcher_) {
      points_[event.trial] = parse_key(stored.key, space.space(), place);
      continue;
    }
    auto trial = searcher_->ask();
    if (trial.number != event.trial || space.space().key(trial.point) != stored.key)
      throw InputError(
          "{}: trial {} is not what this program asks for after the same answers (another version, or "
          "another machine's arithmetic); begin a new run with --warm-start and this one's folder",
          place, event.trial);
    points_[event.trial] = std::move(trial.point);
  }
}

TrialRow& Tuning::row(std::int64_t trial) {
  const auto found = trials_.find(trial);
  if (found == trials_.end()) throw InputError("trial {}: there is no such trial", trial);
  return found->second;
}

Assignment Tuning::assignment(std::int64_t trial) const {
  return space_.assignment(points_.at(trial));
}

std::vector<double> Tuning::signed_values(const TrialRow& row) const {
  std::vector<double> values;
  for (std::size_t k = 0; k < row.values.size(); ++k) {
    const double value = row.values[k];
    if (k < objectives_.size()) {
      values.push_back(objectives_[k].maximise ? value : -value);
    } else {
      values.push_back(bounds_[k - objectives_.size()].slack(value));
    }
  }
  return values;
}

bool Tuning::feasible(const TrialRow& row) const {
  if (row.values.empty()) return false;
  for (std::size_t k = 0; k < bounds_.size(); ++k)
    if (!bounds_[k].kept(row.values[objectives_.size() + k])) return false;
  return true;
}

void Tuning::apply(const TrialRow& row) {
  const std::vector<double> values = signed_values(row);
  if (!searcher_) {
    // The run is only read.
  } else if (row.number <= 0) {
    searcher_->observe(points_.at(row.number), values);
  } else if (!values.empty()) {
    searcher_->tell(row.number, values, row.seconds);
  } else {
    searcher_->fail(row.number);
  }
  if (row.number > 0) {
    ++told_;
    ++since_best_;
  }
  const auto not_better = [&] { longest_ = std::max(longest_, since_best_); };
  if (!feasible(row)) return not_better();
  // Returns whether a is at least as good as b in every objective. Of equal trials, the first stays in the
  // front.
  const auto covers = [&](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t k = 0; k < objectives_.size(); ++k)
      if (!(a[k] >= b[k])) return false;
    return true;
  };
  for (const std::int64_t other : front_)
    if (covers(signed_values(trials_.at(other)), values)) return not_better();
  std::erase_if(front_, [&](std::int64_t other) { return covers(values, signed_values(trials_.at(other))); });
  front_.push_back(row.number);
  std::ranges::sort(front_);
  since_best_ = 0;
}

std::optional<TrialRow> Tuning::ask() {
  auto trial = searcher_->ask();
  TrialRow row;
  row.number = trial.number;
  row.key = space_.space().key(trial.point);
  // An optimiser repeats a point only if it finds no other one.
  const bool known =
      std::ranges::any_of(trials_, [&](const auto& entry) { return entry.second.key == row.key; });
  if (known) {
    searcher_->abandon(trial.number);
    return std::nullopt;
  }
  row.point = to_json(space_, space_.assignment(trial.point));
  row.asked = ++events_;
  store_->add(row);
  points_[row.number] = std::move(trial.point);
  ++asked_;
  return trials_.emplace(row.number, row).first->second;
}

void Tuning::end(std::int64_t trial, const std::vector<double>& values, const std::string& status,
                 const std::string& reason, double seconds, int attempts) {
  TrialRow& ended = row(trial);
  if (ended.ended()) throw InputError("trial {}: has ended already ({})", trial, ended.status);
  TrialRow changed = ended;
  changed.values = values;
  changed.status = status;
  changed.reason = reason;
  changed.seconds = seconds;
  changed.attempts = attempts;
  store_->update(changed);
  ended = changed;
}

void Tuning::add_repeat(std::int64_t trial, const RepeatRow& repeat) {
  std::vector<RepeatRow>& repeats = row(trial).repeats;
  store_->add_repeat(trial, repeat);
  repeats.insert(std::ranges::upper_bound(repeats, repeat.number, {}, &RepeatRow::number), repeat);
}

void Tuning::tell(std::int64_t trial) {
  TrialRow& told = row(trial);
  TrialRow changed = told;
  changed.told = ++events_;
  store_->update(changed);
  told = changed;
  apply(told);
}

}  // namespace bora::tuning
