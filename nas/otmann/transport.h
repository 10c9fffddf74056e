// Optimal transport in which mass may remain unassigned (partial transport).
#pragma once

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::nas {

/// Returns the minimum of  sum_ij Z_ij C_ij + (mass of a and of b that is not assigned)  over Z >= 0 whose
/// rows sum to at most a and whose columns sum to at most b (Kandasamy et al. 2018, eq. 3). Solved by LEMON's
/// network simplex in integers, with an error of about 1e-7 of the masses.
///
/// a: n masses >= 0; b: m masses >= 0; C: n x m costs of a unit of mass, >= 0, infinity for forbidden pairs.
/// Throws InputError for other arguments.
double partial_transport(const Eigen::VectorXd& a, const Eigen::VectorXd& b, const Eigen::MatrixXd& C);

}  // namespace bora::nas
