#include "surrogates/gp/gaussian_process.h"

#include "surrogates/gp/process_model.h"

namespace bora::surrogates {

void GaussianProcessOptions::check() const {
  if (!(noise > 0) || !std::isfinite(noise)) throw InputError("noise: {} is not a finite number > 0", noise);
  if (!(noise_lower > 0) || !(noise_lower <= noise_upper) || !std::isfinite(noise_upper))
    throw InputError("noise_lower, noise_upper: [{}, {}], expected 0 < lower <= upper", noise_lower,
                     noise_upper);
  if (starts < 1) throw InputError("starts: {} is below 1", starts);
}

template class FittedGaussianProcess<Eigen::VectorXd>;
template class GaussianProcess<Eigen::VectorXd>;
template class ProcessModel<Eigen::VectorXd>;

}  // namespace bora::surrogates
