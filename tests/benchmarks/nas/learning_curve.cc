#include "benchmarks/nas/learning_curve.h"

#include <algorithm>
#include <cmath>

#include <opencv2/core.hpp>
#include <opencv2/ml.hpp>

#include "common/error.h"
#include "common/random.h"

namespace bora::nas {
namespace {

std::vector<double> features(const LearningCurve& curve, int epochs, std::size_t facts) {
  if (static_cast<int>(curve.accuracies.size()) < epochs)
    throw InputError("learning curve: {} epochs, expected at least {}", curve.accuracies.size(), epochs);
  if (curve.facts.size() != facts)
    throw InputError("learning curve: {} facts, the others have {}", curve.facts.size(), facts);
  std::vector<double> row(curve.accuracies.begin(), curve.accuracies.begin() + epochs);
  const auto append_differences = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i + 1 < to; ++i) row.push_back(row[i + 1] - row[i]);
  };
  const std::size_t first = row.size();
  append_differences(0, first);
  append_differences(first, row.size());
  row.insert(row.end(), curve.facts.begin(), curve.facts.end());
  for (const double value : row)
    if (!std::isfinite(value))
      throw InputError("learning curve: a value of {}, expected finite numbers", value);
  return row;
}

cv::Mat matrix(const std::vector<LearningCurve>& curves, int epochs, std::size_t facts) {
  cv::Mat X;
  for (const LearningCurve& curve : curves) {
    const std::vector<double> row = features(curve, epochs, facts);
    X.push_back(cv::Mat(row, true).reshape(1, 1));
  }
  return X;
}

struct Grid {
  double cost, nu, width;
};

// Returns a trained machine; null if it has no support vectors, as for equal values. The mean is then as good
// a prediction.
cv::Ptr<cv::ml::SVM> machine(const Grid& by, const cv::Mat& X, const cv::Mat& y) {
  const auto svm = cv::ml::SVM::create();
  svm->setType(cv::ml::SVM::NU_SVR);
  svm->setKernel(cv::ml::SVM::RBF);
  svm->setC(by.cost);
  svm->setNu(by.nu);
  svm->setGamma(by.width / X.cols);
  constexpr int kSteps = 10000;
  constexpr double kPrecision = 1e-6;
  svm->setTermCriteria({cv::TermCriteria::MAX_ITER + cv::TermCriteria::EPS, kSteps, kPrecision});
  try {
    svm->train(X, cv::ml::ROW_SAMPLE, y);
  } catch (const cv::Exception&) {
    return nullptr;
  }
  return svm;
}

cv::Mat predictions(const cv::Ptr<cv::ml::SVM>& svm, const cv::Mat& X) {
  cv::Mat y = cv::Mat::zeros(X.rows, 1, CV_32F);
  if (svm) svm->predict(X, y);
  return y;
}

cv::Mat picked(const cv::Mat& rows, const std::vector<int>& which) {
  cv::Mat out;
  for (const int row : which) out.push_back(rows.row(row));
  return out;
}

// Returns the sum of the squared errors on the parts that cross-validation leaves out. OpenCV's own grid
// search is not used, because it draws the parts from a random generator that the whole program shares.
double error_of(const Grid& by, const cv::Mat& X, const cv::Mat& y, const std::vector<int>& order,
                int folds) {
  double error = 0;
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<int> in, out;
    for (std::size_t i = 0; i < order.size(); ++i)
      (static_cast<int>(i) % folds == fold ? out : in).push_back(order[i]);
    const auto svm = machine(by, picked(X, in), picked(y, in));
    error += std::pow(cv::norm(predictions(svm, picked(X, out)), picked(y, out)), 2);
  }
  return error;
}

}  // namespace

struct LearningCurveRegression::Fit {
  int epochs = 0;
  std::size_t facts = 0;
  cv::Mat mean, deviation;  // 1 x columns
  double y_mean = 0, y_deviation = 1;
  cv::Ptr<cv::ml::SVM> svm;

  // OpenCV's machine takes single precision.
  cv::Mat standardised(const cv::Mat& raw) const {
    cv::Mat X(raw.size(), CV_32F);
    for (int i = 0; i < raw.rows; ++i)
      for (int j = 0; j < raw.cols; ++j)
        X.at<float>(i, j) =
            static_cast<float>((raw.at<double>(i, j) - mean.at<double>(0, j)) / deviation.at<double>(0, j));
    return X;
  }
};

LearningCurveRegression::LearningCurveRegression(const std::vector<LearningCurve>& curves,
                                                 const Eigen::VectorXd& y, int epochs, std::uint64_t seed)
    : fit_(std::make_unique<Fit>()) {
  constexpr int kFewest = 5, kFolds = 5;
  const auto n = static_cast<int>(curves.size());
  if (n < kFewest) throw InputError("learning curve: {} networks, expected at least {}", n, kFewest);
  if (y.size() != n) throw InputError("learning curve: {} values for {} networks", y.size(), n);
  if (!y.allFinite()) throw InputError("learning curve: a value is not finite");
  if (epochs < 1) throw InputError("epochs: {} is below 1", epochs);
  Fit& fit = *fit_;
  fit.epochs = epochs;
  fit.facts = curves.front().facts.size();
  const cv::Mat raw = matrix(curves, epochs, fit.facts);
  fit.mean = cv::Mat::zeros(1, raw.cols, CV_64F);
  fit.deviation = cv::Mat::ones(1, raw.cols, CV_64F);
  for (int j = 0; j < raw.cols; ++j) {
    cv::Scalar mean, deviation;
    cv::meanStdDev(raw.col(j), mean, deviation);
    fit.mean.at<double>(0, j) = mean[0];
    if (deviation[0] > 0) fit.deviation.at<double>(0, j) = deviation[0];
  }
  fit.y_mean = y.mean();
  const double spread = std::sqrt((y.array() - fit.y_mean).square().mean());
  if (spread > 0) fit.y_deviation = spread;
  const cv::Mat X = fit.standardised(raw);
  cv::Mat target(n, 1, CV_32F);
  for (int i = 0; i < n; ++i)
    target.at<float>(i, 0) = static_cast<float>((y[i] - fit.y_mean) / fit.y_deviation);

  Rng rng(seed);
  const std::vector<int> order = rng.permutation(n);
  Grid best{};
  double least = std::numeric_limits<double>::infinity();
  for (const double cost : {0.1, 1.0, 10.0, 100.0})
    for (const double nu : {0.3, 0.5, 0.8})
      for (const double width : {0.03, 0.1, 0.3, 1.0}) {
        const Grid by{cost, nu, width};
        const double error = error_of(by, X, target, order, std::min(kFolds, n));
        if (error < least) {
          least = error;
          best = by;
        }
      }
  fit.svm = machine(best, X, target);
}

LearningCurveRegression::~LearningCurveRegression() = default;
LearningCurveRegression::LearningCurveRegression(LearningCurveRegression&&) noexcept = default;

Eigen::VectorXd LearningCurveRegression::predict(const std::vector<LearningCurve>& curves) const {
  Eigen::VectorXd values(static_cast<Eigen::Index>(curves.size()));
  if (curves.empty()) return values;
  const cv::Mat predicted =
      predictions(fit_->svm, fit_->standardised(matrix(curves, fit_->epochs, fit_->facts)));
  for (Eigen::Index i = 0; i < values.size(); ++i)
    values[i] = fit_->y_mean + fit_->y_deviation * predicted.at<float>(static_cast<int>(i), 0);
  return values;
}

}  // namespace bora::nas
