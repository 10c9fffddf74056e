// Maximisation of a smooth acquisition function over a box.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Design of the candidates that are scored first.
enum class CandidateDesign { sobol, latin_hypercube };

struct MaximiserOptions {
  int candidates = 1024;                            ///< number of candidates, >= 1
  CandidateDesign design = CandidateDesign::sobol;  ///< replaced by latin_hypercube if d > kMaxSobolDimension
  int polished = 5;           ///< number of best candidates that are improved by L-BFGS-B, >= 0
  int max_evaluations = 200;  ///< maximum number of evaluations, with gradient, for each of them, >= 1
  void check() const;         ///< throws InputError naming the field
};

struct AcquisitionMaximum {
  Eigen::VectorXd point;  ///< d
  double value = 0;
  int evaluations = 0;  ///< number of evaluations with gradient
};

/// Improves `start` (d coordinates, inside the box) by L-BFGS-B. A coordinate whose bounds are equal stays
/// fixed. score: smooth.
AcquisitionMaximum polish(const PointAcquisition& score, const Eigen::VectorXd& start, const Bounds& box,
                          int max_evaluations);

/// Maximises `score`, which must be smooth, over `box`: scores candidates and improves the best by polish().
/// box: d bounds each, finite, lower <= upper; a coordinate whose bounds are equal stays fixed. Throws
/// InputError.
AcquisitionMaximum maximise_acquisition(const PointAcquisition& score, const Bounds& box, Rng& rng,
                                        const MaximiserOptions& options = {});

}  // namespace bora::surrogates
