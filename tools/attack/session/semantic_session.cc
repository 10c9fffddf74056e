#include "tools/attack/session/semantic_session.h"

#include <algorithm>

#include "common/error.h"
#include "common/text.h"

namespace bora::tools {

void SemanticSession::set_task(const ImageShape& shape, const std::string& rules) {
  task_ = std::make_unique<SemanticTask>(
      shape, std::make_shared<const SemanticSpace>(parse_semantic_rules(rules, shape.channels)),
      config().refinement());
}

void SemanticSession::describe_threat(RunFacts& run) const {
  run.threat = "semantic";
  run.changes = task_->space()->rules().text();
  run.refinement = config().refinement();
}

std::string SemanticSession::threat_text() const {
  return fmt::format("changes: {}; budget {}, of them up to {} after a success",
                     readable(task_->space()->rules()),
                     count_of(config().budget_of_images(), "query", "queries"),
                     std::min(config().refinement(), config().budget_of_images()));
}

std::unique_ptr<AttackFactory<Transformed>> SemanticSession::attacks() const {
  return std::make_unique<SemanticAttacks>(database(), *task_, spec().classes, base_plan().visible);
}

CheckSetup<Transformed> SemanticSession::make_setup(Bound bound, const std::string& attack) const {
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

}  // namespace bora::tools
