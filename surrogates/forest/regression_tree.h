// A regression tree of OpenCV's. Includes OpenCV: for sources only.
#pragma once

#include <vector>

#include <Eigen/Core>
#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

namespace bora::surrogates {

/// Converts a matrix row by row to floats of 32 bits.
cv::Mat to_mat(const Eigen::MatrixXd& X);

/// Regression tree that is grown until nothing is left to split, without pruning.
class RegressionTree {
 public:
  /// Grows a tree that predicts y (n x 1) from X (n x d), n >= 1. If there are `levels` (C_i of each), the
  /// first variables are categories. depth: largest depth, at most 25; least_split: least observations of a
  /// node that is split, >= 2.
  RegressionTree(const cv::Mat& X, const cv::Mat& y, const std::vector<int>& levels, int depth,
                 int least_split);
  /// Returns the predictions for Z, m x d. Its categories must occur in the training data.
  Eigen::VectorXd values(const cv::Mat& Z) const;

 private:
  cv::Ptr<cv::ml::DTrees> grown_;
  bool categories_;
};

}  // namespace bora::surrogates
