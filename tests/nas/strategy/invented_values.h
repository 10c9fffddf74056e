// An invented benchmark over the cells of NAS-Bench-201.
#pragma once

#include "nas/strategy/strategy.h"

namespace bora::testing {

inline StrategyTask nb201_task(int batch) {
  static const SpacePtr space = make_space("nb201");
  return {space, batch, "none", [](const Architecture& a) { return space->statistics(a)[1]; }};
}

/// Wide convolutions are good, and long ways through them; poolings are bad.
inline double invented_value(const Architecture& architecture) {
  const auto numbers = nb201_task(1).space->statistics(architecture);
  return 0.3 * numbers[0] + 0.5 * numbers[1] - 0.2 * numbers[3] + 0.3 * numbers[5] +
         0.01 * architecture.code()[0];
}

}  // namespace bora::testing
