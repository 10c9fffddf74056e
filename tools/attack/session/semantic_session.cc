#include "tools/attack/attack_run.h"

#include <algorithm>

#include "attacks/runner/stored_attacks.h"
#include "common/text.h"
#include "tools/attack/session/session_of_images.h"

namespace bora::tools {
namespace {

class SemanticSession final : public SessionOfImages<Transformed> {
 public:
  using SessionOfImages::SessionOfImages;

 private:
  void set_threat(const ImageShape& shape) override { set_task(shape, config().threat.changes); }
  void restore_threat(const ImageShape& shape) override {
    set_task(shape, database().get(&RunFacts::changes));
  }

  void describe_threat(RunFacts& run) const override {
    run.threat = "semantic";
    run.changes = task_->space()->rules().text();
    run.refinement = config().refinement();
  }

  std::string threat_text() const override {
    return fmt::format("changes: {}; budget {}, of them up to {} after a success",
                       readable(task_->space()->rules()),
                       count_of(config().budget_of_images(), "query", "queries"),
                       std::min(config().refinement(), config().budget_of_images()));
  }

  const Task<Transformed>& task() const override { return *task_; }
  std::unique_ptr<AttackFactory<Transformed>> attacks() const override {
    return std::make_unique<SemanticAttacks>(database(), *task_, spec().classes, base_plan().visible);
  }

  CheckSetup<Transformed> make_setup(Bound bound, const std::string& attack) const override {
    constexpr double kAnyChange = 1e6;
    double factor = bound == Bound::twice ? 2 : kAnyChange;
    if (bound == Bound::own) factor = 1;
    const SemanticRules rules = widened(task_->space()->rules(), factor);
    if (bound == Bound::twice && rules == task_->space()->rules())
      return {nullptr, nullptr, "all changes have their largest bounds already"};
    const auto task =
        std::make_shared<const SemanticTask>(task_->shape(), std::make_shared<const SemanticSpace>(rules), 0);
    const auto factory =
        std::make_shared<SemanticAttacks>(database(), *task, spec().classes, base_plan().visible);
    factory->add(attack);
    const std::string text = bound == Bound::own     ? "within the same bounds"
                             : bound == Bound::twice ? "within twice the bounds"
                                                     : "with the largest possible changes";
    return {task, factory, text};
  }

  void set_task(const ImageShape& shape, const std::string& rules) {
    task_ = std::make_unique<SemanticTask>(
        shape, std::make_shared<const SemanticSpace>(parse_semantic_rules(rules, shape.channels)),
        config().refinement());
  }

  std::unique_ptr<SemanticTask> task_;
};

}  // namespace

int run_on_changes(const AttackConfig& config) {
  return SemanticSession(config).run();
}

}  // namespace bora::tools
