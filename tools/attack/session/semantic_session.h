// Runs of bo-attack on images with --threat semantic: changes that keep the meaning of an image.
#pragma once

#include "attacks/runner/stored_attacks.h"
#include "common/layers.h"
#include "tools/attack/session/session_of_images.h"

namespace bora::tools {

class SemanticSession final : public SessionOfImages<Transformed> {
 public:
  using SessionOfImages::SessionOfImages;

 private:
  void set_threat(const ImageShape& shape) override { set_task(shape, config().threat.changes); }
  void restore_threat(const ImageShape& shape) override {
    set_task(shape, database().get(&RunFacts::changes));
  }
  void describe_threat(RunFacts& run) const override;
  std::string threat_text() const override;
  const Task<Transformed>& task() const override { return *task_; }
  std::unique_ptr<AttackFactory<Transformed>> attacks() const override;
  CheckSetup<Transformed> make_setup(Bound bound, const std::string& attack) const override;

  void set_task(const ImageShape& shape, const std::string& rules);

  std::unique_ptr<SemanticTask> task_;
};

}  // namespace bora::tools
