// What earlier instances of a victim teach later ones: how its scores rise and fall with each pixel.
#pragma once

#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora {

/// A linear model of a victim's scores over perturbations, the mean of those that instances found for
/// themselves. Slopes of single instances are mostly noise, since they rest on a few dozen queries; what a
/// victim's instances have in common is left when they are averaged.
class LearntSlopes {
 public:
  /// Lessons as lesson() writes them, of images of d values. Throws std::runtime_error for one that is
  /// damaged.
  LearntSlopes(const std::vector<Lesson>& lessons, int classes, int dimension);

  bool empty() const { return known_.empty(); }
  /// Number of features.
  int size() const { return static_cast<int>(known_.size()); }
  /// perturbations: m x d. Returns m x size(): the linear model's score of each class it knows.
  Eigen::MatrixXd values(const PointRows& perturbations) const;
  /// d: the slope of sum_c weights[c] score[c]; weights: classes values. Zero if it knows none of them.
  Eigen::RowVectorXf direction(const Eigen::Ref<const Eigen::RowVectorXd>& weights) const;

  /// A lesson. slopes: classes x d. Of more classes than kMostClasses the label, the target and those with
  /// the largest `closeness` (classes values) are kept. Empty if the slopes are zero or not finite.
  static std::string lesson(const Eigen::MatrixXf& slopes, const Goal& goal,
                            const Eigen::RowVectorXd& closeness);
  static constexpr int kMostClasses = 10;

 private:
  std::vector<int> known_;  // classes
  PointRows slopes_;        // of those, size() x d
};

}  // namespace bora
