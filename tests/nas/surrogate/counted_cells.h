// Architectures whose values are counted in their cells, for tests of ensembles.
#pragma once

#include <string>
#include <vector>

#include "nas/surrogate/architecture_models.h"
#include "support/layers.h"

namespace bora::testing {

/// Training (X, y) and test (Z, wanted) architectures, whose values grow with the number of 3x3 convolutions
/// on their paths.
struct CountedCells {
  SpacePtr space;
  std::vector<Architecture> X, Z;
  Eigen::VectorXd y, wanted;
  CountedCells(int n, int m, const std::string& name = "nb201") : space(make_space(name)), y(n), wanted(m) {
    Rng rng(5);
    const auto value = [&](const Architecture& a) { return 80 + 3 * space->statistics(a)[1]; };
    for (int i = 0; i < n; ++i) y[i] = value(X.emplace_back(space->sample(rng)));
    for (int i = 0; i < m; ++i) wanted[i] = value(Z.emplace_back(space->sample(rng)));
  }
};

}  // namespace bora::testing
