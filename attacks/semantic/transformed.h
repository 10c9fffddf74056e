// Images that combinations of semantic changes produce, and their threat model.
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

/// Threat model of one original: the images that rendered() makes of it with the points of the space.
class SemanticThreat final : public ThreatModel<Transformed> {
 public:
  SemanticThreat(std::shared_ptr<const SemanticSpace> space, ImageShape shape,
                 std::shared_ptr<const Pixels> original)
      : space_(std::move(space)), shape_(shape), original_(std::move(original)) {}

  /// Returns the point with its rendered image.
  Transformed apply(Eigen::VectorXd point) const;
  /// Sets the input's image to the rendering of its point.
  void admit(Transformed& input, bool /*on_the_way*/) const override {
    input = apply(std::move(input.point));
  }
  /// Returns "" if the image is on the 8-bit grid and no value differs by more than one level from the
  /// rendering of its point, else a line that says what is wrong. One level allows for rounding on other
  /// processors.
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
