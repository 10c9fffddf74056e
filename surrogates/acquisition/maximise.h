// Where a fitted process's acquisition is largest inside a box.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/point_score.h"
#include "surrogates/gp/fitted_gaussian_process.h"
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

/// The incumbent inside `acquisition` must be on the scale of the process's targets, as its posteriors are.
/// box: d each, finite, lower <= upper; a coordinate whose bounds are equal is held there. All candidates are
/// scored by one matrix product.
AcquisitionMaximum maximise_acquisition(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                        const Acquisition& acquisition, const Bounds& box, Rng& rng,
                                        const MaximiserOptions& options = {});

}  // namespace bora
