#include "surrogates/gp/path_sample.h"

#include <cmath>
#include <optional>
#include <utility>

namespace bora::surrogates {
namespace {

Eigen::VectorXd normals(Eigen::Index n, Rng& rng) {
  Eigen::VectorXd drawn(n);
  for (double& value : drawn) value = rng.normal();
  return drawn;
}

}  // namespace

PathSample::PathSample(const FittedGaussianProcess<Eigen::VectorXd>& process, CosineFeatures features,
                       Rng& rng)
    : process_(process),
      features_(std::move(features)),
      prior_weights_(normals(features_.phases.size(), rng)) {
  const Eigen::VectorXd noise = (process_.noises().array() + process_.jitter()).sqrt() *
                                normals(process_.targets().size(), rng).array();
  update_weights_ =
      solve(process_.factor(), process_.targets() - features_.at(process_.inputs()) * prior_weights_ - noise);
}

Eigen::VectorXd PathSample::values(const Eigen::MatrixXd& Z) const {
  const Standardisation& scale = process_.standardisation();
  const Eigen::VectorXd standardised =
      features_.at(Z) * prior_weights_ +
      process_.kernel().cross(process_.inputs(), Z).transpose() * update_weights_;
  return (scale.deviation * standardised).array() + scale.mean;
}

Eigen::MatrixXd PathSample::gradients(const Eigen::MatrixXd& Z, const Eigen::VectorXd& weights) const {
  const Eigen::VectorXd scaled = process_.standardisation().deviation * weights;
  return features_.gradient(Z, scaled, prior_weights_) +
         process_.kernel().input_gradient(process_.inputs(), Z, update_weights_ * scaled.transpose());
}

std::shared_ptr<const SampledFunction<Eigen::VectorXd>> sample_path(
    const FittedGaussianProcess<Eigen::VectorXd>& process, Rng& rng) {
  constexpr int kFeatures = 1024;
  std::optional<CosineFeatures> features = process.kernel().features(kFeatures, rng);
  if (!features) return nullptr;
  return std::make_shared<const PathSample>(process, std::move(*features), rng);
}

}  // namespace bora::surrogates
