#include "attacks/runner/image_mount.h"

#include <cstdint>
#include <stdexcept>
#include <string>

#include "common/number.h"
#include "common/random.h"
#include "models/victims/metadata.h"

namespace bora::attacks {
namespace {

class MountedImageAttack final : public MountedAttack<Pixels> {
 public:
  MountedImageAttack(const AttackRecipe& recipe, AttackProblem problem, std::unique_ptr<ImageThreat> threat)
      : MountedAttack(problem.goal, std::move(threat), recipe.summary.sight, recipe.summary.leaves_ball),
        leaves_ball_(recipe.summary.leaves_ball),
        attack_(recipe.make(std::move(problem))) {}

  std::optional<Pixels> ask() override {
    Pixels image = attack_->ask(1).row(0);
    if (!image.allFinite()) throw std::runtime_error("the attack asked for an image that is not finite");
    static_cast<const ImageThreat&>(threat()).admit(image, leaves_ball_);
    return image;
  }
  void tell(const Pixels& queried, const Observation& seen) override { attack_->tell(queried, {seen}); }
  std::optional<GradientWish> gradient_wanted() const override {
    const auto loss = attack_->gradient_of();
    return loss ? std::optional(GradientWish{*loss}) : std::nullopt;
  }
  std::string lesson() const override { return attack_->lesson(); }
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

 private:
  bool leaves_ball_;
  std::unique_ptr<ImageAttack> attack_;
};

}  // namespace

std::optional<Observation> clean_observation(const InputRow& input, const Goal& goal, AttackSight sight,
                                             const Visibility& visible, ScoreKind kind) {
  if (visible.label_only() || sight == AttackSight::labels) return observe_label(input.predicted, goal);
  if (input.scores.empty()) return std::nullopt;
  const Eigen::Map<const Batch> values(input.scores.data(), 1,
                                       static_cast<Eigen::Index>(input.scores.size()));
  const Scores scores{values, kind};
  return observe(scores, visible.log_probabilities(scores), 0, goal);
}

ImageMount::ImageMount(const RunDatabase& database, const ImageTask& task, ImageShape shape, LinfBall ball,
                       int classes, const Visibility& visible, std::shared_ptr<const Substitutes> substitutes,
                       PriorUse least)
    : task_(task),
      shape_(shape),
      ball_(ball),
      classes_(classes),
      visible_(visible),
      substitutes_(std::move(substitutes)),
      least_(least) {
  if (const std::string kind = database.get(&RunFacts::score_kind); !kind.empty())
    kind_ = parse_score_kind(kind, "run.sqlite");
  for (auto& row : database.inputs())
    if (row.attacked) inputs_.emplace(row.id, std::move(row));
  for (const auto& row : database.examples()) examples_[row.label] = row.content;
  for (const auto& row : database.instances()) add(row.attack);
  const std::string seed = database.get(&RunFacts::seed);
  start_seed_ = mix_seed(seed.empty() ? 0 : parse_number<std::uint64_t>(seed, "run.seed", 0), "start");
}

void ImageMount::add(const std::string& attack) {
  if (!recipes_.contains(attack)) recipes_.emplace(attack, make_recipe(attack, shape_, visible_));
}

std::unique_ptr<MountedAttack<Pixels>> ImageMount::start(const InstanceRow& instance,
                                                         const Lessons& lessons) const {
  const InputRow& input = inputs_.at(instance.input);
  const auto original = std::make_shared<const Pixels>(task_.original(input.content));
  AttackProblem problem{*original,       shape_,       {input.label, instance.target}, ball_, classes_,
                        instance.budget, instance.seed};
  if (instance.target)
    if (const auto example = examples_.find(*instance.target); example != examples_.end())
      problem.example = task_.original(example->second);
  problem.lessons = lessons;
  const AttackRecipe& recipe = recipes_.at(instance.attack);
  problem.clean = clean_observation(input, problem.goal, recipe.summary.sight, visible_, kind_);
  if (recipe.summary.prior >= least_) problem.substitutes = substitutes_;
  problem.run_seed = start_seed_;
  // The start seed derives from the run's seed: the instance's seed is the attack's own.
  problem.start_seed = mix_seed(mix_seed(start_seed_, static_cast<std::uint64_t>(input.record)),
                                static_cast<std::uint64_t>(instance.target.value_or(-1) + 1));
  return std::make_unique<MountedImageAttack>(recipe, std::move(problem),
                                              std::make_unique<ImageThreat>(ball_, original));
}

}  // namespace bora::attacks
