#include "benchmarks/optimisers/svm_digits.h"

#include <cmath>

#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

#include "common/error.h"
#include "data/images/load.h"

namespace bora::tools {
namespace {

constexpr int kImages = 500;  // images of each part

class SvmMnist final : public MixedProblem {
 public:
  explicit SvmMnist(const std::string& folder) : space_({}, Eigen::Vector2d(-1, -2), Eigen::Vector2d(2, 4)) {
    const data::ImageDataset images = data::load_dataset(folder, data::Part::train);
    if (images.size() < 2 * kImages)
      throw InputError("{}: {} images, expected at least {}", folder, images.size(), 2 * kImages);
    cv::Mat all(2 * kImages, images.shape.size(), CV_32F), labels(2 * kImages, 1, CV_32S);
    for (int i = 0; i < 2 * kImages; ++i) {
      const auto pixels = images.image(i);
      for (int j = 0; j < all.cols; ++j)
        all.at<float>(i, j) = static_cast<float>(pixels[static_cast<std::size_t>(j)]) / 255;
      labels.at<int>(i) = images.labels[static_cast<std::size_t>(i)];
    }
    X_ = all.rowRange(0, kImages), Z_ = all.rowRange(kImages, 2 * kImages);
    y_ = labels.rowRange(0, kImages), truth_ = labels.rowRange(kImages, 2 * kImages);
  }
  std::string name() const override { return "svm-mnist"; }
  const MixedSpace& space() const override { return space_; }
  bool minimum_known() const override { return false; }
  double minimum() const override { return 0; }
  Eigen::MatrixXd minimisers() const override { return {0, 2}; }

 private:
  double at(const Eigen::VectorXd& point) const override {
    const auto svm = cv::ml::SVM::create();
    svm->setType(cv::ml::SVM::C_SVC);
    svm->setKernel(cv::ml::SVM::RBF);
    svm->setGamma(std::pow(10, -2 * point[0]));  // exp(-|x - z|^2 / scale^2)
    svm->setC(std::pow(10, point[1]));
    constexpr int kMostIterations = 10000;
    constexpr double kTolerance = 1e-3;
    svm->setTermCriteria({cv::TermCriteria::MAX_ITER | cv::TermCriteria::EPS, kMostIterations, kTolerance});
    svm->train(X_, cv::ml::ROW_SAMPLE, y_);
    cv::Mat predicted;
    svm->predict(Z_, predicted);
    int wrong = 0;
    for (int i = 0; i < kImages; ++i)
      wrong += std::lround(predicted.at<float>(i)) != truth_.at<int>(i) ? 1 : 0;
    return static_cast<double>(wrong) / kImages;
  }

  MixedSpace space_;
  cv::Mat X_, Z_, y_, truth_;
};

}  // namespace

std::unique_ptr<MixedProblem> make_svm_mnist(const std::string& folder) {
  return std::make_unique<SvmMnist>(folder);
}

}  // namespace bora::tools
