// Gradient boosting of regression trees as a model (Friedman 2001 and 2002).
#pragma once

#include <memory>

#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Defaults were chosen on CIFAR-10's validation accuracies of NAS-Bench-201, 50 observations.
struct BoostedTreesOptions {
  int models = 20;         ///< >= 2
  int rounds = 100;        ///< trees of each model, >= 1
  int depth = 2;           ///< largest depth that a tree may have, in [1, 25]
  double shrinkage = 0.1;  ///< factor by which each tree's predictions are multiplied, in (0, 1]
  double share = 0.5;      ///< share of the sample that each tree gets, drawn without replacement, in (0, 1]
  void check() const;      ///< throws InputError naming the field
};

/// Makes a model of sums of regression trees (OpenCV's), each tree grown on the residuals of those before it.
/// A single sum gives no variance, so there are several, each from another bootstrap sample of the
/// observations, and mean and (co)variance are those over them. Points are vectors of numbers, in which only
/// the order matters. It has no gradients; `given` observations are added to all samples, on which the sums
/// are refitted.
std::unique_ptr<Model<Eigen::VectorXd>> make_boosted_trees(BoostedTreesOptions options = {});

}  // namespace bora::surrogates
