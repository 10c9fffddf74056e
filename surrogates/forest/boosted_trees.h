// Gradient boosting of regression trees as a model (Friedman 2001 and 2002).
#pragma once

#include <memory>

#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Options that make_boosted_trees() takes. The defaults were chosen on the validation accuracies of CIFAR-10
/// in NAS-Bench-201 with 50 observations.
struct BoostedTreesOptions {
  int models = 20;         ///< number of sums of trees, >= 2
  int rounds = 100;        ///< number of trees of each sum, >= 1
  int depth = 2;           ///< maximum depth of the trees, in [1, 25]
  double shrinkage = 0.1;  ///< factor by which each tree's predictions are multiplied, in (0, 1]
  double share = 0.5;      ///< share of the sample that each tree gets, drawn without replacement, in (0, 1]
  void check() const;      ///< throws InputError naming the field
};

/// Makes a model of several sums of regression trees (OpenCV's). Each sum is fitted to another bootstrap
/// sample of the observations, each of its trees to the residuals of the trees before. The posterior mean and
/// covariance are the mean and the covariance of the sums. Points are vectors of numbers, of which only the
/// order matters. The posterior has no gradients; given() adds observations to all samples and refits the
/// sums.
std::unique_ptr<Model<Eigen::VectorXd>> make_boosted_trees(BoostedTreesOptions options = {});

}  // namespace bora::surrogates
