// Runs of bo-attack on graphs.
#pragma once

#include "attacks/ledger/graph_task.h"
#include "common/layers.h"
#include "data/graphs/graph.h"
#include "tools/attack/session/session.h"

namespace bora::tools {

class GraphSession final : public Session<Graph> {
 public:
  explicit GraphSession(const AttackConfig& config)
      : Session(config), task_(config.threat.edits, config.threat.minimise) {}

 private:
  Plan prepare() override;
  std::string fingerprint() override;
  void describe(RunFacts& run) const override;
  std::vector<std::string> announcement(const Plan& plan) const override;
  void reload() override;
  const Task<Graph>& task() const override { return task_; }
  std::unique_ptr<AttackFactory<Graph>> attacks() const override;
  CheckSetup<Graph> make_setup(Bound bound, const std::string& attack) const override;

  void load_victim(const GraphVictimOptions& options, GraphBatch probes);

  GraphTask task_;
  std::unique_ptr<GraphVictim> victim_;
  std::string source_;                // source of the data, for the user
  std::vector<std::string> remarks_;  // on the data
  int node_label_count_ = 0, attribute_count_ = 0;
  std::vector<std::string> class_names_;
  std::string node_pool_;  // JSON of a graph without edges; "": no nodes are injected
};

}  // namespace bora::tools
