// Transforms of values that are far below (or, if infeasible, far above) all others in a search over a mixed
// space.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/output_transform.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Returns the indices of up to `count` of the n points that are far from each other: the first point, then
/// repeatedly the one farthest from all chosen ones (Gonzalez 1985). The squared distance of two points is
/// the number of categories in which they differ plus the sum of squared differences of their numbers in
/// units. count, n >= 1.
std::vector<Eigen::Index> far_apart(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                                    int count);

/// Returns the transform of the values of a search. It is based on the first max(`first`, LowerTail::kFewest)
/// values, whose points are spread over the space. If `unasked` (some points were observed without being
/// asked for, such as those of a warm start, which may gather around the maximum), it is based on as many
/// points that are far apart. points, values: n each, in the order of the tells, n >= 1.
LowerTail lower_tail_of(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                        const Eigen::VectorXd& values, int first, bool unasked);

/// Returns the values, with those of infeasible points lowered if they are far above all feasible ones, which
/// standardisation would otherwise make nearly equal. Let b be the largest feasible value, and s the
/// difference between b and the 1/3 quantile of the first max(`first`, LowerTail::kFewest) feasible values.
/// If any value is more than 50 s above b, each infeasible value that is u s above b + 5 s is lowered to u /
/// (1 + u) s above b + 5 s. With fewer than five feasible values nothing changes. values: n, in the order of
/// the tells; meets: n, whether the point meets all constraints.
Eigen::VectorXd with_lowered_infeasible(Eigen::VectorXd values, const std::vector<bool>& meets, int first);

}  // namespace bora::surrogates
