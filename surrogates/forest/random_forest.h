// Random forest of regression trees as a model, as in SMAC.
#pragma once

#include <cstdint>
#include <memory>

#include "surrogates/posterior/posterior.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Trees and splits as SMAC3's facade for tuning has them; its depth has no bound, OpenCV's trees one of 25.
struct RandomForestOptions {
  int trees = 10;
  int least_split = 2;  ///< observations that a node must have to be split
  int most_depth = 20;
  void check() const;  ///< throws InputError naming the field
};

/// Makes a forest of regression trees, each grown on a bootstrap sample of the observations over all
/// variables (Hutter, Hoos and Leyton-Brown 2011, section 4.1); the trees are OpenCV's. Mean and (co)variance
/// of the function at points are those over the trees. Points are those of a MixedSpace in units. It has no
/// gradients; given() adds points to the samples of all trees and regrows them.
std::unique_ptr<Model<Eigen::VectorXd>> make_random_forest(const MixedSpace& space,
                                                           RandomForestOptions options = {});

/// Makes a search like SMAC: BayesianOptimiser with this model, in which a fifth of the points are uniform.
/// Values are not transformed (SMAC3 takes their logarithm), except that values far below all others are
/// raised (LowerTail). The transform of outputs and the uniform share in `options` are overridden.
std::unique_ptr<BayesianOptimiser> make_forest_optimiser(const MixedSpace& space, BayesianOptions options,
                                                         std::uint64_t seed);

}  // namespace bora::surrogates
