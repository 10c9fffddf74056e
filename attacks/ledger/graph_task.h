// Task of runs on graphs.
#pragma once

#include "attacks/ledger/task.h"
#include "attacks/threat/graph_threat.h"

namespace bora::attacks {

/// Task of runs on graphs. The database and files hold graphs as JSON in node-link form
/// (data/graphs/graph_json.h).
class GraphTask final : public Task<Graph> {
 public:
  explicit GraphTask(EditRules rules, bool minimises = false)
      : rules_(std::move(rules)), minimises_(minimises) {}
  const EditRules& rules() const { return rules_; }

  std::unique_ptr<ThreatModel<Graph>> threat(std::shared_ptr<const Graph> original) const override;
  Loss objective() const override { return Loss::label_gap; }
  bool minimises() const override { return minimises_; }
  std::int64_t hash(const Graph& graph) const override;
  Graph original(const std::string& content) const override;
  std::string content(const Graph& graph) const override;
  Graph attacked(const std::string& content, const std::string& /*details*/) const override {
    return original(content);
  }
  std::string extension() const override { return ".json"; }
  void write(const std::filesystem::path& file, const Graph& graph) const override;
  Graph read(const std::filesystem::path& file) const override;

 private:
  EditRules rules_;
  bool minimises_;
};

}  // namespace bora::attacks
