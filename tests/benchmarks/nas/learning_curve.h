// Prediction of a network's final accuracy from the start of its learning curve and the curves of others.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::nas {

/// Learning curve of a network after some epochs.
struct LearningCurve {
  std::vector<double> accuracies;  ///< accuracy on the validation images after each epoch
  /// Numbers of the network itself, such as the logarithm of its weights; as many for all networks.
  std::vector<double> facts;
};

/// Support vector regression on learning curves (LcSVR; Baker et al. 2017, "Accelerating neural architecture
/// search using performance prediction"), as Ru 2021, section 8.4, compares with: a nu-SVR with radial kernel
/// whose inputs are the accuracies until epoch T, their first and second differences, and the facts, each
/// standardised; cost, nu and width of the kernel by cross-validation. OpenCV's.
class LearningCurveRegression {
 public:
  /// curves: those of n >= 5 networks that were trained to the end, each of at least `epochs`; y: n, what
  /// they reached. The seed decides how cross-validation divides them. Throws InputError.
  LearningCurveRegression(const std::vector<LearningCurve>& curves, const Eigen::VectorXd& y, int epochs,
                          std::uint64_t seed);
  ~LearningCurveRegression();
  LearningCurveRegression(LearningCurveRegression&&) noexcept;

  /// Returns one prediction per curve, from its first `epochs`. Throws InputError.
  Eigen::VectorXd predict(const std::vector<LearningCurve>& curves) const;

 private:
  struct Fit;
  std::unique_ptr<Fit> fit_;
};

}  // namespace bora::nas
