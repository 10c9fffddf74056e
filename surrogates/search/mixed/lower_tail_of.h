// Transforms of the values of a search over a mixed space that are far from all others.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/output_transform.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Returns the indices of min(count, n) of the n points that are far from each other: the first point, then
/// repeatedly the point whose distance to the nearest chosen one is largest (Gonzalez 1985). The squared
/// distance of two points is the number of categories in which they differ plus the sum of squared
/// differences of their numbers in unit coordinates. count, n >= 1.
std::vector<Eigen::Index> far_apart(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                                    int count);

/// Returns the transform of the values of a search, which is based on the values of some points that are
/// spread over the space: the first max(first, LowerTail::kFewest) ones or, if `unasked`, as many by
/// far_apart(). unasked: whether any point was observed without being asked for, such as those of a warm
/// start, which may gather around the maximum. points, values: n each, in the order observed, n >= 1.
LowerTail lower_tail_of(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                        const Eigen::VectorXd& values, int first, bool unasked);

/// Returns the values with infeasible ones lowered if one is far above all feasible ones, next to which the
/// feasible ones would be nearly equal. Let b be the largest feasible value, and s the difference of b and
/// the 1/3 quantile of the first max(first, LowerTail::kFewest) feasible values. If any value exceeds b + 50
/// s, each infeasible value b + 5 s + u s with u > 0 becomes b + 5 s + s u / (1 + u). With fewer than five
/// feasible values nothing changes. values: n, in the order observed; meets: n, whether each point meets all
/// constraints.
Eigen::VectorXd with_lowered_infeasible(Eigen::VectorXd values, const std::vector<bool>& meets, int first);

}  // namespace bora::surrogates
