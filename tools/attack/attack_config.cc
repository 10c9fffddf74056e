#include "tools/attack/attack_config.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "attacks/factory.h"
#include "attacks/threat/norm_ball.h"
#include "attacks/universal/universal_search.h"
#include "common/error.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "models/victims/address.h"
#include "report/conditions/condition.h"
#include "tools/attack/protocols.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

void check_goal(const GoalConfig& goal) {
  if (goal.target.has_value() + goal.targets.has_value() + goal.untargeted > 1)
    throw InputError("--target, --targets and --untargeted exclude each other; give one of them");
}

void check_answers(const VictimConfig& victim) {
  if (victim.success_in && !victim.repeats)
    throw InputError("--success-in: got {}, but --repeats, the number of answers, is not given",
                     *victim.success_in);
  if (victim.repeats && *victim.repeats < victim.average)
    throw InputError("--repeats: got {}, expected at least the {} answers of --average", *victim.repeats,
                     victim.average);
  if (const auto answers = victim.answers(); answers && answers->needed > answers->most)
    throw InputError("--success-in: got {}, expected 1 to {}, the answers of --repeats", answers->needed,
                     answers->most);
}

// `single`: the option that names one file, and that file.
void check_data(const DataConfig& data, const char* single, const std::string& file) {
  if (data.range && data.skip > 0)
    throw InputError("--range and --skip exclude each other; give one of them");
  if (data.range && !file.empty()) throw InputError("--range: is for --data, not for {}", single);
  if (!file.empty() && !data.spec.empty())
    throw InputError("{} and --data exclude each other; give one of them", single);
  if (data.label && file.empty()) throw InputError("--label: belongs to {}, which is not given", single);
  if (data.shard && !file.empty()) throw InputError("--shard: is for --data, not for {}", single);
}

void check_conditions(const OutputConfig& output) {
  const auto conditions = parse_conditions(output.fail_if);
  const bool of_baseline =
      std::ranges::find(conditions, Figure::regression, &Condition::figure) != conditions.end();
  if (of_baseline && output.baseline.empty())
    throw InputError("--fail-if regression: --baseline must name the run to compare with");
  // The whole check needs the clean queries; a missing folder is noticed before them.
  if (of_baseline && !output.resume && !std::filesystem::exists(output.baseline))
    throw InputError("--baseline: {} does not exist, expected the folder of a run of bo-attack",
                     output.baseline);
  // A resumed run may replace its conditions and still has the stored baseline.
  if (!of_baseline && !output.baseline.empty() && !output.resume)
    throw InputError("--baseline: belongs to --fail-if 'regression > ...', which is not given");
}

void check_endpoint(const VictimOptions& victim) {
  const EndpointOptions& endpoint = victim.endpoint;
  try {
    check(endpoint);
  } catch (const InputError& error) {
    throw InputError("--{}", error.what());
  }
  if (!victim.address.empty() && !is_file_address(victim.address)) return;
  for (const auto& [given, option] :
       {std::pair{endpoint.rate > 0, "--rate"}, std::pair{endpoint.concurrency > 1, "--concurrency"},
        std::pair{!endpoint.headers.empty(), "--header"}})
    if (given) throw InputError("{}: applies only to models outside this process (exec:, http://)", option);
}

void check_prior(const PriorConfig& prior) {
  if (prior.source.kind == PriorSource::Kind::data) return;
  for (const auto& [given, option] :
       {std::pair{!prior.data.empty(), "--prior-data"}, std::pair{prior.count > 0, "--prior-count"},
        std::pair{prior.epochs > 0, "--prior-epochs"}, std::pair{!prior.cache.empty(), "--prior-cache"}})
    if (given) throw InputError("{}: belongs to --prior data, but --prior has another value", option);
}

// Throws InputError if options change the attacks or the threat model of the preset, since the report names
// it.
void check_preset(const AttackConfig& config) {
  if (config.preset.empty()) return;
  if (!config.protocol.empty())
    throw InputError("--preset and --protocol exclude each other; give one of them");
  if (config.task == RunTask::graphs || config.semantic())
    throw InputError("--preset {}: is for images with --threat pixels", config.preset);
  const auto preset = std::ranges::find(presets(), config.preset, &Preset::name);
  for (const auto& [option, value] : preset->options)
    if (option == "attack" && config.attacks != split(value, ','))
      throw InputError("--attack: --preset {} names the attacks; leave one of the two out", config.preset);
}

void check_attack(const AttackConfig& config, const std::string& spec) {
  if (config.task == RunTask::graphs) {
    make_recipe<Graph>(spec, config.goal.visible);
  } else if (config.semantic()) {
    make_recipe<Transformed>(spec, config.goal.visible);
  } else if (config.threat.universal > 0) {
    check_universal(spec, make_recipe<Pixels>(spec).summary);
    if (budget_of(spec, config.budget_of_images()) < config.threat.universal)
      throw InputError("--universal: got {}, but the search of attack {} has a budget of {}",
                       count_of(config.threat.universal, "image"), spec,
                       count_of(budget_of(spec, config.budget_of_images()), "query", "queries"));
  } else if (make_recipe<Pixels>(spec, kAnyShape, config.goal.visible, config.threat.norm).summary.prior ==
                 PriorUse::required &&
             config.prior.source.kind == PriorSource::Kind::none) {
    throw SettingError("attack " + spec,
                       "needs substitute models; train them with --prior data, "
                       "or name them with --prior FILE,FILE");
  }
}

// Throws InputError for settings that --universal excludes.
void check_universal_run(const AttackConfig& config) {
  const auto& answers = config.victim;
  for (const auto& [given, option] :
       {std::pair{config.threat.minimise, "--minimise"},
        std::pair{config.threat.norm != Norm::linf, "--norm"},
        std::pair{config.data.shard.has_value(), "--shard"}, std::pair{config.data.one_input(), "--image"},
        std::pair{config.prior.source.in_use(), "--prior"},
        std::pair{config.goal.targets.has_value(), "--targets"},
        std::pair{!config.protocol.empty(), "--protocol"}, std::pair{!config.preset.empty(), "--preset"},
        std::pair{answers.average > 1 || answers.repeats.value_or(1) > 1, "--repeats and --average"}})
    if (given) throw InputError("--universal: one perturbation for all images does not go with {}", option);
}

}  // namespace

std::optional<Repeats> VictimConfig::answers() const {
  if (!repeats && average == 1) return std::nullopt;
  const int most = std::max(repeats.value_or(0), average);
  return Repeats{average, most, success_in.value_or(most / 2 + 1)};
}

VictimOptions AttackConfig::victim_of_images() const {
  VictimOptions options = victim.options;
  options.may_differ = true;
  options.endpoint.folder = stored.directory;
  options.endpoint.stop = &interruption();
  // A shard evaluates each image alone, so that its scores do not depend on the number of shards.
  const int usual = data.shard ? 1 : options.chunk;
  options.chunk = std::min(execution.chunk.value_or(usual), execution.batch);
  return options;
}

GraphVictimOptions AttackConfig::victim_of_graphs() const {
  GraphVictimOptions options;
  options.model.path = victim.options.address;
  options.model.features = victim.features;
  options.model.kind = victim.options.kind;
  options.model.may_differ = true;
  options.classes = victim.options.classes;
  options.endpoint = victim.options.endpoint;
  options.endpoint.folder = stored.directory;
  options.endpoint.stop = &interruption();
  return options;
}

int AttackConfig::budget_of_images() const {
  return budget.queries.value_or(semantic() ? 100 : 1000);
}

int AttackConfig::refinement() const {
  return budget.refinement.value_or(budget_of_images());
}

GraphBudget AttackConfig::budget_of_graphs() const {
  return {threat.edits, budget.queries_per_edit, budget.query_cap};
}

std::string AttackConfig::default_attacks() const {
  if (task == RunTask::graphs) return kDefaultGraphAttacks;
  if (semantic()) return kDefaultSemanticAttacks;
  if (is_sparse(threat.norm)) return kDefaultSparseAttacks;
  if (threat.norm == Norm::l2 && goal.visible.label_only()) return kDefaultL2LabelAttacks;
  return kDefaultImageAttacks;
}

PlanOptions AttackConfig::plan() const {
  const bool graphs = task == RunTask::graphs;
  PlanOptions plan;
  plan.attacks = attacks.empty() ? split(default_attacks(), ',') : attacks;
  if (!preset.empty() && goal.visible.label_only())
    std::erase_if(plan.attacks, [](const std::string& spec) {
      return make_recipe<Pixels>(spec).summary.access == AccessLevel::gradients;
    });
  plan.inputs = data.one_input() ? 1
                : graphs         ? data.graphs.value_or(std::numeric_limits<int>::max())
                                 : data.images;
  plan.skip = data.skip;
  plan.searched = threat.universal;
  plan.range = data.range;
  plan.targeted = goal.target || goal.targets;
  plan.target = goal.target;
  plan.random_targets = goal.targets.value_or(0);
  if (!graphs) plan.clean_inputs = data.clean_images;
  plan.seed = execution.seed;
  plan.visible = goal.visible;
  plan.norm = threat.norm;
  return plan;
}

void check(const AttackConfig& config) {
  const bool graphs = config.task == RunTask::graphs;
  check_goal(config.goal);
  check_preset(config);
  check_answers(config.victim);
  if (graphs)
    check_data(config.data, "--graph", config.data.graph);
  else
    check_data(config.data, "--image", config.data.image);
  if (config.semantic() && config.threat.minimise)
    throw InputError(
        "--minimise: is for --threat pixels and for graphs; with --threat semantic, see --refine");
  check_conditions(config.output);
  check_endpoint(config.victim.options);
  if (graphs) {
    config.threat.edits.check();
  } else if (!config.semantic()) {
    if (config.threat.epsilon) NormBall(config.threat.norm, *config.threat.epsilon, config.threat.continuous);
    check_prior(config.prior);
    if (config.threat.universal > 0) check_universal_run(config);
    if (!config.preset.empty() && config.threat.norm != Norm::linf)
      throw InputError("--preset: is for --norm linf alone, but --norm is {}", to_string(config.threat.norm));
    if (config.prior.source.in_use() && is_sparse(config.threat.norm))
      throw InputError("--prior: is for --norm linf and l2, but --norm is {}", to_string(config.threat.norm));
  }
  for (const std::string& spec : config.plan().attacks) check_attack(config, spec);
}

}  // namespace bora::tools
