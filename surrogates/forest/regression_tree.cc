#include "surrogates/forest/regression_tree.h"

namespace bora::surrogates {

cv::Mat to_mat(const Eigen::MatrixXd& X) {
  cv::Mat out(static_cast<int>(X.rows()), static_cast<int>(X.cols()), CV_32F);
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.cols; ++j) out.at<float>(i, j) = static_cast<float>(X(i, j));
  return out;
}

RegressionTree::RegressionTree(const cv::Mat& X, const cv::Mat& y, const std::vector<int>& levels, int depth,
                               int least_split)
    : grown_(cv::ml::DTrees::create()), categories_(!levels.empty()) {
  cv::Mat types(X.cols + 1, 1, CV_8U, cv::Scalar(cv::ml::VAR_ORDERED));
  for (std::size_t i = 0; i < levels.size(); ++i)
    types.at<uchar>(static_cast<int>(i)) = cv::ml::VAR_CATEGORICAL;
  grown_->setMaxDepth(depth);
  grown_->setMinSampleCount(least_split - 1);  // OpenCV splits nodes of more than this number
  grown_->setRegressionAccuracy(0);
  grown_->setCVFolds(0);  // no pruning
  grown_->setUseSurrogates(false);
  grown_->train(cv::ml::TrainData::create(X, cv::ml::ROW_SAMPLE, y, cv::noArray(), cv::noArray(),
                                          cv::noArray(), types));
}

Eigen::VectorXd RegressionTree::values(const cv::Mat& Z) const {
  Eigen::VectorXd out(Z.rows);
  if (categories_) {
    cv::Mat found;
    grown_->predict(Z, found);
    for (int i = 0; i < found.rows; ++i) out[i] = found.at<float>(i);
    return out;
  }
  // Follows the splits itself: predict() takes a microsecond for each point, most of it for setting up, which
  // is slow for thousands of boosted trees.
  const auto& nodes = grown_->getNodes();
  const auto& splits = grown_->getSplits();
  for (int i = 0; i < Z.rows; ++i) {
    const float* z = Z.ptr<float>(i);
    auto at = static_cast<std::size_t>(grown_->getRoots().front());
    while (nodes[at].split >= 0) {
      const auto& split = splits[static_cast<std::size_t>(nodes[at].split)];
      at = static_cast<std::size_t>(z[split.varIdx] <= split.c ? nodes[at].left : nodes[at].right);
    }
    out[i] = static_cast<float>(nodes[at].value);
  }
  return out;
}

}  // namespace bora::surrogates
