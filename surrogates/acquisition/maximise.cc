#include "surrogates/acquisition/maximise.h"

#include <algorithm>
#include <vector>

#include "common/order.h"
#include "surrogates/optim/bounded_lbfgs.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {

void MaximiserOptions::check() const {
  if (candidates < 1) throw InputError("candidates: {} is below 1", candidates);
  if (polished < 0) throw InputError("polished: {} is below 0", polished);
  if (max_evaluations < 1) throw InputError("max_evaluations: {} is below 1", max_evaluations);
}

AcquisitionMaximum polish(const PointAcquisition& score, const Eigen::VectorXd& start, const Bounds& box,
                          int max_evaluations) {
  const SmoothFunction function = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    const double value = score.value(x, gradient);
    gradient = -gradient;
    return -value;
  };
  BoundedLbfgsOptions search;
  search.max_evaluations = max_evaluations;
  search.gradient_tolerance = 1e-9;
  // Smaller gains of a logarithm do not matter; for other values the scale is not known.
  if (score.logarithmic()) search.value_tolerance = 1e-8;
  const auto polished = minimise_bounded(function, start, box.lower, box.upper, search);
  return {polished.x.cwiseMax(box.lower).cwiseMin(box.upper), -polished.value, polished.evaluations};
}

AcquisitionMaximum maximise_acquisition(const PointAcquisition& score, const Bounds& box, Rng& rng,
                                        const MaximiserOptions& options) {
  options.check();
  const auto d = static_cast<int>(box.lower.size());
  if (d == 0 || box.upper.size() != d || !box.lower.allFinite() || !box.upper.allFinite() ||
      !(box.lower.array() <= box.upper.array()).all())
    throw InputError("box: expected coordinates with finite lower <= upper");
  const bool sobol = options.design == CandidateDesign::sobol && d <= kMaxSobolDimension;
  Eigen::MatrixXd candidates =
      sobol ? sobol_points(options.candidates, d, rng) : latin_hypercube(options.candidates, d, rng);
  candidates = (candidates * (box.upper - box.lower).asDiagonal()).eval();
  candidates.rowwise() += box.lower.transpose();

  const Eigen::VectorXd scores = score.values(candidates);
  const auto order = descending<Eigen::Index>(scores);

  AcquisitionMaximum best;
  best.point = candidates.row(order[0]).transpose();
  best.value = scores[order[0]];
  const int starts = std::min(options.polished, options.candidates);
  for (int i = 0; i < starts; ++i) {
    const AcquisitionMaximum polished =
        polish(score, candidates.row(order[i]).transpose(), box, options.max_evaluations);
    best.evaluations += polished.evaluations;
    if (polished.value > best.value) {
      best.value = polished.value;
      best.point = polished.point;
    }
  }
  return best;
}

}  // namespace bora::surrogates
