#include "attacks/runner/stored_attacks.h"

#include <utility>

#include "attacks/minimise/minimised.h"
#include "attacks/runner/graph_plan.h"
#include "common/number.h"
#include "common/random.h"
#include "models/victims/metadata.h"

namespace bora::attacks {

std::optional<Observation> clean_observation(const InputRow& input, const Goal& goal, AccessLevel access,
                                             const Visibility& visible, ScoreKind kind) {
  if (visible.label_only() || access == AccessLevel::labels) return observe_label(input.predicted, goal);
  if (input.scores.empty()) return std::nullopt;
  const Eigen::Map<const Batch> values(input.scores.data(), 1,
                                       static_cast<Eigen::Index>(input.scores.size()));
  const Scores scores{values, kind};
  // A white-box attack sees all scores, as in the answers to its queries (visible_to()).
  const Visibility shown = access == AccessLevel::gradients ? Visibility() : visible;
  return observe(scores, shown.log_probabilities(scores), 0, goal);
}

template <typename Input>
StoredAttacks<Input>::StoredAttacks(const RunDatabase& database, const Task<Input>& task, int classes,
                                    const Visibility& visible, const ImageShape& shape, Norm norm)
    : task_(task), classes_(classes), visible_(visible), shape_(shape), norm_(norm) {
  if (const std::string kind = database.get(&RunFacts::score_kind); !kind.empty())
    kind_ = parse_score_kind(kind, "run.sqlite");
  for (auto& row : database.inputs())
    if (row.attacked) inputs_.emplace(row.id, std::move(row));
  for (const auto& row : database.instances()) add(row.attack);
}

template <typename Input>
void StoredAttacks<Input>::add(const std::string& attack) {
  if (!recipes_.contains(attack))
    recipes_.emplace(attack, make_recipe<Input>(attack, shape_, visible_, norm_));
}

template <typename Input>
RunningAttack<Input> StoredAttacks<Input>::start(const InstanceRow& instance,
                                                 const WarmStarts& warm_starts) const {
  const InputRow& input = inputs_.at(instance.input);
  const AttackRecipe<Input>& recipe = recipes_.at(instance.attack);
  const auto original = std::make_shared<const Input>(task_.original(input.content));
  const std::shared_ptr<const ThreatModel<Input>> threat = task_.threat(original);
  const AttackSummary& summary = recipe.summary;
  const Goal goal{input.label, instance.target};
  Problem<Input> problem = this->problem({input, goal, original, threat, summary, warm_starts});
  problem.goal = goal;
  problem.classes = classes_;
  problem.budget = instance.budget;
  problem.seed = instance.seed;
  std::unique_ptr<Attack<Input>> attack;
  if constexpr (!std::is_same_v<Input, Transformed>)
    if (task_.minimises())
      attack = std::make_unique<Minimised<Input>>(problem, threat, recipe.make, summary.leaves_ball,
                                                  summary.nears);
  if (!attack) attack = recipe.make(std::move(problem));
  return {std::move(attack), goal, threat, summary.access, summary.leaves_ball};
}

template class StoredAttacks<Pixels>;
template class StoredAttacks<Transformed>;
template class StoredAttacks<Graph>;

ImageAttacks::ImageAttacks(const RunDatabase& database, const ImageTask& task, AttackProblem common,
                           const Visibility& visible, PriorUse least)
    : StoredAttacks(database, task, common.classes, visible, common.shape, common.ball.norm()),
      common_(std::move(common)),
      least_(least) {
  common_.least_schedule = database.get(&RunFacts::least_schedule);
  for (const auto& row : database.examples()) examples_[row.label] = row.content;
  const std::string seed = database.get(&RunFacts::seed);
  common_.run_seed = mix_seed(seed.empty() ? 0 : parse_number<std::uint64_t>(seed, "run.seed", 0), "start");
}

AttackProblem ImageAttacks::problem(const Case& given) const {
  AttackProblem problem = common_;
  problem.original = *given.original;
  const std::optional<int> target = given.goal.target;
  if (target && examples_.contains(*target)) problem.example = task_.original(examples_.at(*target));
  problem.warm_starts = given.warm_starts;
  problem.clean = clean(given);
  if (given.summary.prior < least_) problem.substitutes = nullptr;
  // All attacks on an input share the start seed, so it derives from the run's seed, not the instance's.
  problem.start_seed = mix_seed(mix_seed(common_.run_seed, static_cast<std::uint64_t>(given.input.record)),
                                static_cast<std::uint64_t>(target.value_or(-1) + 1));
  return problem;
}

SemanticProblem SemanticAttacks::problem(const Case& given) const {
  SemanticProblem problem;
  problem.space = space_;
  problem.clean = clean(given);
  return problem;
}

GraphAttacks::GraphAttacks(const RunDatabase& database, const GraphTask& task, int classes,
                           const Visibility& visible)
    : StoredAttacks(database, task, classes, visible) {
  if (const std::string nodes = database.get(&RunFacts::node_pool); !nodes.empty())
    pool_ = std::make_shared<const NodePool>(node_pool(task.original(nodes)));
}

GraphAttackProblem GraphAttacks::problem(const Case& given) const {
  GraphAttackProblem problem;
  problem.threat = std::static_pointer_cast<const GraphThreat>(given.threat);
  if (const auto seen = clean(given)) problem.clean_log_p = seen->log_p;
  problem.pool = pool_;
  return problem;
}

}  // namespace bora::attacks
