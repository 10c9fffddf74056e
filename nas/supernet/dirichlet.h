// Draws from Dirichlet distributions with gradients.
#pragma once

#include <cstdint>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

struct DirichletDraw {
  std::vector<double> shares;  ///< positive, their sum is 1
  std::vector<double> concentration;

  /// Returns the gradient with respect to the concentration, given the one with respect to the shares, by
  /// implicit reparametrisation (Figurnov, Mohamed and Mnih 2018): an unbiased estimate of the gradient of an
  /// expectation.
  std::vector<double> pullback(const std::vector<double>& of_shares) const;
};

/// Draws shares. `concentration`: two or more positive numbers.
DirichletDraw draw_dirichlet(const std::vector<double>& concentration, std::uint64_t seed);

}  // namespace bora::nas
