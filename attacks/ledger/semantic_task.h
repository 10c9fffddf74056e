// Oracle and task of runs on images whose threat model is changes that preserve their meaning.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/ledger/task.h"
#include "attacks/semantic/transformed.h"
#include "common/layers.h"

namespace bora::attacks {

/// Oracle that passes transformed images to a victim of images.
class SemanticOracle final : public Oracle<Transformed> {
 public:
  explicit SemanticOracle(Victim& victim) : victim_(victim), images_(victim) {}
  explicit SemanticOracle(std::unique_ptr<Victim> victim)
      : own_(std::move(victim)), victim_(*own_), images_(*own_) {}
  const std::string& name() const override { return images_.name(); }
  int classes() const override { return images_.classes(); }
  ScoreKind kind() const override { return images_.kind(); }
  Scores scores(Inputs<Transformed> inputs) override;
  std::vector<int> labels(Inputs<Transformed> inputs) override;
  bool randomised() const override { return images_.randomised(); }
  std::vector<int> passes() const override { return images_.passes(); }
  std::unique_ptr<Oracle<Transformed>> another() override {
    auto victim = victim_.another();
    return victim ? std::make_unique<SemanticOracle>(std::move(victim)) : nullptr;
  }
  void draw(std::uint64_t number) override { images_.draw(number); }
  bool has_gradients() override { return images_.has_gradients(); }
  /// Returns gradients with respect to the pixels of the image.
  std::vector<Eigen::RowVectorXf> gradients(
      const std::vector<GradientQuestion<Transformed>>& questions) override;

 private:
  std::unique_ptr<Victim> own_;  // null: the caller owns the victim
  Victim& victim_;
  ImageOracle images_;
};

/// Task of semantic runs. Stores attacked images as levels on the 8-bit grid together with the combination
/// that made them, and writes them as PNG with a .json file of the same name.
class SemanticTask final : public Task<Transformed> {
 public:
  /// refinement: queries of an instance after its first success, at least 0.
  SemanticTask(ImageShape shape, std::shared_ptr<const SemanticSpace> space, int refinement)
      : shape_(shape), space_(std::move(space)), refinement_(refinement) {}
  const ImageShape& shape() const { return shape_; }
  const std::shared_ptr<const SemanticSpace>& space() const { return space_; }

  std::unique_ptr<ThreatModel<Transformed>> threat(
      std::shared_ptr<const Transformed> original) const override;
  int refinement() const override { return refinement_; }
  Loss objective() const override { return Loss::log_odds; }
  std::int64_t hash(const Transformed& input) const override;
  Transformed original(const std::string& content) const override;
  std::string content(const Transformed& input) const override;
  std::string details(const Transformed& input) const override;
  Transformed attacked(const std::string& content, const std::string& details) const override;
  std::string extension() const override { return ".png"; }
  void write(const std::filesystem::path& file, const Transformed& input) const override;
  Transformed read(const std::filesystem::path& file) const override;

 private:
  ImageShape shape_;
  std::shared_ptr<const SemanticSpace> space_;
  int refinement_;
};

}  // namespace bora::attacks
