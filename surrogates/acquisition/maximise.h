// Where a score is largest inside a box.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/score.h"
#include "surrogates/kernels/kernel.h"

namespace bora {

enum class CandidateDesign { sobol, latin_hypercube };

struct MaximiserOptions {
  int candidates = 1024;
  CandidateDesign design = CandidateDesign::sobol;  ///< a Latin hypercube beyond kMaxSobolDimension
  int polished = 5;                                 ///< best candidates improved by L-BFGS-B
  int max_evaluations = 200;                        ///< of acquisition and gradient, a polished candidate
  void check() const;                               ///< throws InputError naming the field
};

struct AcquisitionMaximum {
  Eigen::VectorXd point;  ///< d
  double value = 0;
  int evaluations = 0;  ///< of the gradient
};

/// Improves `start` (d, inside the box) by L-BFGS-B. A coordinate whose bounds are equal is held there.
AcquisitionMaximum polish(const PointScore& score, const Eigen::VectorXd& start, const Bounds& box,
                          int max_evaluations);

/// score: smooth. box: d each, finite, lower <= upper; a coordinate whose bounds are equal is held there. All
/// candidates are scored at once. Throws InputError.
AcquisitionMaximum maximise_score(const PointScore& score, const Bounds& box, Rng& rng,
                                  const MaximiserOptions& options = {});

}  // namespace bora
