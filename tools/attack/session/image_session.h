// Runs of bo-attack on images whose pixels change within a ball.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attacks/runner/stored_attacks.h"
#include "common/layers.h"
#include "tools/attack/session/image_prior.h"
#include "tools/attack/session/session_of_images.h"

namespace bora::tools {

class ImageSession final : public SessionOfImages<Pixels> {
 public:
  explicit ImageSession(const AttackConfig& config)
      : SessionOfImages(config), prior_(config.prior, model(), config.victim.options.device) {}

 private:
  void set_threat(const ImageShape& shape) override;
  void restore_threat(const ImageShape& shape) override;
  void describe_threat(RunFacts& run) const override;
  std::string threat_text() const override;
  void open_prior(const std::optional<ModelMetadata>& metadata) override;
  void complete_prior(const ImageDataset& images, const Plan& plan) override;
  void reload_prior() override { prior_.reload(database(), spec()); }
  std::vector<std::string> remarks_on_prior() const override;
  bool plans_whole() const override;
  bool learns() const override { return config().prior.source.learn; }
  const Task<Pixels>& task() const override { return *task_; }
  bool before_attacks(Oracle<Pixels>& oracle, const RetrySchedule& schedule) override;
  std::unique_ptr<AttackFactory<Pixels>> attacks() const override;
  CheckSetup<Pixels> make_setup(Bound bound, const std::string& attack) const override;

  Norm norm() const { return config().threat.norm; }
  NormBall ball_of(double epsilon, const ImageShape& shape) const;
  std::unique_ptr<ImageAttacks> attacks(const ImageTask& task, const NormBall& ball) const;

  ImagePrior prior_;
  NormBall ball_{Norm::linf, 1.0, true};
  std::unique_ptr<ImageTask> task_;
  std::map<std::string, Pixels> changes_;  // with --universal: perturbation by each attack
};

}  // namespace bora::tools
