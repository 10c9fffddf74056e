// Runs of bo-attack on images under the threat of changes that leave their meaning as it is.
#pragma once

#include "attacks/ledger/semantic_task.h"
#include "common/layers.h"
#include "tools/attack/session/session.h"

namespace bora::tools {

class SemanticSession final : public Session<Transformed> {
 public:
  using Session::Session;

 private:
  Plan prepare() override;
  std::string fingerprint() override;
  void describe(RunFacts& run) const override;
  std::vector<std::string> announcement(const Plan& plan) const override;
  void reload() override;
  AttackSummary summary_of(const std::string& attack) const override;
  Oracle<Transformed>& oracle() override { return *oracle_; }
  const Task<Transformed>& task() const override { return *task_; }
  std::unique_ptr<Mount<Transformed>> mount() const override;
  Arena<Transformed> arena(Bound bound, const std::string& attack) const override;

  void open_victim(VictimOptions options, const Batch& probes, const SemanticRules& rules);

  std::unique_ptr<Victim> victim_;
  std::unique_ptr<SemanticOracle> oracle_;
  std::unique_ptr<SemanticTask> task_;
  std::string source_;                // source of the data
  std::vector<std::string> remarks_;  // remarks on the data
  std::vector<std::string> class_names_;
};

}  // namespace bora::tools
