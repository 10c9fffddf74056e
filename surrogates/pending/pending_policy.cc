#include "surrogates/pending/pending_policy.h"

#include <utility>

#include "common/error.h"
#include "common/text.h"

namespace bora {

PendingPolicy::Process PendingPolicy::given(Process process, const Eigen::VectorXd& z) const {
  const Eigen::MatrixXd Z = z.transpose();
  const std::optional<double> told = value(process, Z);
  if (!told) return process;
  auto grown = process.append(Z, Eigen::VectorXd::Constant(1, *told));
  return grown ? std::move(*grown) : std::move(process);
}

std::optional<double> KrigingBeliever::value(const Process& process, const Eigen::MatrixXd& Z) const {
  return process.marginal(Z).mean[0];
}

std::optional<double> ConstantLiar::value(const Process& /*process*/, const Eigen::MatrixXd& /*Z*/) const {
  return lie_;
}

std::optional<double> IgnorePending::value(const Process& /*process*/, const Eigen::MatrixXd& /*Z*/) const {
  return std::nullopt;
}

const std::vector<std::string>& pending_policy_names() {
  static const std::vector<std::string> names{"believer", "liar-min", "liar-mean", "liar-max", "none"};
  return names;
}

std::unique_ptr<PendingPolicy> make_pending_policy(const std::string& name, const Eigen::VectorXd& y) {
  if (name == "believer") return std::make_unique<KrigingBeliever>();
  if (name == "liar-min") return std::make_unique<ConstantLiar>(y.minCoeff());
  if (name == "liar-mean") return std::make_unique<ConstantLiar>(y.mean());
  if (name == "liar-max") return std::make_unique<ConstantLiar>(y.maxCoeff());
  if (name == "none") return std::make_unique<IgnorePending>();
  const std::string nearest = nearest_name(name, pending_policy_names());
  throw InputError("pending: '{}' is none of {}{}", name, join(pending_policy_names()),
                   nearest.empty() ? "" : ", did you mean " + nearest + "?");
}

}  // namespace bora
