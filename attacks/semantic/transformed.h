// Images made by combinations of changes, as attacks on them ask for them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "attacks/ledger/image_task.h"
#include "attacks/semantic/rendering.h"
#include "attacks/threat/threat_model.h"

namespace bora {

/// An image and the combination that made it of the original.
struct Transformed {
  Eigen::VectorXd point;  ///< of the run's SemanticSpace
  Pixels image;           ///< shape.size() values in [0, 1], on the 8-bit grid
};

/// What a run's rules let an attacker make of one original: exactly what rendering makes of it.
class SemanticThreat final : public ThreatModel<Transformed> {
 public:
  SemanticThreat(std::shared_ptr<const SemanticSpace> space, ImageShape shape,
                 std::shared_ptr<const Pixels> original)
      : space_(std::move(space)), shape_(shape), original_(std::move(original)) {}

  /// The image that a point stands for.
  Transformed apply(Eigen::VectorXd point) const;
  /// No pixel of the image may differ by more than a level from what its point makes of the original; the
  /// level is what rounding on another processor may do.
  std::string violation(const Transformed& input) const override;
  /// The severity of the point.
  double distance(const Transformed& input) const override { return space_->severity(input.point); }
  std::optional<double> l2(const Transformed& input) const override;

  const SemanticSpace& space() const { return *space_; }
  const Pixels& original() const { return *original_; }

 private:
  std::shared_ptr<const SemanticSpace> space_;
  ImageShape shape_;
  std::shared_ptr<const Pixels> original_;
};

}  // namespace bora
