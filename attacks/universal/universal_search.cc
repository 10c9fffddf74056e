#include "attacks/universal/universal_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attacks/factory.h"
#include "attacks/ledger/counted_queries.h"
#include "attacks/ledger/repeats.h"
#include "common/error.h"
#include "common/random.h"
#include "common/setting_error.h"

namespace bora::attacks {
namespace {

// Returns the value of a perturbation, (k + m) / (n + 1) as described at UniversalSearch, from the answers to
// the n images.
double value_of(std::span<const SearchRow> answers) {
  double fooled = 0, mean = 0;
  const auto n = static_cast<double>(answers.size());
  for (const SearchRow& answer : answers) {
    fooled += answer.success ? 1 : 0;
    mean += 1 / (1 + std::exp(-answer.objective)) / n;
  }
  constexpr double kLeast = 1e-9;  // keeps its logarithm finite
  return std::clamp((fooled + mean) / (n + 1), kLeast, 1 - kLeast);
}

// Returns the observation of a victim whose second class has probability `value`. It is never a success, so
// that the attack continues.
Observation observation_of_value(double value) {
  Observation seen;
  seen.predicted = 0;
  seen.log_p = Eigen::RowVector2d(std::log1p(-value), std::log(value));
  seen.objective = seen.log_p[1] - seen.log_p[0];
  return seen;
}

}  // namespace

void check_universal(const std::string& attack, const AttackSummary& summary) {
  if (summary.access == AccessLevel::scores && !summary.leaves_ball && summary.prior != PriorUse::required)
    return;
  throw SettingError(
      "attack " + attack,
      "cannot search for one perturbation of all images (--universal), because such an attack must see scores, "
      "stay inside the bound and need no substitute models, as procedural, random, bo and square do");
}

Pixels universal_centre(const ImageShape& shape) {
  return Pixels::Constant(shape.size(), from_level(128));
}

UniversalSearch::UniversalSearch(RunDatabase& database, Oracle<Pixels>& oracle, const ImageTask& task,
                                 const ImageShape& shape, const NormBall& ball, const Visibility& visible,
                                 const RetrySchedule& schedule, std::uint64_t seed, int batch)
    : database_(database),
      oracle_(oracle),
      task_(task),
      shape_(shape),
      ball_(ball),
      visible_(visible),
      seed_(seed),
      batch_(batch),
      retry_policy_(schedule, [this] { ask_clean(); }) {
  const std::optional<int> target = database.instances().front().target;
  for (const InputRow& row : database.inputs()) {
    if (row.reason != kSearched) continue;
    auto original = std::make_shared<const Pixels>(task.original(row.content));
    auto threat = task.threat(original);
    images_.push_back({row.id, {row.label, target}, std::move(original), std::move(threat)});
  }
}

AttackProblem UniversalSearch::problem(const std::string& attack, int perturbations) const {
  AttackProblem problem;
  problem.original = universal_centre(shape_);
  problem.shape = shape_;
  problem.goal = {0, std::nullopt};
  problem.ball = ball_;
  problem.classes = 2;
  problem.budget = perturbations;
  problem.least_schedule = database_.get(&RunFacts::least_schedule);
  problem.seed = mix_seed(mix_seed(seed_, "universal"), attack);
  problem.run_seed = mix_seed(seed_, "start");
  problem.start_seed = problem.run_seed;
  return problem;
}

std::optional<Pixels> UniversalSearch::find(const std::string& attack, int budget,
                                            const std::atomic<bool>& stop,
                                            const std::function<void(int queries)>& report) {
  const auto n = images_.size();
  const int most = budget / static_cast<int>(n);
  if (most == 0)
    throw InputError(
        "--budget: got {} for {}, expected at least one query for each of the {} images of --universal",
        budget, attack, n);
  const AttackProblem problem = this->problem(attack, most);
  const auto search = make_recipe(attack, shape_).make(problem);
  const ImageThreat around_grey(ball_, std::make_shared<const Pixels>(problem.original));
  const std::vector<SearchRow> stored = database_.searches(attack);
  auto next = stored.begin();
  double replay = 0, own = database_.timings()[attack]["total"];  // seconds of the attack's own work

  std::optional<Pixels> best;
  double best_value = -std::numeric_limits<double>::infinity();
  for (int number = 0; number < most; ++number) {
    if (stop) {
      store_wall_time();
      return std::nullopt;
    }
    const int first = number * static_cast<int>(n);
    std::vector<SearchRow> answers;
    for (; next != stored.end() && next->number <= first + static_cast<int>(n); ++next)
      answers.push_back(*next);
    const bool known = answers.size() == n;
    std::optional<Pixels> perturbed;
    {
      const ScopedTimer timer(known ? replay : own);
      perturbed = search->ask();
    }
    if (!perturbed) break;
    around_grey.admit(*perturbed, false);
    check_replay(*perturbed, answers);
    if (!known) query(attack, first, *perturbed, own, answers);
    const double value = value_of(answers);
    if (value > best_value) {
      best_value = value;
      best = perturbed;
    }
    {
      const ScopedTimer timer(known ? replay : own);
      search->tell(*perturbed, observation_of_value(value));
    }
    report(first + static_cast<int>(n));
  }
  store_wall_time();
  if (!best) throw InputError("attack {}: ended without a query, so there is no perturbation", attack);
  return best;
}

void UniversalSearch::check_replay(const Pixels& perturbed, const std::vector<SearchRow>& stored) const {
  if (stored.empty() || stored.front().input_hash == task_.hash(perturbed)) return;
  throw InputError(
      "attack {}, query {}: the replayed search queries another perturbation than the one stored; the run was "
      "made by another version or on another processor, so it cannot be resumed",
      stored.front().attack, stored.front().number);
}

void UniversalSearch::query(const std::string& attack, int number, const Pixels& perturbed, double own,
                            std::vector<SearchRow>& answers) {
  const Pixels change = perturbed - universal_centre(shape_);
  std::vector<int> places;  // indices into images_ of those without an answer
  std::vector<Pixels> shown;
  for (int i = 0; i < static_cast<int>(images_.size()); ++i) {
    if (std::ranges::find(answers, number + i + 1, &SearchRow::number) != answers.end()) continue;
    places.push_back(i);
    shown.emplace_back(*images_[i].original + change);
    images_[i].threat->admit(shown.back(), false);
  }
  double in_victim = database_.get(&RunFacts::victim_seconds);
  std::vector<VictimReply> replies(shown.size());
  queried_ = true;
  const std::string down = put(shown, replies, in_victim);
  const AccessLevel access = visible_.label_only() ? AccessLevel::labels : AccessLevel::scores;
  const std::size_t before = answers.size();
  database_.begin();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (replies[i].predicted < 0) continue;
    const Image& image = images_[places[i]];
    const Question<Pixels> question{0, image.goal, image.threat.get(), &shown[i], access};
    MajorityVote vote = make_vote(question, {}, visible_, 1);
    vote.add(replies[i]);
    const Observation seen = observation_of(question, vote.outcome(), visible_, task_.objective());
    answers.push_back({attack, number + places[i] + 1, image.input, task_.hash(perturbed), seen.objective,
                       seen.predicted, seen.success});
    database_.add(answers.back());
  }
  database_.set_timing(attack, "total", own);
  database_.set(&RunFacts::victim_seconds, in_victim);
  // A pass with an answer is a query and no repeat.
  database_.add(&RunFacts::search_repeats, -static_cast<std::int64_t>(answers.size() - before));
  store_wall_time();
  database_.commit();
  if (!down.empty()) throw VictimDown(down);
  std::ranges::sort(answers, {}, &SearchRow::number);
}

void UniversalSearch::store_wall_time() {
  const double now = watch_.seconds(), more = now - std::exchange(stored_seconds_, now);
  database_.set(&RunFacts::wall_seconds, database_.get(&RunFacts::wall_seconds) + more);
}

void UniversalSearch::ask_clean() {
  store_wall_time();  // not after the retries, because the process may be stopped before they end
  const Pixels* const clean = images_.front().original.get();
  count_queries(database_, &RunFacts::clean_queries, oracle_, 1, [&] {
    oracle_.ask({&clean, 1}, visible_.label_only());
  });
}

void UniversalSearch::ask(Inputs<Pixels> images, std::span<VictimReply> replies) {
  const auto unanswered = std::ranges::count(replies, -1, &VictimReply::predicted);
  count_queries(database_, &RunFacts::search_repeats, oracle_, unanswered,
                [&] { oracle_.ask(images, visible_.label_only(), replies); });
}

std::string UniversalSearch::put(const std::vector<Pixels>& images, std::vector<VictimReply>& replies,
                                 double& seconds) {
  const ScopedTimer timer(seconds);
  std::vector<const Pixels*> shown;
  for (const Pixels& image : images) shown.push_back(&image);
  for (std::size_t from = 0; from < images.size(); from += static_cast<std::size_t>(batch_)) {
    const std::size_t size = std::min(images.size() - from, static_cast<std::size_t>(batch_));
    const auto outcome = retry_policy_.put(static_cast<int>(size), [&](int first, int count) {
      const std::size_t begin = from + static_cast<std::size_t>(first);
      ask(Inputs<Pixels>(shown).subspan(begin, count), std::span(replies).subspan(begin, count));
    });
    if (!outcome.down.empty()) return outcome.down;
    for (const std::string& failure : outcome.failures)
      if (!failure.empty()) return failure;
  }
  return "";
}

}  // namespace bora::attacks
