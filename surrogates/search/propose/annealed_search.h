// Simulated annealing over categories.
#pragma once

#include <functional>

#include <Eigen/Core>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Options that annealed_search() takes.
struct AnnealingOptions {
  int starts = 5;          ///< number of independent runs from random points, >= 1
  int steps = 200;         ///< number of steps of each run
  double temperature = 1;  ///< temperature before the first cooling, in units of the score, > 0
  double cooling = 0.8;    ///< factor by which each step multiplies the temperature, in (0, 1]
};

/// Maximises a score over a space of categories alone by simulated annealing. A step changes a random
/// variable to another random category. It is accepted if the score does not decrease, else with probability
/// exp(change / temperature); points that the space does not allow are rejected. Returns the best point
/// visited. Throws InputError if MixedSpace::sample() finds no allowed point.
Eigen::VectorXd annealed_search(const MixedSpace& space,
                                const std::function<double(const Eigen::VectorXd& point)>& score,
                                const AnnealingOptions& options, Rng& rng);

}  // namespace bora::surrogates
