#include "nas/run/training/robustness_probe.h"

#include <fmt/format.h>

#include "attacks/factory.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "attacks/runner/verifier.h"
#include "common/hash.h"
#include "common/random.h"
#include "common/setting_error.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "runs/run_store.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAttack = "bo";

// Returns the ball of radius epsilon. Throws SettingError that names robust-eps.
LinfBall ball_of(double epsilon) {
  try {
    return {epsilon, false};
  } catch (const InputError& error) {
    // The message names the setting of the ball, which is removed.
    const std::string what = error.what();
    throw SettingError("robust-eps", "{}",
                       what.substr(what.find("eps: ") == std::string::npos ? 0 : what.find("eps: ") + 5));
  }
}

// Returns the facts of the run that bo-report needs.
RunFacts facts(const fs::path& model, const ImageDataset& data, const LinfBall& ball,
               const RobustnessOptions& options, const Plan& plan, const VictimSpec& spec) {
  const AttackSummary attack = make_recipe(kAttack, data.shape).summary;
  RunFacts run;
  run.started = timestamp();
  run.status = "running";
  run.version = BORA_VERSION;
  run.command = "bo-nas";
  run.seed = fmt::to_string(options.seed);
  run.device = options.device;
  run.threads = 1;
  run.model = model.string();
  run.model_sha256 = sha256_file(model.string());
  run.score_kind = to_string(spec.kind);
  run.classes = spec.classes;
  run.class_names = data.class_names;
  run.data = fmt::format("{} ({} of the images that the search judges by)", data.source, data.size());
  run.channels = data.shape.channels;
  run.height = data.shape.height;
  run.width = data.shape.width;
  run.threat = "linf";
  run.epsilon_asked = ball.epsilon_asked();
  run.epsilon = ball.epsilon();
  run.least_schedule = kLeastSchedule;
  run.targeted = false;
  run.budget = options.budget;
  run.attacks = {kAttack};
  run.attack_facts[kAttack] = {
      attack.name,  attack.text, to_string(attack.access), attack.leaves_ball, to_string(attack.prior),
      attack.learns};
  run.clean_inputs = plan.clean_inputs;
  run.clean_correct = plan.clean_correct;
  run.clean_queries = plan.clean_queries;
  return run;
}

// Returns the outcome of a finished run from the ledger and the verifier. Throws InputError if an attack
// failed or an adversarial image did not pass verification.
Resistance outcome(const RunDatabase& run, const Verification& verdict, int images, int right) {
  Resistance out{images, right, 0};
  for (const InstanceRow& row : run.instances()) {
    if (row.status == InstanceStatus::failed) throw InputError("an attack failed: {}", row.reason);
    out.queries += row.queries;
    out.resisting -= row.status == InstanceStatus::success ? 1 : 0;
  }
  if (!verdict.clean())
    throw InputError("{} of {} adversarial images did not pass verification",
                     verdict.examples - std::min(verdict.within, verdict.confirmed), verdict.examples);
  return out;
}

}  // namespace

RobustnessProbe::RobustnessProbe(const ImageDataset& data, RobustnessOptions options)
    : options_(std::move(options)) {
  if (options_.images < 1 || options_.images > data.size())
    throw SettingError("robust-images", "{} is not 1 to {}, the images that networks are judged by",
                       options_.images, data.size());
  if (options_.budget < 1) throw SettingError("robust-budget", "{} is below 1", options_.budget);
  options_.epsilon = options_.epsilon.value_or(default_epsilon(data.shape));
  epsilon_ = ball_of(*options_.epsilon).epsilon();
  Rng rng(mix_seed(options_.seed, "robustness"));
  auto order = rng.permutation(data.size());
  order.resize(static_cast<std::size_t>(options_.images));
  images_ = select(data, order);
}

std::optional<Resistance> RobustnessProbe::measure(const fs::path& model, const fs::path& folder,
                                                   const std::atomic<bool>& stop) const {
  // An interrupted measurement is restarted, since it takes only a few seconds.
  fs::remove_all(folder);
  ThreadPool pool(1);  // one thread, since several networks are attacked in parallel
  const auto victim =
      load_torchscript({.address = model.string(), .data_shape = images_.shape, .device = options_.device},
                       images_as_batch(images_, 0, images_.size()));
  const int right = measure_accuracy(*victim, images_).correct;
  if (right == 0) return Resistance{images_.size(), 0, 0};

  PlanOptions wanted;
  wanted.attacks = {kAttack};
  wanted.range = {0, images_.size() - 1};
  wanted.clean_inputs = images_.size();
  wanted.seed = options_.seed;
  const Plan plan = make_plan(*victim, images_, wanted, options_.budget);
  const LinfBall ball = ball_of(*options_.epsilon);
  const ImageTask task(images_.shape, ball);
  fs::create_directories(folder);
  RunDatabase run = RunDatabase::create(folder / "run.sqlite", [&](RunDatabase& made) {
    store(plan, made);
    made.set(facts(model, images_, ball, options_, plan, victim->spec()));
  });
  Oracle<Pixels> oracle(*victim);
  Ledger<Pixels> ledger(oracle, task, run);
  const ImageAttacks attacks(run, task,
                             {.shape = images_.shape, .ball = ball, .classes = victim->spec().classes}, {});
  Runner<Pixels> runner(task, attacks, run, ledger, pool, images_.size());
  try {
    if (runner.run(stop, [](const RunProgress&) {}) == RunEnd::interrupted) return std::nullopt;
  } catch (const VictimDown& error) {
    throw VictimError(error.what());
  }
  const Verification verdict = verify_run(run, oracle, task, folder);
  run.set(&RunFacts::status, "complete");
  run.set(&RunFacts::finished, timestamp());
  return outcome(run, verdict, images_.size(), right);
}

}  // namespace bora::nas
