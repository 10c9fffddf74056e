#include "surrogates/kernels/continuous/radial.h"

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::surrogates {

const std::vector<std::string>& radial_family_names() {
  static const std::vector<std::string> names{"se", "matern32", "matern52"};
  return names;
}

RadialFamily parse_radial_family(const std::string& name) {
  if (name == "se") return RadialFamily::se;
  if (name == "matern32") return RadialFamily::matern32;
  if (name == "matern52") return RadialFamily::matern52;
  throw InputError("kernel: \"{}\" is not one of {}{}", name, join(radial_family_names()),
                   suggestion(name, radial_family_names(), "; did you mean \"{}\"?"));
}

Eigen::MatrixXd squared_distances(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                  const Eigen::Ref<const Eigen::MatrixXd>& B) {
  Eigen::MatrixXd S(A.rows(), B.rows());
  S.noalias() = -2 * A * B.transpose();
  S.colwise() += A.rowwise().squaredNorm();
  S.rowwise() += B.rowwise().squaredNorm().transpose();
  return S.cwiseMax(0.0);
}

}  // namespace bora::surrogates
