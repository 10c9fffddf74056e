// Regression tree of OpenCV. Only .cc files should include this header, since it includes OpenCV.
#pragma once

#include <vector>

#include <Eigen/Core>
#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

namespace bora::surrogates {

/// Converts a matrix (n x d) to 32-bit floats (n x d, CV_32F).
cv::Mat to_mat(const Eigen::MatrixXd& X);

/// Regression tree that is grown to its depth without pruning.
class RegressionTree {
 public:
  /// Grows a tree that predicts y (n x 1) from X (n x d), n >= 1, both CV_32F. levels: numbers of categories
  /// of the first variables, which are categorical; the others are numbers. depth: maximum depth, at most 25;
  /// least_split: minimum number of observations of a node that is split, >= 2.
  RegressionTree(const cv::Mat& X, const cv::Mat& y, const std::vector<int>& levels, int depth,
                 int least_split);
  /// Returns the predictions (m) for the rows of Z (m x d, CV_32F), whose categories must occur in X.
  Eigen::VectorXd values(const cv::Mat& Z) const;

 private:
  cv::Ptr<cv::ml::DTrees> grown_;
  bool categories_;
};

}  // namespace bora::surrogates
