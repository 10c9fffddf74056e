#include "surrogates/bandit/exp3.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {
namespace {

// Draws exactly k arms, arm i with probability p[i]; p: in [0, 1], their sum is k (DepRound, Gandhi et al.
// 2006). It changes two probabilities that are neither 0 nor 1 by opposite amounts until one of them is 0 or
// 1.
std::vector<int> dependent_rounding(Eigen::VectorXd p, Rng& rng) {
  constexpr double kRounding = 1e-12;
  const auto open = [&](Eigen::Index i) { return p[i] > kRounding && p[i] < 1 - kRounding; };
  Eigen::Index first = -1;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    if (!open(i)) continue;
    if (first < 0) {
      first = i;
      continue;
    }
    const double up = std::min(1 - p[first], p[i]);
    const double down = std::min(p[first], 1 - p[i]);
    const double shift = rng.uniform() < down / (up + down) ? up : -down;
    p[first] += shift;
    p[i] -= shift;
    if (!open(first)) first = open(i) ? i : -1;
  }
  std::vector<int> drawn;
  for (Eigen::Index i = 0; i < p.size(); ++i)
    if (p[i] > 0.5) drawn.push_back(static_cast<int>(i));
  return drawn;
}

}  // namespace

double exp3_exploration(int arms, int rounds) {
  if (arms < 2 || rounds < 1)
    throw InputError("EXP3: {} arms in {} rounds, expected at least 2 arms and 1 round", arms, rounds);
  const double best = 2.0 * rounds / 3;
  return std::min(1.0, std::sqrt(arms * std::log(arms) / ((std::numbers::e - 1) * best)));
}

Exp3::Exp3(int arms, double exploration) : exploration_(exploration) {
  if (arms < 2) throw InputError("EXP3: {} arms, expected at least 2", arms);
  if (!(exploration > 0 && exploration <= 1))
    throw InputError("EXP3: exploration is {}, expected within (0, 1]", exploration);
  log_weights_ = Eigen::VectorXd::Zero(arms);
}

Exp3::InclusionProbabilities Exp3::inclusion_probabilities(int k) const {
  const int n = arms();
  const double floor = exploration_ / n;
  // Bounded below: if all light weights underflowed to 0, their shares of the rest would be 0 / 0.
  Eigen::VectorXd weights = log_weights_.array().exp().max(1e-300);
  InclusionProbabilities inclusion{{}, std::vector<bool>(static_cast<std::size_t>(n), false)};
  // No probability may exceed 1. Heavier weights are cut to the weight a whose probability is 1, for which a
  // / (sum of all weights after the cut) = limit.
  const double limit = (1.0 / k - floor) / (1 - exploration_);
  if (k > 1 && exploration_ < 1 && weights.maxCoeff() >= limit * weights.sum()) {
    std::vector<int> order = consecutive(n);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return weights[a] > weights[b]; });
    // Sums of the i-th heaviest and all lighter weights, added from the lightest up. Subtracting the heavy
    // weights from the total would suffer from cancellation.
    std::vector<double> lighter(static_cast<std::size_t>(n) + 1, 0.0);
    for (int i = n - 1; i >= 0; --i)
      lighter[static_cast<std::size_t>(i)] =
          lighter[static_cast<std::size_t>(i) + 1] + weights[order[static_cast<std::size_t>(i)]];
    for (int heavy = 1; heavy < n; ++heavy) {
      const double rest = lighter[static_cast<std::size_t>(heavy)];
      const double cut = limit * rest / (1 - limit * heavy);
      if (1 - limit * heavy > 0 && cut >= weights[order[static_cast<std::size_t>(heavy)]]) {
        for (int i = 0; i < heavy; ++i) {
          weights[order[static_cast<std::size_t>(i)]] = cut;
          inclusion.capped[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = true;
        }
        break;
      }
    }
  }
  inclusion.probability = k * ((1 - exploration_) * weights / weights.sum()).array() + k * floor;
  return inclusion;
}

Eigen::VectorXd Exp3::probabilities() const {
  return inclusion_probabilities(1).probability;
}

std::vector<Exp3::Draw> Exp3::draw(int k, Rng& rng) const {
  if (k < 1) throw InputError("EXP3: {} arms to draw, expected at least 1", k);
  std::vector<Draw> drawn;
  if (k < arms()) {
    const InclusionProbabilities inclusion = inclusion_probabilities(k);
    for (const int arm : dependent_rounding(inclusion.probability, rng))
      drawn.push_back({arm, inclusion.probability[arm], k, inclusion.capped[static_cast<std::size_t>(arm)]});
    rng.shuffle(drawn);
    return drawn;
  }
  const Eigen::VectorXd probability = probabilities();
  for (int i = 0; i < k; ++i) {
    double left = rng.uniform();
    int arm = 0;
    while (arm + 1 < arms() && (left -= probability[arm]) >= 0) ++arm;
    drawn.push_back({arm, probability[arm], 1, false});
  }
  return drawn;
}

void Exp3::tell(const Draw& draw, double reward) {
  if (!(reward >= 0 && reward <= 1)) throw InputError("EXP3: a reward of {}, expected within [0, 1]", reward);
  if (draw.arm < 0 || draw.arm >= arms() || !(draw.probability > 0))
    throw InputError("EXP3: arm {} of {}, drawn with probability {}", draw.arm, arms(), draw.probability);
  if (draw.capped) return;
  log_weights_[draw.arm] += draw.together * exploration_ * reward / (draw.probability * arms());
  log_weights_.array() -= log_weights_.maxCoeff();
}

double relative_reward(double value, const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  // Halved, since the difference of two large values may overflow.
  const double range = *high / 2 - *low / 2, largest = std::max(std::abs(*low), std::abs(*high)) / 2;
  if (!exceeds_rounding(range, largest)) return 0.5;
  return std::clamp((value / 2 - *low / 2) / range, 0.0, 1.0);
}

}  // namespace bora::surrogates
