#include "tools/attack/session/session_of_images.h"

#include <algorithm>

#include "attacks/checks/check.h"
#include "attacks/runner/clean_answers.h"
#include "attacks/runner/image_plan.h"
#include "attacks/semantic/transformed.h"
#include "data/images/class_map.h"
#include "models/defences/defended_victim.h"
#include "models/victims/evaluation.h"
#include "models/victims/load_victim.h"
#include "tools/attack/session/class_numbers.h"
#include "tools/attack/session/doubtful_scores.h"
#include "tools/attack/session/image_inputs.h"
#include "tools/attack/session/input_source.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

template <typename Input>
void SessionOfImages<Input>::open_victim(const VictimOptions& options, const Batch& probes) {
  const InterruptEndsProcess unless_it_answers;
  victim_ = defended(load_victim(options, probes, &pool()), config().victim.defence.steps, base_plan().seed);
  this->open(*victim_);
}

template <typename Input>
Plan SessionOfImages<Input>::prepare() {
  const auto metadata = read_model_metadata(model());
  std::string order;
  ImageDataset data = load_images(config(), metadata, order);
  for (const std::string& warning : data.warnings) this->warn(warning);
  this->warn(describe_dark_images(data));
  set_threat(data.shape);
  VictimOptions options = config().victim_of_images();
  options.data_shape = data.shape;
  call_naming_probe(data, "image", [&] {
    open_victim(options, images_as_batch(data, 0, std::min(this->kProbes, data.size())));
  });
  this->warn(spec().doubt);
  for (const std::string& notice : spec().notices) this->warn(notice);
  const Visibility& visible = base_plan().visible;
  visible.check_given(spec().name, spec().labels_only, spec().top);
  this->warn(describe_rounded_scores(spec(), visible));
  source_ = data.source;
  remarks_ = remarks_on_images(config(), metadata, data.size());
  remarks_.insert(remarks_.end(), data.notes.begin(), data.notes.end());
  if (const std::string& map = config().data.preparation.class_map; !map.empty())
    check_class_map(map, data.labels, spec().classes);
  const bool named = metadata && config().data.preparation.class_map.empty() &&
                     number_classes_as(metadata->class_names, data);
  if (!named) this->warn(take_names_as_numbers(spec().classes, data));
  const ClassOrder classes = named ? ClassOrder() : settle_class_order(*victim_, data, visible.label_only());
  for (const std::string& remark : {order, classes.remark})
    if (!remark.empty()) remarks_.push_back(remark);
  if (!classes.evidence.empty()) progress().say(classes.evidence);
  class_names_ = class_names(metadata, data);
  if (const std::string line = shortage(config(), data); !line.empty()) progress().say(line);
  // Folders named as only some of the model's classes are refused by make_plan().
  if (data.names.empty() || data.classes == 0) this->warn(describe_missing_classes(spec().classes, data));
  open_prior(metadata);
  PlanOptions plan_options = this->plan_options("image", plans_whole());
  plan_options.report_answers = [&](const std::vector<CleanAnswer>& answers) {
    if (this->check_level() == CheckLevel::none) return;
    if (const std::string negated = describe_negated(answers, spec().classes); !negated.empty()) {
      this->add_check(
          make_check(check_id::kInputRange, "open",
                     "the lowest score is the right one more often than the highest: accuracies in "
                     "other formats mean nothing until this is corrected"));
      return;
    }
    const RangeFound found = check_range_in_use(
        *victim_, data, answers, format_in_force(spec(), config().victim_of_images(), metadata),
        {visible.label_only(), states_format(config().victim_of_images()),
         this->check_level() == CheckLevel::full});
    this->warn(found.warning);
    this->add_check(found.check, found.queries);
  };
  Plan plan = make_plan<Input>(*victim_, data, plan_options, config().budget_of_instance());
  plan.clean_queries += classes.asked;
  const bool stated = options.kind || (metadata && metadata->kind);
  for (const std::string& doubt : doubts_about_scores(spec(), plan.inputs, stated)) this->warn(doubt);
  judge_images(data, plan);
  complete_prior(data, plan);
  this->warn(describe_trained_on(model(), plan));
  return plan;
}

template <typename Input>
std::string SessionOfImages<Input>::fingerprint() {
  return bora::models::fingerprint(*victim_, config().victim_of_images());
}

template <typename Input>
void SessionOfImages<Input>::describe(RunFacts& run) const {
  const ImageShape& input = spec().input;
  run.class_names = class_names_;
  run.channels = input.channels;
  run.height = input.height;
  run.width = input.width;
  run.data = data_text(source_, remarks_);
  run.defence = config().victim.defence.text;
  run.model_version = spec().model_version;
  describe_threat(run);
}

template <typename Input>
std::vector<std::string> SessionOfImages<Input>::announcement(const Plan& plan) const {
  std::vector<std::string> lines = {victim_line(spec()), clean_line(source_, "image", plan), threat_text()};
  lines.insert(lines.end(), remarks_.begin(), remarks_.end());
  for (std::string& remark : remarks_on_prior()) lines.push_back(std::move(remark));
  return lines;
}

template <typename Input>
void SessionOfImages<Input>::reload() {
  const StoredImages images = stored_images(database(), this->kProbes);
  VictimOptions options = config().victim_of_images();
  options.data_shape = images.shape;
  // The stored kind is that of the scores after the defence, which is the model's unless the defence makes
  // scores.
  if (!makes_scores(config().victim.defence.steps))
    options.kind = parse_score_kind(database().get(&RunFacts::score_kind), "run.sqlite");
  options.endpoint.folder = database().get(&RunFacts::directory);
  options.endpoint.model_version = database().get(&RunFacts::model_version);
  restore_threat(images.shape);
  open_victim(options, images.first);
  reload_prior();
}

template class SessionOfImages<Pixels>;
template class SessionOfImages<Transformed>;

}  // namespace bora::tools
