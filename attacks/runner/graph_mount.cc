#include "attacks/runner/graph_mount.h"

#include <stdexcept>

#include "attacks/runner/graph_plan.h"
#include "common/error.h"
#include "models/victims/metadata.h"

namespace bora::attacks {
namespace {

class MountedGraphAttack final : public MountedAttack<Graph> {
 public:
  MountedGraphAttack(const GraphAttackRecipe& recipe, const GraphAttackProblem& problem)
      : MountedAttack(problem.goal, std::make_unique<EditThreat>(problem.threat), recipe.summary.sight,
                      recipe.summary.leaves_ball),
        leaves_threat_(recipe.summary.leaves_ball),
        attack_(recipe.make(problem)) {}

  std::optional<Graph> ask() override {
    std::vector<Graph> graphs = attack_->ask(1);
    if (graphs.empty()) return std::nullopt;
    // Here, beside the others, though the ledger looks again: an attack that errs fails alone.
    const Graph& graph = graphs.front();
    const std::string violation =
        leaves_threat_ ? threat().violation_on_the_way(graph) : threat().violation(graph);
    if (!violation.empty()) throw std::runtime_error("the attack asked for what it may not: " + violation);
    return std::move(graphs.front());
  }
  void tell(const Graph& queried, const Observation& seen) override { attack_->tell({queried}, {seen}); }
  std::optional<GradientWish> gradient_wanted() const override {
    const auto loss = attack_->gradient_of();
    return loss ? std::optional(GradientWish{*loss, attack_->gradient_pairs()}) : std::nullopt;
  }
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

 private:
  bool leaves_threat_;
  std::unique_ptr<GraphAttack> attack_;
};

}  // namespace

GraphMount::GraphMount(const RunDatabase& database, const GraphTask& task, int classes,
                       const Visibility& visible)
    : task_(task), classes_(classes), visible_(visible) {
  if (const std::string kind = database.get(&RunFacts::score_kind); !kind.empty())
    kind_ = parse_score_kind(kind, "run.sqlite");
  for (auto& row : database.inputs())
    if (row.attacked) inputs_.emplace(row.id, std::move(row));
  if (const std::string nodes = database.get(&RunFacts::node_pool); !nodes.empty())
    pool_ = std::make_shared<const NodePool>(node_pool(task.original(nodes)));
  for (const auto& row : database.instances()) add(row.attack);
}

void GraphMount::add(const std::string& attack) {
  if (!recipes_.contains(attack)) recipes_.emplace(attack, make_graph_recipe(attack, visible_));
}

std::unique_ptr<MountedAttack<Graph>> GraphMount::start(const InstanceRow& instance,
                                                        const Lessons& /*lessons*/) const {
  const InputRow& input = inputs_.at(instance.input);
  GraphAttackProblem problem;
  problem.threat = std::make_shared<const GraphThreat>(
      task_.rules(), std::make_shared<const Graph>(task_.original(input.content)));
  problem.goal = {input.label, instance.target};
  problem.classes = classes_;
  problem.budget = instance.budget;
  problem.seed = instance.seed;
  if (!visible_.label_only() && !input.scores.empty()) {
    const Eigen::Map<const Batch> values(input.scores.data(), 1, classes_);
    problem.clean_log_p = visible_.log_probabilities(Scores{values, kind_}).row(0);
  }
  problem.pool = pool_;
  return std::make_unique<MountedGraphAttack>(recipes_.at(instance.attack), problem);
}

}  // namespace bora::attacks
