// A decision whose distance from an image is known in every norm.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/random.h"
#include "support/layers.h"

namespace bora::testing {

/// Adversarial on the far side of a hyperplane with seeded Gaussian normal w, at L-infinity distance
/// `distance` (margin / |w|_1) from a grey image that lies on the 8-bit grid.
class HalfSpace {
 public:
  HalfSpace(ImageShape shape, double distance)
      : shape_(shape), normal_(shape.size()), original_(shape.size()) {
    Rng rng(23);
    for (float& value : normal_) value = static_cast<float>(rng.normal());
    for (float& value : original_) value = from_level(100 + rng.index(56));
    margin_ = distance * normal_.cwiseAbs().sum();
  }

  const Eigen::RowVectorXf& normal() const { return normal_; }
  const Eigen::RowVectorXf& original() const { return original_; }
  bool adversarial(const Eigen::RowVectorXf& image) const { return normal_.dot(image - original_) > margin_; }
  double euclidean_distance() const { return margin_ / normal_.norm(); }

  /// An attack on it, starting from an adversarial example that is anything but near.
  AttackProblem problem(bool continuous, Norm norm = Norm::linf) const {
    AttackProblem problem;
    problem.shape = shape_;
    problem.original = original_;
    problem.goal = {0, 1};
    problem.ball = NormBall(norm, 0.05, continuous);
    problem.classes = 2;
    problem.budget = 10000;
    problem.seed = 5;
    problem.example.resize(shape_.size());
    Rng rng(29);
    do {
      for (float& value : problem.example) value = from_level(rng.index(256));
    } while (!adversarial(problem.example));
    return problem;
  }

 private:
  ImageShape shape_;
  Eigen::RowVectorXf normal_, original_;
  double margin_;
};

}  // namespace bora::testing
