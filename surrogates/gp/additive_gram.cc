#include "surrogates/gp/additive_gram.h"

namespace bora::surrogates {

void additive_gram(RadialFamily family, const GroupDistances& distances, const Eigen::VectorXd& factors,
                   const Eigen::VectorXd& signal_variances, Eigen::Ref<Eigen::MatrixXd> gram) {
  distances.visit(factors, [&](int group, Eigen::Index first, Eigen::MatrixXd& block) {
    radial_in_place(family, block);
    auto target = gram.block(first, first, block.rows(), block.cols());
    if (group == 0) {
      target = signal_variances[group] * block;
    } else {
      target += signal_variances[group] * block;
    }
  });
  gram.diagonal().setConstant(signal_variances.sum());
}

Eigen::VectorXd additive_gram_gradient(RadialFamily family, const GroupDistances& distances,
                                       const Eigen::VectorXd& factors,
                                       const Eigen::VectorXd& signal_variances,
                                       const Eigen::Ref<const Eigen::MatrixXd>& weights) {
  const int groups = distances.groups();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(2 * groups);
  Eigen::VectorXd slopes, scaled;
  distances.visit(factors, [&](int group, Eigen::Index first, Eigen::MatrixXd& block) {
    double variance_sum = 0;
    double lengthscale_sum = 0;
    for (Eigen::Index c = 0; c < block.cols(); ++c) {
      // Strictly below the diagonal, hence twice; the diagonal does not depend on the lengthscale.
      const Eigen::Index rows = block.rows() - c - 1;
      variance_sum += weights(first + c, first + c);
      if (rows == 0) continue;
      auto column = block.col(c).tail(rows);
      scaled = column;
      slopes.resize(rows);
      radial_with_slope(family, column, slopes);
      const auto weight = weights.col(first + c).tail(rows);
      variance_sum += 2 * weight.dot(column);
      // dS / d log l = -2 S.
      lengthscale_sum -= 4 * (weight.array() * slopes.array() * scaled.array()).sum();
    }
    gradient[group] += signal_variances[group] * variance_sum;
    gradient[groups + group] += signal_variances[group] * lengthscale_sum;
  });
  return gradient;
}

}  // namespace bora::surrogates
