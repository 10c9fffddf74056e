// A regression tree of OpenCV's. Includes OpenCV: for sources only.
#pragma once

#include <vector>

#include <Eigen/Core>
#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

namespace bora {

/// A row a row, in floats of 32 bits.
cv::Mat to_mat(const Eigen::MatrixXd& X);

/// Grown until nothing is left to split, without pruning.
class RegressionTree {
 public:
  /// X: n x d, the first variables being categories where there are `levels` (C_i of each), n >= 1; y: n x 1.
  /// depth: at most, up to 25; least_split: observations that a node must have to be split, >= 2.
  RegressionTree(const cv::Mat& X, const cv::Mat& y, const std::vector<int>& levels, int depth,
                 int least_split);
  /// Z: m x d. A category must be one that the tree has seen.
  Eigen::VectorXd values(const cv::Mat& Z) const;

 private:
  cv::Ptr<cv::ml::DTrees> grown_;
  bool categories_;
};

}  // namespace bora
