#include "nas/run/trial_search.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "nas/run/objectives.h"
#include "nas/run/program_answer.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/run/training/program_trainer.h"

namespace bora::nas {

namespace fs = std::filesystem;

void fail_without_value(SearchTrial& trial, const SearchConfig& config, const TrialTrainer& trainer) {
  if (!trial.failure.empty()) return;
  trial.failure = why_without_value(trial, config.aim, trainer.validation());
  if (!trial.failure.empty()) trial.epochs.clear();
}

TrialSearch::TrialSearch(const SearchConfig& config, const TrialTrainer& trainer, SearchStore& store,
                         ScalarisedSearch<SharedSpace>& strategy, RunObserver& observer)
    : config_(config),
      trainer_(trainer),
      store_(store),
      strategy_(strategy),
      halving_({config.halving, config.first_rung, config.estimator, trainer.validation()}),
      observer_(observer) {
  for (SearchTrial& trial : store.trials()) stored_.emplace(trial.number, std::move(trial));
  if (!looks_like_program(config.data)) return;
  const bool has_value = std::ranges::any_of(stored_, [](const auto& entry) {
    return entry.second.ended && entry.second.failure.empty() && !entry.second.epochs.empty();
  });
  watch_.emplace(store, std::vector{program_command(config.data)}, has_value, observer);
}

bool TrialSearch::run() {
  while (true) {
    while (asked_ < config_.budget && static_cast<int>(running_.size()) < config_.workers &&
           !observer_.stop() && is_time_for(asked_ + 1))
      begin();
    if (running_.empty()) break;
    end(next_to_end());
  }
  observer_.finish();
  return static_cast<int>(done_.size()) == config_.budget;
}

std::vector<SearchTrial> TrialSearch::done() const {
  std::vector<SearchTrial> all = done_;
  std::ranges::sort(all, {}, &SearchTrial::number);
  return all;
}

bool TrialSearch::is_time_for(std::int64_t trial) const {
  const auto found = stored_.find(trial);
  return found == stored_.end() || std::ssize(done_) >= found->second.after;
}

void TrialSearch::begin() {
  const auto asked = strategy_.ask();
  SearchTrial trial;
  trial.number = ++asked_;
  trial.architecture = asked.point.text();
  trial.after = std::ssize(done_);
  numbers_[trial.number] = asked.number;
  if (const auto found = stored_.find(trial.number); found != stored_.end()) {
    if (found->second.architecture != trial.architecture)
      throw InputError("{}: trial {} is '{}', this program asks for '{}'; the search cannot be resumed",
                       config_.out, trial.number, found->second.architecture, trial.architecture);
    // A trial whose network file is missing is trained again, with the same result except for times.
    const bool kept = fs::exists(trial_folder(config_.out, trial.number) / trainer_.model_file());
    if (found->second.ended && (kept || !found->second.failure.empty())) {
      std::promise<std::optional<SearchTrial>> known;
      known.set_value(found->second);
      running_.emplace(trial.number, known.get_future());
      ready(trial.number);
      return;
    }
    trial.place = found->second.place;
  } else {
    store_.put(trial);
  }
  TrainingPlan plan;
  plan.enough = halving_.rule(done_, trainer_.epochs(trial.architecture, true));
  running_.emplace(trial.number, std::async(std::launch::async, [this, trial, plan = std::move(plan)] {
                     // Calls ready() even after an exception, since next_to_end() waits for it.
                     const std::shared_ptr<void> last(nullptr, [&](void*) { ready(trial.number); });
                     return train(trial, plan);
                   }));
}

std::optional<SearchTrial> TrialSearch::train(SearchTrial trial, const TrainingPlan& plan) {
  const int epochs = trainer_.epochs(trial.architecture, true);
  trial.ended = trainer_.train(
      trial, true, trial_folder(config_.out, trial.number), stop_,
      [&](const TrainingProgress& now) { say(trial.number, epochs, now); }, plan);
  if (!trial.ended) return std::nullopt;
  // If only the file was missing, the stored values are kept: later architectures were chosen by them, and a
  // latency that is measured again differs.
  if (const auto found = stored_.find(trial.number);
      found != stored_.end() && found->second.ended && trial.failure.empty())
    return found->second;
  return trial;
}

void TrialSearch::ready(std::int64_t trial) {
  const std::lock_guard lock(mutex_);
  ready_.push_back(trial);
  changed_.notify_one();
}

std::int64_t TrialSearch::next_to_end() {
  const std::int64_t first = running_.begin()->first;
  if (!config_.at_once) return first;
  // A resumed search repeats the stored order.
  for (const auto& [number, future] : running_)
    if (const auto found = stored_.find(number);
        found != stored_.end() && found->second.place == std::ssize(done_) + 1)
      return number;
  std::unique_lock lock(mutex_);
  const auto untold = [&] {
    return std::ranges::find_if(ready_, [&](std::int64_t number) { return running_.contains(number); });
  };
  changed_.wait(lock, [&] { return untold() != ready_.end(); });
  return *untold();
}

void TrialSearch::end(std::int64_t number) {
  auto trial = running_.at(number).get();
  running_.erase(number);
  const std::int64_t asked = numbers_.at(number);
  if (!trial) {
    strategy_.abandon(asked);
    return;
  }
  fail_without_value(*trial, config_, trainer_);
  trial->place = std::ssize(done_) + 1;
  if (!stored_.contains(number) || !stored_.at(number).ended) store_.put(*trial);
  if (trial->failure.empty()) {
    if (watch_) watch_->note_value();
    if (!doubted_ && looks_like_program(config_.data))
      if (const std::string doubt = doubt_about_inputs(*trial, trainer_.validation()); !doubt.empty()) {
        observer_.warn(doubt);
        doubted_ = true;
      }
    strategy_.tell(asked, told_values(*trial));
    const std::lock_guard lock(mutex_);
    best_ = std::max(best_, best_accuracy(*trial));
  } else {
    strategy_.fail(asked);
  }
  done_.push_back(*trial);
}

Eigen::VectorXd TrialSearch::told_values(const SearchTrial& trial) const {
  Eigen::VectorXd values = objective_values(trial, config_.aim, trainer_.validation());
  for (std::size_t k = 0; k < config_.aim.objectives.size(); ++k)
    if (config_.aim.objectives[k] == "accuracy" && trial.stopped)
      values[static_cast<Eigen::Index>(k)] = halving_.told_value(trial, done_);
  return values;
}

void TrialSearch::say(std::int64_t number, int epochs, const TrainingProgress& now) {
  if (observer_.stop()) stop_ = true;
  const std::lock_guard lock(mutex_);
  share_[number] = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / epochs;
  double sum = 0;
  for (const auto& [trial, share] : share_) sum += share;
  for (const auto& [trial, row] : stored_) sum += row.ended && !share_.contains(trial) ? 1 : 0;
  observer_.update(sum / config_.budget, fmt::format("network {} of {}, epoch {}, best {:.2f}%", number,
                                                     config_.budget, now.epoch, 100 * best_));
}

}  // namespace bora::nas
