// Runs on images.
#pragma once

#include "attacks/ledger/oracle.h"
#include "attacks/ledger/task.h"
#include "attacks/threat/linf_ball.h"
#include "common/layers.h"

namespace bora::attacks {

/// The values of an image in [0, 1], CHW.
using Pixels = Eigen::RowVectorXf;

class ImageOracle final : public Oracle<Pixels> {
 public:
  explicit ImageOracle(Victim& victim) : victim_(victim) {}
  explicit ImageOracle(std::unique_ptr<Victim> victim) : own_(std::move(victim)), victim_(*own_) {}
  const std::string& name() const override { return victim_.spec().name; }
  int classes() const override { return victim_.spec().classes; }
  ScoreKind kind() const override { return victim_.spec().kind; }
  Scores scores(Inputs<Pixels> images) override;
  std::vector<int> labels(Inputs<Pixels> images) override;
  bool randomised() const override { return victim_.spec().randomised; }
  std::vector<int> passes() const override { return victim_.passes(); }
  std::unique_ptr<Oracle<Pixels>> another() override {
    auto victim = victim_.another();
    return victim ? std::make_unique<ImageOracle>(std::move(victim)) : nullptr;
  }
  void draw(std::uint64_t number) override { victim_.draw(number); }
  bool has_gradients() override { return victim_.has_gradients(); }
  std::vector<Eigen::RowVectorXf> gradients(const std::vector<GradientQuestion<Pixels>>& questions) override;

 private:
  std::unique_ptr<Victim> own_;  // null: the caller's
  Victim& victim_;
};

/// The images inside a ball around one original.
class ImageThreat final : public ThreatModel<Pixels> {
 public:
  ImageThreat(LinfBall ball, std::shared_ptr<const Pixels> original);
  std::string violation(const Pixels& image) const override;
  /// Any image at all.
  std::string violation_on_the_way(const Pixels& image) const override;
  double distance(const Pixels& image) const override;
  std::optional<double> l2(const Pixels& image) const override;

  /// Brings an image that an attack asks for into the ball, or, on the way, to the nearest image there is.
  void admit(Pixels& image, bool on_the_way) const;

 private:
  int size() const { return static_cast<int>(original_->size()); }
  LinfBall ball_;
  std::shared_ptr<const Pixels> original_;
};

/// Attacked images are levels on the 8-bit grid, written as PNG, or floats, written as .npy.
class ImageTask final : public Task<Pixels> {
 public:
  ImageTask(ImageShape shape, LinfBall ball) : shape_(shape), ball_(ball) {}
  std::unique_ptr<ThreatModel<Pixels>> threat(std::shared_ptr<const Pixels> original) const override;
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
  LinfBall ball_;
};

}  // namespace bora::attacks
