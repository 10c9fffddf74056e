// Task of runs on images.
#pragma once

#include "attacks/ledger/task.h"
#include "attacks/threat/norm_ball.h"

namespace bora::attacks {

/// Threat model of images: a norm ball around the original.
class ImageThreat final : public ThreatModel<Pixels> {
 public:
  ImageThreat(NormBall ball, std::shared_ptr<const Pixels> original);
  std::string violation(const Pixels& image) const override;
  /// Returns "" for any image with values in [0, 1] and on the grid (unless continuous).
  std::string violation_on_the_way(const Pixels& image) const override;
  double distance(const Pixels& image) const override;
  std::optional<double> l2(const Pixels& image) const override;
  double distance_below(double distance, double wanted) const override {
    return ball_.radius_below(distance, wanted);
  }
  std::unique_ptr<ThreatModel<Pixels>> within(double distance) const override {
    return std::make_unique<ImageThreat>(ball_.within(distance), original_);
  }
  const NormBall& ball() const { return ball_; }

  /// Projects images into the ball, or with `on_the_way` only into [0, 1] and to the grid. Throws
  /// std::runtime_error if a value is not finite.
  void admit(Pixels& image, bool on_the_way) const override;

 private:
  int size() const { return static_cast<int>(original_->size()); }
  NormBall ball_;
  std::shared_ptr<const Pixels> original_;
};

/// Task of runs on images. Attacked images are levels of the 8-bit grid, written as PNG, or, in continuous
/// mode, floats, written as .npy.
class ImageTask final : public Task<Pixels> {
 public:
  ImageTask(ImageShape shape, NormBall ball, bool minimises = false)
      : shape_(shape), ball_(ball), minimises_(minimises) {}
  std::unique_ptr<ThreatModel<Pixels>> threat(std::shared_ptr<const Pixels> original) const override;
  bool minimises() const override { return minimises_; }
  Loss objective() const override { return Loss::log_odds; }
  std::int64_t hash(const Pixels& image) const override;
  Pixels original(const std::string& content) const override;
  std::string content(const Pixels& image) const override;
  Pixels attacked(const std::string& content, const std::string& details) const override;
  std::string extension() const override { return ball_.continuous() ? ".npy" : ".png"; }
  void write(const std::filesystem::path& file, const Pixels& image) const override;
  Pixels read(const std::filesystem::path& file) const override;

 private:
  ImageShape shape_;
  NormBall ball_;
  bool minimises_;
};

}  // namespace bora::attacks
