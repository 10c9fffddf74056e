// Task of runs on images whose threat model is a set of semantic changes.
#pragma once

#include <memory>
#include <utility>

#include "attacks/ledger/image_task.h"
#include "attacks/ledger/task.h"
#include "attacks/semantic/transformed.h"

namespace bora::attacks {

/// Task of runs with semantic changes. Attacked images are levels of the 8-bit grid, stored together with the
/// combination of changes that made them, and written as PNG with a .json file of the same name.
class SemanticTask final : public Task<Transformed> {
 public:
  /// refinement: number of queries of an instance after its first success, >= 0.
  SemanticTask(ImageShape shape, std::shared_ptr<const SemanticSpace> space, int refinement)
      : shape_(shape),
        images_(shape, LinfBall(1, false)),
        space_(std::move(space)),
        refinement_(refinement) {}
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
  ImageTask images_;  // contents and files of images on the 8-bit grid
  std::shared_ptr<const SemanticSpace> space_;
  int refinement_;
};

}  // namespace bora::attacks
