// Several tests at once.
#pragma once

#include <span>
#include <vector>

namespace bora {

/// p-values adjusted so that rejecting those up to a level keeps the chance of any false rejection below it,
/// whatever the tests have to do with each other (Holm, Scand. J. Stat. 6, 1979). In the order given.
std::vector<double> holm_adjusted(std::span<const double> p);

}  // namespace bora
