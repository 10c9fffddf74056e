// Images made by combinations of changes, and their threat model.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "attacks/semantic/rendering.h"
#include "attacks/threat/norm_ball.h"
#include "attacks/threat/threat_model.h"

namespace bora::attacks {

/// Image with the combination of changes that has produced it from the original.
struct Transformed {
  Eigen::VectorXd point;  ///< point of the run's SemanticSpace that describes the combination
  Pixels image;           ///< shape.size() values in [0, 1], on the 8-bit grid
};

/// Threat model of one original under a run's rules: exactly the images that rendering makes of it.
class SemanticThreat final : public ThreatModel<Transformed> {
 public:
  SemanticThreat(std::shared_ptr<const SemanticSpace> space, ImageShape shape,
                 std::shared_ptr<const Pixels> original)
      : space_(std::move(space)), shape_(shape), original_(std::move(original)) {}

  /// Returns the image that a point stands for.
  Transformed apply(Eigen::VectorXd point) const;
  /// Renders the image that the input's point describes.
  void admit(Transformed& input, bool /*on_the_way*/) const override {
    input = apply(std::move(input.point));
  }
  /// Returns "" if no pixel of the image differs by more than one level from the rendering of its point, else
  /// what is wrong. The level allows for rounding on other processors.
  std::string violation(const Transformed& input) const override;
  /// Returns the severity of the point, which serves as distance.
  double distance(const Transformed& input) const override { return space_->severity(input.point); }
  std::optional<double> l2(const Transformed& input) const override;

  const SemanticSpace& space() const { return *space_; }
  const Pixels& original() const { return *original_; }

 private:
  std::shared_ptr<const SemanticSpace> space_;
  ImageShape shape_;
  std::shared_ptr<const Pixels> original_;
};

}  // namespace bora::attacks
