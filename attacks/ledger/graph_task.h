// Runs on graphs.
#pragma once

#include "attacks/ledger/oracle.h"
#include "attacks/ledger/task.h"
#include "attacks/threat/graph_threat.h"
#include "common/layers.h"
#include "models/graphs/graph_victim.h"

namespace bora::attacks {

class GraphOracle final : public Oracle<Graph> {
 public:
  explicit GraphOracle(GraphVictim& victim) : victim_(victim) {}
  explicit GraphOracle(std::unique_ptr<GraphVictim> victim) : own_(std::move(victim)), victim_(*own_) {}
  const std::string& name() const override { return victim_.spec().name; }
  int classes() const override { return victim_.spec().classes; }
  ScoreKind kind() const override { return victim_.spec().kind; }
  Scores scores(Inputs<Graph> graphs) override { return victim_.scores(graphs); }
  std::vector<int> labels(Inputs<Graph> graphs) override { return victim_.labels(graphs); }
  bool randomised() const override { return victim_.spec().randomised; }
  std::vector<int> passes() const override { return victim_.passes(); }
  std::unique_ptr<Oracle<Graph>> another() override {
    auto victim = victim_.another();
    return victim ? std::make_unique<GraphOracle>(std::move(victim)) : nullptr;
  }
  bool has_gradients() override { return victim_.has_gradients(); }
  std::vector<Eigen::RowVectorXf> gradients(const std::vector<GradientQuestion<Graph>>& questions) override;

 private:
  std::unique_ptr<GraphVictim> own_;  // null: the caller's
  GraphVictim& victim_;
};

/// GraphThreat in the form that all inputs share.
class EditThreat final : public ThreatModel<Graph> {
 public:
  explicit EditThreat(std::shared_ptr<const GraphThreat> threat) : threat_(std::move(threat)) {}
  std::string violation(const Graph& graph) const override { return threat_->violation(graph); }
  /// Any graph whose nodes are of the original's kind.
  std::string violation_on_the_way(const Graph& graph) const override;
  double distance(const Graph& graph) const override { return threat_->edits(graph); }

 private:
  std::shared_ptr<const GraphThreat> threat_;
};

/// Graphs are kept and written as JSON in the node-link form (data/graphs/graph_json.h).
class GraphTask final : public Task<Graph> {
 public:
  explicit GraphTask(EditRules rules) : rules_(std::move(rules)) {}
  const EditRules& rules() const { return rules_; }

  std::unique_ptr<ThreatModel<Graph>> threat(std::shared_ptr<const Graph> original) const override;
  Loss objective() const override { return Loss::label_gap; }
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
};

}  // namespace bora::attacks
