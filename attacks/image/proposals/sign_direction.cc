#include "attacks/image/proposals/sign_direction.h"

namespace bora::attacks {

SignDirection SignDirection::up(int d) {
  return {Eigen::RowVectorXf::Ones(d), Eigen::RowVectorXf::Constant(d, kFarthest)};
}

SignDirection SignDirection::towards(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& example) {
  const Eigen::RowVectorXf difference = example - original;
  return {(difference.array() < 0)
              .select(Eigen::RowVectorXf::Constant(difference.size(), -1),
                      Eigen::RowVectorXf::Ones(difference.size())),
          difference.cwiseAbs()};
}

void SignDirection::flip(int begin, int length) {
  signs.segment(begin, length) *= -1;
  farthest.segment(begin, length).setConstant(kFarthest);
}

Eigen::RowVectorXf SignDirection::image_at(const Eigen::RowVectorXf& original, double radius) const {
  return original + signs.cwiseProduct(farthest.cwiseMin(static_cast<float>(radius)));
}

}  // namespace bora::attacks
