#include "tools/opt/tuning.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/casmopolitan.h"
#include "surrogates/search/cocabo.h"
#include "surrogates/search/tree_parzen.h"
#include "tools/opt/program.h"

namespace bora {
namespace {

// The coordinates that MixedSpace::key wrote.
Eigen::VectorXd parse_key(const std::string& key, const MixedSpace& space, const std::string& place) {
  const std::vector<std::string> words = split(key, ' ');
  Eigen::VectorXd point(static_cast<Eigen::Index>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto [end, error] =
        std::from_chars(word.data(), word.data() + word.size(), point[static_cast<Eigen::Index>(i)]);
    if (error != std::errc() || end != word.data() + word.size())
      throw InputError("{}: '{}' is no point", place, printable(key));
  }
  space.check(point);
  return point;
}

}  // namespace

const std::vector<std::string>& optimiser_names() {
  static const std::vector<std::string> names{"bayes", "casmopolitan", "cocabo", "tpe", "random"};
  return names;
}

std::unique_ptr<MixedOptimiser> make_optimiser(const TuningOptions& options, const MixedSpace& space) {
  const int initial = options.initial_points;
  if (options.optimiser == "bayes") {
    BayesianOptions of;
    of.initial_points = initial;
    of.acquisition = parse_acquisition(options.acquisition);
    of.pending = options.pending;
    return std::make_unique<BayesianOptimiser>(space, of, options.seed);
  }
  if (options.optimiser == "casmopolitan") {
    CasmopolitanOptions of;
    if (initial > 0) of.initial_points = initial;
    return std::make_unique<Casmopolitan>(space, of, options.seed);
  }
  if (options.optimiser == "cocabo") {
    CocaboOptions of;
    of.budget = options.budget;
    if (initial > 0) of.initial_points = initial;
    return std::make_unique<Cocabo>(space, of, options.seed);
  }
  if (options.optimiser == "tpe") {
    TreeParzenOptions of;
    if (initial > 0) of.initial_points = initial;
    return std::make_unique<TreeParzen>(space, of, options.seed);
  }
  if (options.optimiser == "random") return std::make_unique<RandomSearch>(space, options.seed);
  const std::string nearest = nearest_name(options.optimiser, optimiser_names());
  throw InputError("--optimiser: '{}' is none of {}{}", options.optimiser, join(optimiser_names()),
                   nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

Tuning::Tuning(TrialStore& store, const ParameterSpace& space, std::unique_ptr<MixedOptimiser> optimiser,
               bool maximise)
    : store_(store), space_(space), optimiser_(std::move(optimiser)), maximise_(maximise) {
  struct Event {
    std::int64_t at;
    bool asked;
    std::int64_t trial;
  };
  std::vector<Event> events;
  for (TrialRow& row : store.trials()) {
    if (row.asked) events.push_back({*row.asked, true, row.number});
    if (row.told) events.push_back({*row.told, false, row.number});
    trials_.emplace(row.number, std::move(row));
  }
  std::ranges::sort(events, {}, &Event::at);
  for (const Event& event : events) {
    const TrialRow& stored = row(event.trial);
    events_ = event.at;
    if (!event.asked) {
      if (event.trial <= 0)
        points_[event.trial] = parse_key(stored.key, space.space(), store.file().string());
      apply(stored);
      continue;
    }
    auto trial = optimiser_->ask().front();
    if (trial.number != event.trial || space.space().key(trial.point) != stored.key)
      throw InputError(
          "{}: trial {} is not what this program asks for after the same answers (another version, or "
          "another "
          "machine's arithmetic); begin a new run with --warm-start {}",
          store.file().string(), event.trial, store.file().parent_path().string());
    points_[event.trial] = std::move(trial.point);
    ++asked_;
  }
}

TrialRow& Tuning::row(std::int64_t trial) {
  const auto found = trials_.find(trial);
  if (found == trials_.end()) throw InputError("trial {}: there is none of that number", trial);
  return found->second;
}

Assignment Tuning::assignment(std::int64_t trial) const {
  return space_.assignment(points_.at(trial));
}

void Tuning::apply(const TrialRow& row) {
  const double sign = maximise_ ? 1 : -1;
  if (row.number <= 0) {
    optimiser_->observe(points_.at(row.number), sign * *row.value);
  } else if (row.value) {
    optimiser_->tell(row.number, sign * *row.value);
  } else {
    optimiser_->fail(row.number);
  }
  if (row.number > 0) ++told_;
  ++since_best_;
  if (!row.value) return;
  if (best_ && !(sign * *row.value > sign * *trials_.at(*best_).value)) return;
  best_ = row.number;
  since_best_ = 0;
}

void Tuning::warm_start(const Assignment& values, double value) {
  TrialRow row;
  row.number = trials_.empty() ? 0 : trials_.begin()->first - 1;
  const Eigen::VectorXd point = space_.point(values);
  row.key = space_.space().key(point);
  row.point = to_json(space_, space_.assignment(point));
  row.status = "done";
  row.value = value;
  row.told = ++events_;
  points_[row.number] = point;
  store_.add(row);
  apply(trials_.emplace(row.number, row).first->second);
}

std::optional<TrialRow> Tuning::ask() {
  auto trial = optimiser_->ask().front();
  TrialRow row;
  row.number = trial.number;
  row.key = space_.space().key(trial.point);
  // Optimisers ask again for a point only when they find no other. A warm start's may be asked for anew.
  const bool known =
      std::ranges::any_of(trials_, [&](const auto& entry) { return entry.second.key == row.key; });
  if (known) {
    optimiser_->abandon(trial.number);
    return std::nullopt;
  }
  row.point = to_json(space_, space_.assignment(trial.point));
  row.asked = ++events_;
  store_.add(row);
  points_[row.number] = std::move(trial.point);
  ++asked_;
  return trials_.emplace(row.number, row).first->second;
}

void Tuning::end(std::int64_t trial, std::optional<double> value, const std::string& status,
                 const std::string& reason, double seconds, int attempts) {
  TrialRow& ended = row(trial);
  if (ended.ended()) throw InputError("trial {}: has ended already ({})", trial, ended.status);
  TrialRow changed = ended;
  changed.value = value;
  changed.status = status;
  changed.reason = reason;
  changed.seconds = seconds;
  changed.attempts = attempts;
  store_.update(changed);
  ended = changed;
}

void Tuning::tell(std::int64_t trial) {
  TrialRow& told = row(trial);
  TrialRow changed = told;
  changed.told = ++events_;
  store_.update(changed);
  told = changed;
  apply(told);
}

}  // namespace bora
