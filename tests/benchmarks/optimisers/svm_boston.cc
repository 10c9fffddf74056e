#include "benchmarks/optimisers/svm_boston.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

#include "common/error.h"

namespace bora::tools {
namespace {

std::vector<double> numbers_of(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw InputError("{}: cannot be read", file);
  std::vector<double> values;
  for (double value = 0; in >> value;) values.push_back(value);
  return values;
}

class SvmBoston final : public MixedProblem {
 public:
  explicit SvmBoston(const std::string& folder)
      : space_({4, 2}, Eigen::Vector3d(0, -6, 0), Eigen::Vector3d(10, 0, 1)) {
    const std::vector<double> features = numbers_of(folder + "/index_features.txt");
    const std::vector<double> target = numbers_of(folder + "/index_target.txt");
    std::ifstream in(folder + "/data.txt");
    if (!in) throw InputError("{}/data.txt: cannot be read", folder);
    std::vector<std::vector<double>> rows;
    for (std::string line; std::getline(in, line);) {
      std::istringstream fields(line);
      std::vector<double> row;
      for (double value = 0; fields >> value;) row.push_back(value);
      if (row.empty()) continue;
      for (const std::vector<double>* wanted : {&features, &target})
        for (const double column : *wanted)
          if (!(column >= 0 && column < static_cast<double>(row.size())))
            throw InputError("{}/data.txt: a row of {} numbers has no column {}", folder, row.size(), column);
      rows.push_back(row);
    }
    const auto n = static_cast<int>(rows.size()), d = static_cast<int>(features.size());
    if (n < 10 || d < 1 || target.size() != 1) throw InputError("{}: no table of houses", folder);
    Rng rng(mix_seed(0, "houses"));
    const std::vector<int> order = rng.permutation(n);
    const int train = n * 7 / 10;
    X_.create(train, d, CV_32F);
    Z_.create(n - train, d, CV_32F);
    y_.create(train, 1, CV_32F);
    for (int i = 0; i < n; ++i) {
      const auto& row = rows[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
      cv::Mat& out = i < train ? X_ : Z_;
      for (int j = 0; j < d; ++j)
        out.at<float>(i < train ? i : i - train, j) =
            static_cast<float>(row.at(static_cast<std::size_t>(features[static_cast<std::size_t>(j)])));
      const double price = row.at(static_cast<std::size_t>(target.front()));
      if (i < train)
        y_.at<float>(i) = static_cast<float>(price);
      else
        prices_.push_back(price);
    }
    for (int j = 0; j < d; ++j) {
      double low = 0, high = 0;
      cv::minMaxLoc(X_.col(j), &low, &high);
      X_.col(j) = (X_.col(j) - low) / std::max(high - low, 1e-12);
      Z_.col(j) = (Z_.col(j) - low) / std::max(high - low, 1e-12);
    }
    cv::Scalar mean, deviation;
    cv::meanStdDev(X_.reshape(1, 1), mean, deviation);
    variance_ = deviation[0] * deviation[0];
  }
  std::string name() const override { return "svm-boston"; }
  const MixedSpace& space() const override { return space_; }
  bool minimum_known() const override { return false; }
  double minimum() const override { return 0; }
  Eigen::MatrixXd minimisers() const override { return {0, 5}; }

 private:
  double at(const Eigen::VectorXd& point) const override {
    constexpr int kKernels[] = {cv::ml::SVM::LINEAR, cv::ml::SVM::POLY, cv::ml::SVM::RBF,
                                cv::ml::SVM::SIGMOID};
    constexpr int kMostIterations = 20000;
    const double d = X_.cols;
    const auto svm = cv::ml::SVM::create();
    svm->setType(cv::ml::SVM::NU_SVR);
    svm->setKernel(kKernels[static_cast<int>(point[0])]);
    svm->setDegree(3);
    svm->setGamma(point[1] == 0 ? 1 / (d * variance_) : 1 / d);
    svm->setC(std::max(point[2], 1e-6));
    svm->setNu(std::clamp(point[4], 1e-3, 1 - 1e-6));  // OpenCV takes neither end
    svm->setTermCriteria(
        {cv::TermCriteria::MAX_ITER | cv::TermCriteria::EPS, kMostIterations, std::pow(10.0, point[3])});
    svm->train(X_, cv::ml::ROW_SAMPLE, y_);
    cv::Mat predicted;
    svm->predict(Z_, predicted);
    const auto error = [&](const auto& prediction) {
      double sum = 0;
      for (std::size_t i = 0; i < prices_.size(); ++i)
        sum += std::pow(prediction(static_cast<int>(i)) - prices_[i], 2);
      return sum / static_cast<double>(prices_.size());
    };
    const double found = error([&](int i) { return predicted.at<float>(i); });
    // If no support vector is inside its bounds, a machine has no offset, and its predictions are not finite.
    // It then has the error of a machine that always predicts the mean price.
    if (std::isfinite(found)) return found;
    return error([mean = cv::mean(y_)[0]](int) { return mean; });
  }

  MixedSpace space_;
  cv::Mat X_, Z_, y_;
  std::vector<double> prices_;
  double variance_ = 1;
};

}  // namespace

std::unique_ptr<MixedProblem> make_svm_boston(const std::string& folder) {
  return std::make_unique<SvmBoston>(folder);
}

}  // namespace bora::tools
