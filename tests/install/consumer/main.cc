// Another project that uses an installed bora: it maximises a function over a box by ask and tell.
#include <cmath>
#include <iostream>

#include "surrogates/search/box_optimiser.h"

int main() {
  bora::surrogates::BoxOptimiserOptions options;
  options.initial_points = 6;
  bora::surrogates::BoxOptimiser optimiser(Eigen::VectorXd::Constant(2, -1), Eigen::VectorXd::Constant(2, 1),
                                           options, 1);
  for (int i = 0; i < 25; ++i) {
    const auto [number, x] = optimiser.ask().front();
    optimiser.tell(number, -std::pow(x[0] - 0.3, 2) - std::pow(x[1] + 0.2, 2));
  }
  std::cout << "best " << optimiser.incumbent_value() << " at " << optimiser.incumbent().transpose() << '\n';
  return optimiser.incumbent_value() > -1e-2 ? 0 : 1;
}
