// Linear model of a victim's scores in the pixels, learnt on earlier instances for later ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// Linear model of a victim's scores in the perturbation: the mean of the models fitted on single instances.
/// The slopes of a single instance are mostly noise, since they are estimated from a few dozen queries. The
/// mean keeps what the instances have in common.
class LearntSlopes {
 public:
  /// Reads warm starts as warm_start() writes them, for images of d values. Throws std::runtime_error if one
  /// is damaged.
  LearntSlopes(const std::vector<WarmStart>& warm_starts, int classes, int dimension);

  bool empty() const { return known_.empty(); }
  /// Returns the number of classes with slopes.
  int size() const { return static_cast<int>(known_.size()); }
  /// Returns m x size(): the linear model's score of each class with slopes. perturbations: m x d.
  Eigen::MatrixXd values(const Eigen::Ref<const PointRows>& perturbations) const;
  /// Returns the same for m candidates that differ from rows of `perturbations` in some coordinates.
  Eigen::MatrixXd values(const Eigen::Ref<const PointRows>& perturbations,
                         std::span<const ChangedPoint> candidates) const;
  /// Returns d values, the slope of sum_c weights[c] score[c]; weights: one value per class. Classes without
  /// slopes count as 0.
  Eigen::RowVectorXf direction(const Eigen::Ref<const Eigen::RowVectorXd>& weights) const;

  /// Returns a warm start that holds the slopes (classes x d), scaled to norm 1. If there are more classes
  /// than kMostClasses, it keeps the label, the target and those with the largest `closeness` (one value per
  /// class). Returns "" if the slopes are zero or not finite.
  static std::string warm_start(const Eigen::MatrixXf& slopes, const Goal& goal,
                                const Eigen::RowVectorXd& closeness);
  static constexpr int kMostClasses = 10;

 private:
  std::vector<int> known_;  // classes with slopes, ascending
  PointRows slopes_;        // their slopes, size() x d
};

}  // namespace bora::attacks
