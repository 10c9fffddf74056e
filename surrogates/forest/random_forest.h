// Regression trees as a model: what SMAC believes.
#pragma once

#include <cstdint>
#include <memory>

#include "surrogates/belief/belief.h"
#include "surrogates/space/mixed_space.h"

namespace bora {

/// As SMAC3's default facade for tuning has them.
struct RandomForestOptions {
  int trees = 10;
  int least_split = 2;  ///< observations that a node must have to be split
  int most_depth = 20;
  void check() const;  ///< throws InputError naming the field
};

/// A forest of regression trees, each grown on a bootstrap sample of the observations over all variables
/// (Hutter, Hoos and Leyton-Brown 2011, section 4.1); the trees are OpenCV's. Mean and (co)variance of the
/// function at points are those over the trees. Points are those of a MixedSpace in units. It has no
/// gradients; what is `given` is added to all trees' samples, which are grown again.
std::unique_ptr<Model<Eigen::VectorXd>> make_random_forest(const MixedSpace& space,
                                                           RandomForestOptions options = {});

}  // namespace bora
