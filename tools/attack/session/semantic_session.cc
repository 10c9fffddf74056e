#include "tools/attack/session/semantic_session.h"

#include <algorithm>

#include "attacks/runner/image_plan.h"
#include "attacks/runner/semantic_mount.h"
#include "common/error.h"
#include "models/defences/defended_victim.h"
#include "models/victims/evaluation.h"
#include "models/victims/load_victim.h"
#include "tools/attack/run_folder.h"
#include "tools/attack/session/image_inputs.h"

namespace bora::tools {

void SemanticSession::open_victim(VictimOptions options, const Batch& probes, const SemanticRules& rules) {
  victim_ = defended(load_victim(options, probes, &pool()), config().victim.defence.steps, base_plan().seed);
  oracle_ = std::make_unique<SemanticOracle>(*victim_);
  task_ = std::make_unique<SemanticTask>(*options.data_shape, std::make_shared<const SemanticSpace>(rules),
                                         config().refinement());
}

Plan SemanticSession::prepare() {
  const auto metadata = read_model_metadata(model());
  std::string order;
  ImageDataset data = load_images(config(), metadata, order);
  const SemanticRules rules = parse_semantic_rules(config().threat.changes, data.shape.channels);
  VictimOptions options = config().victim_of_images();
  options.data_shape = data.shape;
  open_victim(options, images_as_batch(data, 0, std::min(kProbes, data.size())), rules);
  if (const std::string warning = look_at_answers(victim_->spec(), base_plan().visible); !warning.empty())
    warn(warning);
  source_ = data.source;
  remarks_ = remarks_on_images(config(), metadata, data.size());
  const ClassOrder classes = settle_class_order(*victim_, data, base_plan().visible.label_only());
  for (const std::string& remark : {order, classes.remark})
    if (!remark.empty()) remarks_.push_back(remark);
  if (!classes.evidence.empty()) progress().say(classes.evidence);
  class_names_ = class_names(metadata, data);
  if (const std::string line = shortage(config(), data); !line.empty()) progress().say(line);
  PlanOptions plan_options = this->plan_options("image");
  plan_options.report_answers = [&](const std::vector<CleanAnswer>& answers) {
    if (check_level() == CheckLevel::none) return;
    const RangeFound found =
        look_at_range(*victim_, data, answers, range_in_force(config().victim_of_images(), metadata),
                      base_plan().visible.label_only(), progress());
    add_check(found.check, found.queries);
  };
  Plan plan = make_plan(*victim_, data, plan_options, config().budget_of_images(), ImageAttackKind::semantic);
  plan.clean_queries += classes.asked;
  return plan;
}

std::string SemanticSession::fingerprint() {
  return bora::models::fingerprint(*victim_, config().victim_of_images());
}

void SemanticSession::describe(RunFacts& run) const {
  const ImageShape& input = victim_->spec().input;
  run.class_names = class_names_;
  run.channels = input.channels;
  run.height = input.height;
  run.width = input.width;
  run.data = data_text(source_, remarks_);
  run.defence = config().victim.defence.text;
  run.threat = "semantic";
  run.changes = task_->space()->rules().text();
  run.refinement = config().refinement();
}

std::vector<std::string> SemanticSession::announcement(const Plan& plan) const {
  std::vector<std::string> lines = {
      victim_line(victim_->spec()), clean_line(source_, "image", plan),
      fmt::format("changes: {}; budget {} queries, of them up to {} after a success",
                  readable(task_->space()->rules()), config().budget_of_images(),
                  std::min(config().refinement(), config().budget_of_images()))};
  lines.insert(lines.end(), remarks_.begin(), remarks_.end());
  return lines;
}

void SemanticSession::reload() {
  const StoredImages images = stored_images(database(), kProbes);
  VictimOptions options = config().victim_of_images();
  options.data_shape = images.shape;
  options.kind = parse_score_kind(database().get(&RunFacts::score_kind), "run.sqlite");
  options.endpoint.folder = database().get(&RunFacts::directory);
  open_victim(options, images.first,
              parse_semantic_rules(database().get(&RunFacts::changes), images.shape.channels));
}

AttackSummary SemanticSession::summary_of(const std::string& attack) const {
  return make_semantic_recipe(attack, base_plan().visible).summary;
}

std::unique_ptr<Mount<Transformed>> SemanticSession::mount() const {
  return std::make_unique<SemanticMount>(database(), *task_, victim_->spec().classes, base_plan().visible);
}

Arena<Transformed> SemanticSession::arena(Bound bound, const std::string& attack) const {
  constexpr double kAnyChange = 1e6;
  double factor = bound == Bound::twice ? 2 : kAnyChange;
  if (bound == Bound::own) factor = 1;
  const SemanticRules rules = widened(task_->space()->rules(), factor);
  if (bound == Bound::twice && rules == task_->space()->rules())
    return {nullptr, nullptr, "no change can go further than the run lets it"};
  const auto task =
      std::make_shared<const SemanticTask>(task_->shape(), std::make_shared<const SemanticSpace>(rules), 0);
  const auto mounted =
      std::make_shared<SemanticMount>(database(), *task, victim_->spec().classes, base_plan().visible);
  mounted->add(attack);
  const std::string text = bound == Bound::own     ? "within the same bounds"
                           : bound == Bound::twice ? "within bounds twice as far"
                                                   : "with changes as far as they go";
  return {task, mounted, text};
}

}  // namespace bora::tools
