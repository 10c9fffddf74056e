#include "tools/attack/attack_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attacks/runner/stored_attacks.h"
#include "attacks/runner/verifier.h"
#include "attacks/universal/universal_attacks.h"
#include "attacks/universal/universal_search.h"
#include "common/text.h"
#include "tools/attack/attack_config.h"
#include "tools/attack/session/image_inputs.h"
#include "tools/attack/session/image_prior.h"
#include "tools/attack/session/input_source.h"
#include "tools/attack/session/session_of_images.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

class ImageSession final : public SessionOfImages<Pixels> {
 public:
  explicit ImageSession(const AttackConfig& config)
      : SessionOfImages(config), prior_(config.prior, model(), config.victim.options.device) {}

 private:
  void set_threat(const ImageShape& shape) override {
    check_shape(config(), shape);
    ball_ = ball_of(config().threat.epsilon.value_or(default_epsilon(shape, norm())), shape);
    warn(describe_rounding(ball_));
    warn(describe_whole_range(ball_, shape));
    warn(describe_tiny_bound(ball_, shape));
    task_ = std::make_unique<ImageTask>(shape, ball_, config().threat.minimise);
  }

  void judge_images(const ImageDataset& data, const Plan& plan) override {
    warn(describe_grey_images(data));
    warn(describe_other_classes_within(ball_, data, plan));
  }

  void restore_threat(const ImageShape& shape) override {
    ball_ = ball_of(database().get(&RunFacts::epsilon), shape);  // already rounded to the 8-bit grid
    task_ = std::make_unique<ImageTask>(shape, ball_, config().threat.minimise);
  }

  void describe_threat(RunFacts& run) const override {
    run.threat = to_string(ball_.norm());
    run.epsilon_asked = ball_.epsilon_asked();
    run.epsilon = ball_.epsilon();
    run.continuous = ball_.continuous();
    run.least_schedule = kLeastSchedule;
    run.prior = prior_.facts();
  }

  std::string threat_text() const override {
    const std::string bound = describe_bound(ball_);
    const std::string budget = count_of(config().budget_of_images(), "query", "queries");
    if (config().threat.universal > 0)
      return fmt::format("{}{}, one perturbation for all images, found on {} with {}", bound,
                         ball_.continuous() ? ", continuous" : "",
                         count_of(config().threat.universal, "other"), budget);
    return fmt::format("{}{}, budget {}", bound, ball_.continuous() ? ", continuous" : "", budget);
  }

  // Without --prior-data, substitute models are trained on the attacked data set. A single image (--image) is
  // none.
  void open_prior(const std::optional<ModelMetadata>& metadata) override {
    const bool data_set = !config().data.spec.empty() || (metadata && !metadata->data.empty());
    prior_.open(spec(), data_set ? data_source(config(), metadata, "image") : DataSource{});
  }

  void complete_prior(const ImageDataset& images, const Plan& plan) override {
    std::vector<std::string> attacked;
    for (const InputRow& input : plan.inputs)
      if (input.attacked) attacked.push_back(input.content);
    prior_.complete(images, attacked, pool(), config().output.quiet, progress());
  }

  void reload_prior() override { prior_.reload(database(), spec()); }
  std::vector<std::string> remarks_on_prior() const override {
    const auto none_of_attacks = [&](const auto& counts) {
      return std::ranges::none_of(base_plan().attacks,
                                  [&](const std::string& attack) { return counts(summary_of(attack)); });
    };
    std::vector<std::string> lines;
    if (const std::string prior = prior_.announcement(); !prior.empty()) lines.push_back(prior);
    if (prior_.substitutes() &&
        none_of_attacks([](const AttackSummary& summary) { return summary.prior != PriorUse::none; }))
      lines.push_back("none of these attacks makes use of substitute models; --describe all says which do");
    if (learns() && none_of_attacks([](const AttackSummary& summary) { return summary.learns; }))
      lines.push_back(
          "none of these attacks learns from earlier ones; --describe ATTACK says so of those that do");
    return lines;
  }

  // With substitute models, every shard plans all inputs: complete_prior() screens the models on images that
  // no shard attacks, so that all shards use the same models.
  bool plans_whole() const override { return config().prior.source.kind != PriorSource::Kind::none; }
  bool learns() const override { return config().prior.source.learn; }
  const Task<Pixels>& task() const override { return *task_; }
  bool before_attacks(Oracle<Pixels>& oracle, const RetrySchedule& schedule) override {
    if (config().threat.universal == 0) return true;
    const ImageShape& shape = spec().input;
    UniversalSearch search(database(), oracle, *task_, shape, ball_, base_plan().visible, schedule,
                           config().execution.seed, config().execution.batch);
    const auto names = folder_names(database().instances());
    for (const std::string& attack : base_plan().attacks) {
      const int budget = budget_of(attack, config().budget_of_images());
      const std::optional<Pixels> found = search.find(attack, budget, interrupt_flag(), [&](int queries) {
        progress().update(static_cast<double>(queries) / budget,
                          fmt::format("{}: searching for one perturbation: {} of {}", attack, queries,
                                      count_of(budget, "query", "queries")));
      });
      if (!found) return false;
      changes_[attack] = *found - universal_centre(shape);
      const std::filesystem::path file = folder() / "universal" / (names.at(attack) + task_->extension());
      std::filesystem::create_directories(file.parent_path());
      task_->write(file, *found);
    }
    // A process that died during a search had not started an attack.
    if (search.queried()) forget_death();
    return true;
  }

  std::unique_ptr<AttackFactory<Pixels>> attacks() const override {
    if (config().threat.universal > 0)
      return std::make_unique<UniversalAttacks>(database(), *task_, base_plan().visible, changes_);
    return attacks(*task_, ball_);
  }

  CheckSetup<Pixels> make_setup(Bound bound, const std::string& attack) const override {
    const NormBall ball = widened(ball_, bound, spec().input);
    if (bound == Bound::twice && ball.epsilon() <= ball_.epsilon())
      return {nullptr, nullptr, "no bound is larger than the run's"};
    const auto task = std::make_shared<const ImageTask>(spec().input, ball);
    const std::shared_ptr<ImageAttacks> factory = attacks(*task, ball);
    factory->add(attack);
    return {task, factory, fmt::format("at epsilon {:.4g}", ball.epsilon())};
  }

  Norm norm() const { return config().threat.norm; }
  NormBall ball_of(double epsilon, const ImageShape& shape) const {
    return {norm(), epsilon, config().threat.continuous, shape};
  }

  std::unique_ptr<ImageAttacks> attacks(const ImageTask& task, const NormBall& ball) const {
    AttackProblem common{
        .shape = spec().input, .ball = ball, .classes = spec().classes, .substitutes = prior_.substitutes()};
    return std::make_unique<ImageAttacks>(database(), task, std::move(common), base_plan().visible,
                                          prior_.any_useful() ? PriorUse::optional : PriorUse::required);
  }

  ImagePrior prior_;
  NormBall ball_{Norm::linf, 1.0, true};
  std::unique_ptr<ImageTask> task_;
  std::map<std::string, Pixels> changes_;  // with --universal: perturbation by each attack
};

}  // namespace

int run_on_pixels(const AttackConfig& config) {
  return ImageSession(config).run();
}

}  // namespace bora::tools
