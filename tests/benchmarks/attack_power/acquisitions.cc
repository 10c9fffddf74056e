#include "acquisitions.h"

#include "common/error.h"
#include "common/number.h"
#include "surrogates/acquisition/acquisition.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::tools {
namespace {

struct Named {
  std::string kind;
  double beta = 0;
};

Named parse(const std::string& name) {
  if (name == "mean" || name == "ei" || name == "pi" || name == "thompson") return {name};
  if (name.starts_with("ucb:"))
    if (const auto beta = to_number<double>(name.substr(4), 0)) return {"ucb", *beta};
  throw InputError("--acquisitions: got '{}', expected mean, ucb:BETA (0 or more), ei, pi or thompson", name);
}

Eigen::VectorXd joint_draw(const Prediction& prediction, Rng& rng) {
  Eigen::VectorXd normal(prediction.mean.size());
  for (double& value : normal) value = rng.normal();
  const auto factor = cholesky(prediction.covariance, {1e-8, 1e-2});
  if (!factor) return prediction.mean;
  return prediction.mean + factor->lower.triangularView<Eigen::Lower>() * normal;
}

}  // namespace

void check_acquisition(const std::string& name) {
  parse(name);
}

Eigen::VectorXd acquisition_values(const std::string& name, const Prediction& prediction, Rng& rng) {
  const auto [kind, beta] = parse(name);
  if (kind == "mean") return prediction.mean;
  if (kind == "thompson") return joint_draw(prediction, rng);
  const auto of = kind == "ei"   ? AcquisitionKind::log_ei
                  : kind == "pi" ? AcquisitionKind::pi
                                 : AcquisitionKind::ucb;
  return make_acquisition(of, prediction.incumbent, beta)
      ->evaluate(prediction.mean, prediction.covariance.diagonal())
      .value;
}

}  // namespace bora::tools
