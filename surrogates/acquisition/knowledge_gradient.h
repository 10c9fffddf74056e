// Knowledge gradient: the expected increase of the largest posterior mean by one further value.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/order.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/joint_blocks.h"
#include "surrogates/acquisition/searched_space.h"

namespace bora::surrogates {

/// Value of log(E max_i (a_i + b_i Z) - max_i a_i), where Z is standard normal, and its derivatives.
struct LogRise {
  double value = 0;            ///< at least -700
  Eigen::VectorXd by_a, by_b;  ///< derivatives w.r.t. a and b
};
/// Computes the value exactly (Frazier, Powell and Dayanik 2009, algorithm 1). a, b: k >= 1 values each.
LogRise log_expected_rise(const Eigen::VectorXd& a, const Eigen::VectorXd& b);

struct KnowledgeGradientOptions {
  int points = 1000;  ///< number of points drawn from the space, >= 1
  /// Number of points kept of these and the observed ones, >= 1: half of them have the largest means, the
  /// others the largest mean + 2 standard deviations.
  int kept = 32;
  void check() const;  ///< throws InputError naming the field
};

/// Logarithm of the knowledge gradient at z: the expected increase of the largest posterior mean by an
/// observation at z. The observation changes the mean at z_i to a_i + b_i Z, where a_i is the present mean, Z
/// is standard normal and b_i = cov(z_i, z) / sqrt(variance(z) + noise). The maximum is over the kept points
/// and z itself (Scott, Frazier and Powell 2011).
class KnowledgeGradient {
 public:
  /// mean: posterior means of the kept points; noise: variance of the observation noise.
  KnowledgeGradient(Eigen::VectorXd mean, double noise) : mean_(std::move(mean)), noise_(noise) {}
  /// Returns the value at point i of `at`, whose covariances are with the kept points, and computes its
  /// slopes unless `slopes` is null.
  double value(const JointMoments& at, Eigen::Index i, JointMomentSlopes* slopes) const;

 private:
  Eigen::VectorXd mean_;
  double noise_;
};

/// Returns the rule that makes KnowledgeGradient.
template <typename Point>
AcquisitionRule<Point> knowledge_gradient_rule(SearchedSpace<Point> space,
                                               KnowledgeGradientOptions options = {}) {
  options.check();
  return [=](const AcquisitionContext<Point>& now) -> std::shared_ptr<const AcquisitionFunction<Point>> {
    const auto points = drawn_and_observed(space, options.points, now);
    const MarginalPosterior at = now.posterior->marginal(points);
    const auto largest = [&](const Eigen::VectorXd& values, std::vector<int>& places, std::size_t most) {
      for (const int place : descending(values))
        if (places.size() < most && std::ranges::find(places, place) == places.end()) places.push_back(place);
    };
    std::vector<int> places;
    const auto kept = static_cast<std::size_t>(options.kept);
    largest(at.mean, places, (kept + 1) / 2);
    largest(at.mean + 2 * at.variance.cwiseSqrt(), places, kept);
    auto others = picked(points, places);
    KnowledgeGradient rise(now.posterior->mean(others), now.posterior->observation_noise());
    return std::make_shared<const JointAcquisition<Point, KnowledgeGradient>>(
        now.posterior, std::move(others), std::move(rise));
  };
}

}  // namespace bora::surrogates
