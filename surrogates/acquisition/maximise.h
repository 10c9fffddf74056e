// Maximisation of a score inside a box.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

enum class CandidateDesign { sobol, latin_hypercube };

struct MaximiserOptions {
  int candidates = 1024;
  CandidateDesign design = CandidateDesign::sobol;  ///< Latin hypercube is used if d > kMaxSobolDimension
  int polished = 5;                                 ///< number of best candidates improved by L-BFGS-B
  int max_evaluations = 200;                        ///< evaluations, with gradient, per polished candidate
  void check() const;                               ///< throws InputError naming the field
};

struct AcquisitionMaximum {
  Eigen::VectorXd point;  ///< d
  double value = 0;
  int evaluations = 0;  ///< number of gradient evaluations
};

/// Improves `start` (d, inside the box) by L-BFGS-B, which keeps a coordinate fixed if its bounds are equal.
AcquisitionMaximum polish(const PointAcquisition& score, const Eigen::VectorXd& start, const Bounds& box,
                          int max_evaluations);

/// Maximises `score`, which must be smooth, over `box`. All candidates are scored at once. box: d each,
/// finite, lower <= upper; a coordinate whose bounds are equal stays fixed. Throws InputError.
AcquisitionMaximum maximise_acquisition(const PointAcquisition& score, const Bounds& box, Rng& rng,
                                        const MaximiserOptions& options = {});

}  // namespace bora::surrogates
