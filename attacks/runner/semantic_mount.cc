#include "attacks/runner/semantic_mount.h"

#include <utility>

#include "attacks/runner/image_mount.h"
#include "models/victims/metadata.h"

namespace bora::attacks {
namespace {

class MountedSemanticAttack final : public MountedAttack<Transformed> {
 public:
  MountedSemanticAttack(const SemanticRecipe& recipe, const SemanticProblem& problem,
                        std::unique_ptr<SemanticThreat> threat)
      : MountedAttack(problem.goal, std::move(threat), recipe.summary.sight, false),
        attack_(recipe.make(problem)) {}

  std::optional<Transformed> ask() override {
    std::optional<Eigen::VectorXd> point = attack_->ask();
    if (!point) return std::nullopt;
    return static_cast<const SemanticThreat&>(threat()).apply(std::move(*point));
  }
  void tell(const Transformed& queried, const Observation& seen) override {
    attack_->tell(queried.point, seen);
  }
  std::optional<GradientWish> gradient_wanted() const override { return std::nullopt; }
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

 private:
  std::unique_ptr<SemanticAttack> attack_;
};

}  // namespace

SemanticMount::SemanticMount(const RunDatabase& database, const SemanticTask& task, int classes,
                             const Visibility& visible)
    : task_(task), classes_(classes), visible_(visible) {
  if (const std::string kind = database.get(&RunFacts::score_kind); !kind.empty())
    kind_ = parse_score_kind(kind, "run.sqlite");
  for (auto& row : database.inputs())
    if (row.attacked) inputs_.emplace(row.id, std::move(row));
  for (const auto& row : database.instances()) add(row.attack);
}

void SemanticMount::add(const std::string& attack) {
  if (!recipes_.contains(attack)) recipes_.emplace(attack, make_semantic_recipe(attack, visible_));
}

std::unique_ptr<MountedAttack<Transformed>> SemanticMount::start(const InstanceRow& instance,
                                                                 const Lessons& /*lessons*/) const {
  const InputRow& input = inputs_.at(instance.input);
  const SemanticRecipe& recipe = recipes_.at(instance.attack);
  SemanticProblem problem;
  problem.space = task_.space();
  problem.goal = {input.label, instance.target};
  problem.classes = classes_;
  problem.budget = instance.budget;
  problem.seed = instance.seed;
  problem.clean = clean_observation(input, problem.goal, recipe.summary.sight, visible_, kind_);
  auto original = std::make_shared<const Pixels>(task_.original(input.content).image);
  return std::make_unique<MountedSemanticAttack>(
      recipe, problem, std::make_unique<SemanticThreat>(task_.space(), task_.shape(), std::move(original)));
}

}  // namespace bora::attacks
