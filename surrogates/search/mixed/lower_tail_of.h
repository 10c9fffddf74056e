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

/// Returns the transform of the values of a search. It uses the first max(`first`, LowerTail::kFewest) of
/// them, which are spread over the space; if `guests`, i.e. some points were observed without being asked
/// for, by as many points that are far apart: those of a warm start may crowd around the maximum. points,
/// values: n each, in the order in which they were told, n >= 1.
LowerTail lower_tail_of(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                        const Eigen::VectorXd& values, int first, bool guests);

/// Returns the values with those of points that break constraints lowered where they are far above all that
/// meet them, which they would make alike. Let s be the largest value that meets them, b, less the lower
/// third of the first max(`first`, LowerTail::kFewest) such values. Where a value lies more than 50 s above
/// b, each that breaks constraints and lies u s above b + 5 s is lowered to u / (1 + u) s above that. With
/// fewer than five that meet them all stay as they are. values: n, in the order in which they were told;
/// meets: n, whether the point meets all constraints.
Eigen::VectorXd with_lowered_infeasible(Eigen::VectorXd values, const std::vector<bool>& meets, int first);

}  // namespace bora::surrogates
