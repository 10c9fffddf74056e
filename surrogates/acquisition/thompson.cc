#include "surrogates/acquisition/thompson.h"

namespace bora::surrogates {

std::optional<Eigen::VectorXd> drawn_jointly(const JointPosterior& posterior, Rng& rng) {
  const auto factor = cholesky(posterior.covariance);
  if (!factor) return std::nullopt;
  Eigen::VectorXd drawn(posterior.mean.size());
  for (double& value : drawn) value = rng.normal();
  return Eigen::VectorXd(posterior.mean + factor->lower * drawn);
}

}  // namespace bora::surrogates
