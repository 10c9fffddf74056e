#include "forest/regression_tree.h"

namespace bora {

cv::Mat to_mat(const Eigen::MatrixXd& X) {
  cv::Mat out(static_cast<int>(X.rows()), static_cast<int>(X.cols()), CV_32F);
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.cols; ++j) out.at<float>(i, j) = static_cast<float>(X(i, j));
  return out;
}

RegressionTree::RegressionTree(const cv::Mat& X, const cv::Mat& y, const std::vector<int>& levels, int depth,
                               int least_split)
    : grown_(cv::ml::DTrees::create()) {
  cv::Mat types(X.cols + 1, 1, CV_8U, cv::Scalar(cv::ml::VAR_ORDERED));
  for (std::size_t i = 0; i < levels.size(); ++i)
    types.at<uchar>(static_cast<int>(i)) = cv::ml::VAR_CATEGORICAL;
  grown_->setMaxDepth(depth);
  grown_->setMinSampleCount(least_split - 1);  // OpenCV splits what has more
  grown_->setRegressionAccuracy(0);
  grown_->setCVFolds(0);  // no pruning
  grown_->setUseSurrogates(false);
  grown_->train(cv::ml::TrainData::create(X, cv::ml::ROW_SAMPLE, y, cv::noArray(), cv::noArray(),
                                          cv::noArray(), types));
}

Eigen::VectorXd RegressionTree::values(const cv::Mat& Z) const {
  cv::Mat found;
  grown_->predict(Z, found);
  Eigen::VectorXd out(found.rows);
  for (int i = 0; i < found.rows; ++i) out[i] = found.at<float>(i);
  return out;
}

}  // namespace bora
