#include "attacks/minimise/minimised.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "attacks/ledger/image_task.h"
#include "common/random.h"

namespace bora::attacks {
namespace {

// Sets the bound of the perturbations in a problem.
void bound_by(AttackProblem& problem, const std::shared_ptr<const ThreatModel<Pixels>>& threat) {
  problem.ball = static_cast<const ImageThreat&>(*threat).ball();
}
void bound_by(GraphAttackProblem& problem, const std::shared_ptr<const ThreatModel<Graph>>& threat) {
  problem.threat = std::static_pointer_cast<const GraphThreat>(threat);
}

void add(std::map<std::string, double>& sum, const std::map<std::string, double>& parts) {
  for (const auto& [part, seconds] : parts) sum[part] += seconds;
}

}  // namespace

template <typename Input>
Minimised<Input>::Minimised(Problem<Input> problem, std::shared_ptr<const ThreatModel<Input>> threat,
                            Make make, bool leaves_ball, bool nears)
    : problem_(std::move(problem)),
      threat_(std::move(threat)),
      make_(std::move(make)),
      leaves_ball_(leaves_ball),
      nears_(nears),
      first_(make_(problem_)),
      reduction_(make_reduction(problem_, threat_)) {}

template <typename Input>
std::optional<Input> Minimised<Input>::ask() {
  if (!pending_) pending_ = uses_first() ? first_->ask() : next();
  return pending_;
}

template <typename Input>
std::optional<Input> Minimised<Input>::next() {
  constexpr int kMostEmpty = 3;
  for (int empty = 0; empty < kMostEmpty;) {  // successive attempts that ended before their budget
    if (reducing_) {
      if (auto input = reduction_->next()) return input;
      reducing_ = false;
    }
    if (!attempt_ && !begin_attempt()) return std::nullopt;
    if (attempt_->left > 0)
      if (auto input = attempt_->attack->ask()) {
        attempt_->threat->admit(*input, leaves_ball_);
        return input;
      }
    failed_ = std::max(failed_, attempt_->bound);
    empty += attempt_->left > 0 ? 1 : 0;
    end_attempt();
  }
  return std::nullopt;
}

template <typename Input>
bool Minimised<Input>::begin_attempt() {
  constexpr int kFewest = 20;                 // queries of an attempt
  constexpr int kShare = 4, kShareAgain = 2;  // divisors of the remaining queries, of a new and an old bound
  const int left = problem_.budget - spent_;
  double bound = threat_->distance_below(*nearest_, (failed_ + *nearest_) / 2);
  if (bound <= failed_) bound = threat_->distance_below(*nearest_, *nearest_);
  if (left <= 0 || bound <= 0) return false;
  const int share = std::max(kFewest, left / (bound > failed_ ? kShare : kShareAgain));
  Problem<Input> problem = problem_;
  Attempt attempt{nullptr, threat_->within(bound), bound, std::min(left, share)};
  bound_by(problem, attempt.threat);
  problem.budget = attempt.left;
  problem.seed = mix_seed(problem_.seed, static_cast<std::uint64_t>(++attempts_));
  if constexpr (std::is_same_v<Input, Pixels>)
    for (const Best& best : best_)
      if (best.distance <= bound) problem.start = best.input;
  attempt.attack = make_(std::move(problem));
  attempt_.emplace(std::move(attempt));
  return true;
}

template <typename Input>
void Minimised<Input>::end_attempt() {
  add(seconds_, attempt_->attack->seconds());
  attempt_.reset();
}

template <typename Input>
void Minimised<Input>::remember(const Input& queried, double distance, const Observation& seen) {
  if constexpr (std::is_same_v<Input, Pixels>) {
    if (nearest_ && distance >= *nearest_) return;
    const double objective = seen.objective;
    // If only labels are visible, all unsuccessful images have the same objective, so the original at
    // distance 0 would replace all others.
    if (distance == 0 && seen.log_p.size() == 0) return;
    constexpr std::size_t kMost = 16;
    const auto surpassed = [&](const Best& other) {
      return other.distance >= distance && other.objective <= objective;
    };
    for (const Best& other : best_)
      if (other.distance <= distance && other.objective >= objective) return;
    std::erase_if(best_, surpassed);
    const auto place =
        std::ranges::find_if(best_, [&](const Best& each) { return each.distance > distance; });
    best_.insert(place, {distance, objective, queried});
    if (best_.size() > kMost) best_.erase(best_.begin());
  }
}

template <typename Input>
void Minimised<Input>::tell(const Input& queried, const Observation& seen) {
  pending_.reset();
  spent_ += seen.queries;
  const double distance = threat_->distance(queried);
  reduction_->observe(queried, seen);
  remember(queried, distance, seen);
  const bool of_reduction = !uses_first() && reducing_;
  if (uses_first()) {
    first_->tell(queried, seen);
  } else if (!reducing_) {
    attempt_->left -= seen.queries;
  }
  if (seen.success && (!nearest_ || distance < *nearest_)) {
    nearest_ = distance;
    if (failed_ >= distance) failed_ = 0;
    if (attempt_) end_attempt();
    if (nears_) return;
    reduction_->restart(queried, distance);
    reducing_ = true;
  } else if (of_reduction) {
    reduction_->failed();
  } else if (attempt_) {
    attempt_->attack->tell(queried, seen);
  }
}

template <typename Input>
std::optional<GradientRequest> Minimised<Input>::gradient_wanted() const {
  if (uses_first()) return first_->gradient_wanted();
  if (reducing_ || !attempt_) return std::nullopt;
  return attempt_->attack->gradient_wanted();
}

template <typename Input>
std::map<std::string, double> Minimised<Input>::seconds() const {
  std::map<std::string, double> all = seconds_;
  add(all, first_->seconds());
  if (attempt_) add(all, attempt_->attack->seconds());
  return all;
}

template class Minimised<Pixels>;
template class Minimised<Graph>;

}  // namespace bora::attacks
