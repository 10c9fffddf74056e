// Random forest of regression trees as a model, and a search like SMAC with it.
#pragma once

#include <cstdint>
#include <memory>

#include "surrogates/posterior/posterior.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Options that make_random_forest() takes. The defaults of trees and least_split are those of SMAC3's facade
/// for tuning, which does not limit the depth; OpenCV's trees have at most 25 levels.
struct RandomForestOptions {
  int trees = 10;       ///< number of trees, >= 2
  int least_split = 2;  ///< minimum number of observations of a node that is split, >= 2
  int most_depth = 20;  ///< maximum depth of the trees, in [1, 25]
  void check() const;   ///< throws InputError naming the field
};

/// Makes a forest of regression trees (OpenCV's), each grown on a bootstrap sample of the observations and on
/// all variables (Hutter, Hoos and Leyton-Brown 2011, section 4.1). The posterior mean and covariance are the
/// mean and the covariance of the trees' predictions. Points are those of `space` in unit coordinates. The
/// posterior has no gradients; given() adds observations to the samples of all trees and regrows them. Throws
/// InputError for invalid options.
std::unique_ptr<Model<Eigen::VectorXd>> make_random_forest(const MixedSpace& space,
                                                           RandomForestOptions options = {});

/// Makes a search like SMAC: a BayesianOptimiser with a random forest, in which a fifth of the points after
/// the initial ones are uniform. Values far below all others are raised (LowerTail) but not transformed
/// otherwise (SMAC3 takes logarithms): transform_outputs, raise_tail and uniform_share of `options` are
/// overwritten. Throws InputError as BayesianOptimiser() does.
std::unique_ptr<BayesianOptimiser> make_forest_optimiser(const MixedSpace& space, BayesianOptions options,
                                                         std::uint64_t seed);

}  // namespace bora::surrogates
