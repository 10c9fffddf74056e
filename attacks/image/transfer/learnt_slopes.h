// Linear model of a victim's scores by pixel, learnt on earlier instances for later ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// A linear model of a victim's scores over perturbations, the mean of the models fitted on single instances.
/// Slopes of single instances are mostly noise, since they rest on a few dozen queries; averaging keeps what
/// a victim's instances have in common.
class LearntSlopes {
 public:
  /// Reads warm starts as warm_start() writes them, for images of d values. Throws std::runtime_error if one
  /// is damaged.
  LearntSlopes(const std::vector<WarmStart>& warm_starts, int classes, int dimension);

  bool empty() const { return known_.empty(); }
  /// Number of features.
  int size() const { return static_cast<int>(known_.size()); }
  /// Returns m x size(): the linear model's score of each class it knows. perturbations: m x d.
  Eigen::MatrixXd values(const Eigen::Ref<const PointRows>& perturbations) const;
  /// Returns the same of m candidates that differ from rows of `perturbations` in some coordinates.
  Eigen::MatrixXd values(const Eigen::Ref<const PointRows>& perturbations,
                         std::span<const ChangedPoint> candidates) const;
  /// Returns d values, the slope of sum_c weights[c] score[c]; weights: classes values. Zero if it knows no
  /// class.
  Eigen::RowVectorXf direction(const Eigen::Ref<const Eigen::RowVectorXd>& weights) const;

  /// Returns a warm start that holds the slopes (classes x d), scaled to norm 1. Of more classes than
  /// kMostClasses the label, the target and those with the largest `closeness` (classes values) are kept.
  /// Empty if the slopes are zero or not finite.
  static std::string warm_start(const Eigen::MatrixXf& slopes, const Goal& goal,
                                const Eigen::RowVectorXd& closeness);
  static constexpr int kMostClasses = 10;

 private:
  std::vector<int> known_;  // classes
  PointRows slopes_;        // slopes of these classes, size() x d
};

}  // namespace bora::attacks
