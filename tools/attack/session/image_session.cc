#include "tools/attack/session/image_session.h"

#include <algorithm>
#include <filesystem>

#include "attacks/image/factory.h"
#include "attacks/runner/image_plan.h"
#include "common/error.h"
#include "data/files/split.h"
#include "data/images/load.h"
#include "models/defences/defended_victim.h"
#include "models/victims/evaluation.h"
#include "models/victims/load_victim.h"
#include "tools/attack/run_folder.h"
#include "tools/attack/session/image_inputs.h"
#include "tools/attack/session/input_source.h"

namespace bora::tools {
namespace {

// Those that are attacked, as far as they are a data set.
DataSource data_for_substitutes(const AttackConfig& config, const std::optional<ModelMetadata>& metadata) {
  if (config.data.spec.empty() && (!metadata || metadata->data.empty())) return {};
  return data_source(config, metadata, "image");
}

}  // namespace

void ImageSession::open_victim(VictimOptions options, const Batch& probes) {
  victim_ = defended(load_victim(options, probes, &pool()), config().victim.defence.steps, base_plan().seed);
  oracle_ = std::make_unique<ImageOracle>(*victim_);
  const ImageShape& shape = *options.data_shape;
  ball_ = LinfBall(config().threat.epsilon.value_or(default_epsilon(shape)), config().threat.continuous);
  task_ = std::make_unique<ImageTask>(shape, ball_);
}

Plan ImageSession::prepare() {
  const auto metadata = read_model_metadata(model());
  std::string order;
  ImageDataset data = load_images(config(), metadata, order);
  for (const auto& attack : base_plan().attacks)
    make_recipe(attack, data.shape, base_plan().visible);  // refuses settings that do not suit the images
  VictimOptions options = config().victim_of_images();
  options.data_shape = data.shape;
  open_victim(options, images_as_batch(data, 0, std::min(kProbes, data.size())));
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
  prior_.open(victim_->spec(), data_for_substitutes(config(), metadata));
  // Substitute models are held against every image attacked.
  const bool whole = config().prior.source.kind != PriorSource::Kind::none;
  PlanOptions plan_options = this->plan_options("image", whole);
  plan_options.report_answers = [&](const std::vector<CleanAnswer>& answers) {
    if (check_level() == CheckLevel::none) return;
    const RangeFound found =
        look_at_range(*victim_, data, answers, range_in_force(config().victim_of_images(), metadata),
                      base_plan().visible.label_only(), progress());
    add_check(found.check, found.queries);
  };
  Plan plan = make_plan(*victim_, data, plan_options, config().budget_of_images());
  plan.clean_queries += classes.asked;
  std::vector<std::string> attacked;
  for (const InputRow& input : plan.inputs)
    if (input.attacked) attacked.push_back(input.content);
  prior_.complete(data, attacked, pool(), config().output.quiet, progress());
  return plan;
}

std::string ImageSession::fingerprint() {
  return bora::models::fingerprint(*victim_, config().victim_of_images());
}

void ImageSession::describe(RunFacts& run) const {
  const ImageShape& input = victim_->spec().input;
  run.class_names = class_names_;
  run.channels = input.channels;
  run.height = input.height;
  run.width = input.width;
  run.data = data_text(source_, remarks_);
  run.defence = config().victim.defence.text;
  run.threat = "linf";
  run.epsilon_asked = ball_.epsilon_asked();
  run.epsilon = ball_.epsilon();
  run.continuous = ball_.continuous();
  run.prior = prior_.facts();
}

std::vector<std::string> ImageSession::announcement(const Plan& plan) const {
  const std::string bound = ball_.continuous()
                                ? fmt::format("{:.4g}, continuous", ball_.epsilon())
                                : fmt::format("{}/255 = {:.4f}", ball_.levels(), ball_.epsilon());
  std::vector<std::string> lines = {
      victim_line(victim_->spec()), clean_line(source_, "image", plan),
      fmt::format("L-infinity bound {}, budget {} queries", bound, config().budget_of_images())};
  lines.insert(lines.end(), remarks_.begin(), remarks_.end());
  if (const std::string prior = prior_.announcement(); !prior.empty()) lines.push_back(prior);
  if (prior_.substitutes() && !uses_substitutes())
    lines.push_back("none of these attacks makes use of substitute models; --describe all says which do");
  if (config().prior.source.learn &&
      std::ranges::none_of(base_plan().attacks,
                           [&](const std::string& attack) { return summary_of(attack).learns; }))
    lines.push_back(
        "none of these attacks learns from earlier ones; --describe ATTACK says so of those that do");
  return lines;
}

void ImageSession::reload() {
  const StoredImages images = stored_images(database(), kProbes);
  VictimOptions options = config().victim_of_images();
  options.data_shape = images.shape;
  options.kind = parse_score_kind(database().get(&RunFacts::score_kind), "run.sqlite");
  options.endpoint.folder = database().get(&RunFacts::directory);
  open_victim(options, images.first);
  ball_ = LinfBall(database().get(&RunFacts::epsilon),
                   config().threat.continuous);  // as rounded when the run began
  task_ = std::make_unique<ImageTask>(images.shape, ball_);
  prior_.reload(database(), victim_->spec());
}

bool ImageSession::uses_substitutes() const {
  return std::ranges::any_of(base_plan().attacks, [&](const std::string& attack) {
    return summary_of(attack).prior != PriorUse::none;
  });
}

AttackSummary ImageSession::summary_of(const std::string& attack) const {
  return make_recipe(attack, victim_->spec().input, base_plan().visible).summary;
}

std::unique_ptr<ImageMount> ImageSession::mount(const ImageTask& task, const LinfBall& ball) const {
  const auto& spec = victim_->spec();
  return std::make_unique<ImageMount>(database(), task, spec.input, ball, spec.classes, base_plan().visible,
                                      prior_.substitutes(),
                                      prior_.any_useful() ? PriorUse::optional : PriorUse::required);
}

std::unique_ptr<Mount<Pixels>> ImageSession::mount() const {
  return mount(*task_, ball_);
}

Arena<Pixels> ImageSession::arena(Bound bound, const std::string& attack) const {
  const LinfBall ball = widened(ball_, bound);
  if (bound == Bound::twice && ball.epsilon() <= ball_.epsilon())
    return {nullptr, nullptr, "no bound is larger than the run's"};
  const auto task = std::make_shared<const ImageTask>(victim_->spec().input, ball);
  const std::shared_ptr<ImageMount> mounted = mount(*task, ball);
  mounted->add(attack);
  return {task, mounted, fmt::format("at epsilon {:.4g}", ball.epsilon())};
}

}  // namespace bora::tools
