// Values far below all others in a search over a mixed space.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/output_transform.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Returns up to `count` of the n points, as indices, that are far from each other: the first one, then each
/// time the one farthest from all taken so far (Gonzalez 1985). The squared distance of two points is the
/// number of categories in which they differ and the sum of squared differences of their numbers in units.
/// count, n >= 1.
std::vector<Eigen::Index> far_apart(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                                    int count);

/// Returns the transform of the values of a search. It goes by the first max(`first`, LowerTail::kFewest) of
/// them, which are spread over the space; if `guests`, i.e. some points were observed without being asked
/// for, by as many points that are far apart: those of a warm start may crowd around the maximum. points,
/// values: n each, in the order in which they were told, n >= 1.
LowerTail lower_tail_of(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                        const Eigen::VectorXd& values, int first, bool guests);

}  // namespace bora::surrogates
