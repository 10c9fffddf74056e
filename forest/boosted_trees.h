// Gradient boosting of regression trees as a model (Friedman 2001 and 2002).
#pragma once

#include <memory>

#include "surrogates/belief/belief.h"

namespace bora {

/// Defaults were chosen on CIFAR-10's validation accuracies of NAS-Bench-201, 50 observations.
struct BoostedTreesOptions {
  int models = 20;         ///< >= 2
  int rounds = 100;        ///< trees of each, >= 1
  int depth = 2;           ///< of a tree, in [1, 25]
  double shrinkage = 0.1;  ///< what a tree adds is multiplied by, in (0, 1]
  double share = 0.5;      ///< of the sample that a tree is grown on, drawn without replacement, in (0, 1]
  void check() const;      ///< throws InputError naming the field
};

/// Sums of regression trees (OpenCV's), each grown on what those before it leave of the values. Such a sum
/// says nothing of how sure it is; so there are several, each of another bootstrap sample of the
/// observations, and mean and (co)variance are those over them. Points are vectors of numbers, in which only
/// the order matters. It has no gradients; what is `given` is added to all samples, which are learnt from
/// again.
std::unique_ptr<Model<Eigen::VectorXd>> make_boosted_trees(BoostedTreesOptions options = {});

}  // namespace bora
