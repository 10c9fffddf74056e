// Draws from Dirichlet distributions, with gradients.
#pragma once

#include <cstdint>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

/// Draw from the Dirichlet distribution with parameters `concentration` (k).
struct DirichletDraw {
  std::vector<double> shares;         ///< drawn value: k positive numbers that sum to 1
  std::vector<double> concentration;  ///< k positive numbers

  /// Returns the gradient with respect to the concentrations (k), given the gradient with respect to the
  /// shares, by implicit reparametrisation (Figurnov, Mohamed and Mnih 2018). It is an unbiased estimate of
  /// the gradient of an expectation.
  std::vector<double> pullback(const std::vector<double>& of_shares) const;
};

/// Draws shares from the distribution. concentration: two or more positive numbers.
DirichletDraw draw_dirichlet(const std::vector<double>& concentration, std::uint64_t seed);

}  // namespace bora::nas
