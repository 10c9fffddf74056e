// Simulated annealing over categories.
#pragma once

#include <functional>

#include <Eigen/Core>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

struct AnnealingOptions {
  int starts = 5;          ///< number of independent runs from random points, >= 1
  int steps = 200;         ///< number of steps of each run
  double temperature = 1;  ///< temperature before the first step, in units of the score, > 0
  double cooling = 0.8;    ///< factor of the temperature in each step, in (0, 1]
};

/// Maximises a score over a space of categories. A step changes a random variable to another random category.
/// It is accepted if the score does not fall, else with probability exp(change / temperature). Points that
/// the space does not allow are rejected. Returns the best point seen. Throws InputError if the space has no
/// allowed point that is found.
Eigen::VectorXd annealed_search(const MixedSpace& space,
                                const std::function<double(const Eigen::VectorXd& point)>& score,
                                const AnnealingOptions& options, Rng& rng);

}  // namespace bora::surrogates
