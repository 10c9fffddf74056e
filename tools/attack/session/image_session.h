// Runs of bo-attack on images.
#pragma once

#include "attacks/ledger/image_task.h"
#include "attacks/runner/image_mount.h"
#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/victims/metadata.h"
#include "tools/attack/session/image_prior.h"
#include "tools/attack/session/session.h"

namespace bora::tools {

class ImageSession final : public Session<Pixels> {
 public:
  explicit ImageSession(const AttackConfig& config)
      : Session(config), prior_(config.prior, model(), config.victim.options.device) {}

 private:
  Plan prepare() override;
  std::string fingerprint() override;
  void describe(RunFacts& run) const override;
  std::vector<std::string> announcement(const Plan& plan) const override;
  void reload() override;
  AttackSummary summary_of(const std::string& attack) const override;
  bool learns() const override { return config().prior.source.learn; }
  Oracle<Pixels>& oracle() override { return *oracle_; }
  const Task<Pixels>& task() const override { return *task_; }
  std::unique_ptr<Mount<Pixels>> mount() const override;
  Arena<Pixels> arena(Bound bound, const std::string& attack) const override;

  bool uses_substitutes() const;
  std::unique_ptr<ImageMount> mount(const ImageTask& task, const LinfBall& ball) const;
  void open_victim(VictimOptions options, const Batch& probes);

  ImagePrior prior_;
  std::unique_ptr<Victim> victim_;
  std::unique_ptr<ImageOracle> oracle_;
  LinfBall ball_{1.0, true};
  std::unique_ptr<ImageTask> task_;
  std::string source_;                // source of the data
  std::vector<std::string> remarks_;  // remarks on the data
  std::vector<std::string> class_names_;
};

}  // namespace bora::tools
