#include "report/figures/summary.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "common/text.h"
#include "report/figures/checks.h"
#include "report/figures/observations.h"
#include "report/figures/run_texts.h"

namespace bora::report {
namespace {

/// Counts instances and successes for AttackResult::by_classes.
std::map<std::pair<int, int>, MatrixCell> count_by_classes(const RunRecord& run, const std::string& attack) {
  std::map<std::pair<int, int>, MatrixCell> cells;
  std::map<int, int> of_label;
  for (const InstanceRecord& instance : run.instances) {
    const bool success = succeeded(instance);
    if (instance.attack != attack || !decided(instance)) continue;
    const int label = run.inputs[instance.input].label;
    ++of_label[label];
    if (instance.target) {
      ++cells[{label, *instance.target}].instances;
      cells[{label, *instance.target}].successes += success ? 1 : 0;
    } else if (success && instance.adversarial) {
      ++cells[{label, instance.adversarial->predicted}].successes;
    }
  }
  if (!run.targeted)
    for (auto& [classes, cell] : cells) cell.instances = of_label[classes.first];
  return cells;
}

/// Returns the value of a setting in an attack's name, such as "side" in "gp-bo:side=14", or "".
std::string setting(const std::string& attack, const std::string& key) {
  for (const std::string& part : split(attack, ':'))
    if (part.rfind(key + "=", 0) == 0) return part.substr(key.size() + 1);
  return "";
}

std::string search_dimension(const RunRecord& run, const std::string& attack) {
  const std::string side = setting(attack, "side");
  const std::string through = setting(attack, "through");
  if (side.empty()) return "";
  return fmt::format("{}x{}x{}", side, side, run.channels) + (through.empty() ? "" : " through " + through);
}

AttackResult summarise_attack(const RunRecord& run, const std::string& name, const std::vector<int>& points,
                              int largest_budget) {
  AttackResult attack;
  attack.name = name;
  if (const auto facts = run.attack_facts.find(name); facts != run.attack_facts.end())
    attack.facts = facts->second;
  attack.with_prior = run.with_prior(name);
  attack.search_dimension = search_dimension(run, name);
  std::vector<WatchedInstance> observations;
  std::vector<double> distances, l2;
  std::set<int> images;
  for (const InstanceRecord& instance : run.instances) {
    if (instance.attack != name) continue;
    ++attack.instances;
    ++attack.counts[instance.status];
    attack.queries += instance.queries;
    attack.attempts += instance.attempts;
    if (const auto observation = observe(instance, largest_budget)) {
      observations.push_back(*observation);
      images.insert(instance.input);
    }
    attack.verification.add(instance);
    if (succeeded(instance) && instance.adversarial) {
      distances.push_back(instance.adversarial->distance);
      if (instance.adversarial->l2) l2.push_back(*instance.adversarial->l2);
    }
  }
  attack.images = static_cast<int>(images.size());
  attack.by_classes = count_by_classes(run, name);
  if (!distances.empty()) attack.mean_distance = mean_of(distances).value;
  if (!l2.empty()) {
    attack.mean_l2 = mean_of(l2).value;
    const double pixels = static_cast<double>(run.channels) * run.height * run.width;
    for (double& distance : l2) distance /= pixels;
    attack.l2_per_pixel = mean_of(l2);
  }
  for (const TimingRow& timing : run.timings)
    if (timing.attack == name) attack.seconds[timing.part] += timing.seconds;
  const int unseen = attack.instances - static_cast<int>(observations.size());
  static_cast<SuccessFigures&>(attack) = success_figures(std::move(observations), points, unseen);
  return attack;
}

bool has_failed(const InstanceRecord& instance) {
  return instance.status == InstanceStatus::failed;
}

/// Counts the instances that `chosen` selects, by attack and reason.
std::vector<FailureCount> count_faults(const RunRecord& run, bool (*chosen)(const InstanceRecord&)) {
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const InstanceRecord& instance : run.instances)
    if (chosen(instance)) ++counts[{instance.attack, instance.reason}];
  std::vector<FailureCount> out;
  for (const auto& [key, count] : counts) out.push_back({key.first, key.second, count});
  return out;
}

/// Attacks with the same knowledge are shown together: attacks without a prior, attacks with one, white-box
/// attacks.
int group(const AttackResult& attack) {
  if (attack.white_box()) return 2;
  return attack.with_prior ? 1 : 0;
}

/// Reads preset and protocol of the run from its configuration, and compares its options with the protocol's.
void read_protocol(const RunRecord& run, RunSummary& summary) {
  const nlohmann::json config = parse_valid_json(run.config_json);
  const auto text = [&config](const std::string& option) {
    const auto it = config.find(option);
    if (it == config.end()) return std::string();
    return it->is_string() ? it->get<std::string>() : it->dump();
  };
  summary.preset = text("preset");
  summary.protocol = text("protocol");
  summary.published = find_published_table(summary.protocol);
  const bool accuracies = summary.protocol == published_accuracy().protocol;
  if (summary.published == nullptr && !accuracies) return;
  const auto& asked = accuracies ? published_accuracy().options : summary.published->options;
  for (const auto& [option, value] : asked) {
    if (option == "attack") continue;  // the published table shows which attacks are missing
    const std::string used = text(option);
    if (used == value) continue;
    summary.departures.push_back(
        fmt::format("{} is {} instead of {}", option, used.empty() ? "not set" : used, value));
  }
}

/// Adds the results of all attacks, in the order requested, and their sums.
void summarise_attacks(const RunRecord& run, int largest_budget, RunSummary& summary) {
  for (const std::string& name : attack_names(run)) {
    const AttackResult& attack =
        summary.attacks.emplace_back(summarise_attack(run, name, summary.points, largest_budget));
    summary.instances += attack.instances;
    summary.ended += attack.ended();
    summary.attack_queries += attack.queries;
    summary.attack_attempts += attack.attempts;
  }
}

/// Returns the attack that others are compared with: the first that is not white-box, or else the first.
std::string default_reference(const std::vector<AttackResult>& attacks) {
  const auto first =
      std::ranges::find_if(attacks, [](const AttackResult& attack) { return !attack.white_box(); });
  return first == attacks.end() ? attacks.front().name : first->name;
}

std::set<std::string> white_box_attacks(const RunSummary& summary) {
  std::set<std::string> names;
  for (const AttackResult& attack : summary.attacks)
    if (attack.white_box()) names.insert(attack.name);
  return names;
}

/// Adds the worst cases over groups of attacks. A group that equals another one is left out.
void summarise_worst_cases(const RunRecord& run, RunSummary& summary) {
  const std::set<std::string> white_box = white_box_attacks(summary);
  std::set<std::string> with_prior;
  for (const AttackResult& attack : summary.attacks)
    if (attack.with_prior) with_prior.insert(attack.name);
  if (!summary.preset.empty()) {
    summary.worst_case = worst_case(run, {});
  } else if (white_box.size() < summary.attacks.size()) {
    summary.worst_case = worst_case(run, white_box);
  }
  if (std::ranges::count(summary.attacks, 0, group) > 0 && !with_prior.empty()) {
    with_prior.insert(white_box.begin(), white_box.end());
    summary.without_prior = worst_case(run, with_prior);
  }
  if (!white_box.empty()) summary.with_white_box = worst_case(run, {});
}

/// Adds the clean accuracy and the numbers of inputs that were attacked and skipped.
void summarise_inputs(const RunRecord& run, RunSummary& summary) {
  if (run.clean_inputs.value_or(0) > 0 && run.clean_correct) {
    summary.clean_accuracy = static_cast<double>(*run.clean_correct) / *run.clean_inputs;
    summary.clean_interval = wilson_interval(*summary.clean_accuracy, *run.clean_inputs);
  }
  for (const InputRow& image : run.inputs) {
    if (image.attacked) {
      ++summary.attacked_images;
    } else {
      ++summary.skipped[image.reason];
    }
  }
}

/// Adds the figures of runs on graphs, of semantic runs and of runs with --minimise.
void summarise_kind(const RunRecord& run, RunSummary& summary) {
  const std::set<std::string> white_box = white_box_attacks(summary);
  std::vector<std::string> names;
  for (const AttackResult& attack : summary.attacks) names.push_back(attack.name);
  if (run.on_graphs()) {
    summary.graphs = summarise_graphs(run);
    std::stable_partition(summary.graphs->attacks.begin(), summary.graphs->attacks.end(),
                          [&](const GraphAttackResult& attack) { return white_box.count(attack.name) == 0; });
  }
  if (run.semantic()) summary.semantic = summarise_semantic(run, names);
  if (run.minimise) summary.smallest = summarise_smallest(run, names, white_box);
}

}  // namespace

int instances_of(const std::vector<FailureCount>& faults) {
  int instances = 0;
  for (const FailureCount& fault : faults) instances += fault.instances;
  return instances;
}

int AttackResult::count(InstanceStatus status) const {
  const auto it = counts.find(status);
  return it == counts.end() ? 0 : it->second;
}

int AttackResult::ended() const {
  return instances - count(InstanceStatus::pending) - count(InstanceStatus::running);
}

RunSummary summarise(const RunRecord& run, const std::string& reference, const std::vector<int>& points,
                     int largest_budget) {
  RunSummary summary;
  summary.nothing_to_attack = run.instances.empty() && (run.shard || !run.inputs.empty());
  summary.norm = norm_text(run);
  summary.points = chosen_points(points, run, run.budget);
  summarise_attacks(run, std::max(largest_budget, run.budget), summary);
  if (!summary.attacks.empty())
    summary.comparisons = compare_within(
        run, reference.empty() ? default_reference(summary.attacks) : reference, summary.points);
  std::ranges::stable_sort(summary.attacks, {}, group);
  read_protocol(run, summary);
  summarise_worst_cases(run, summary);
  for (const InstanceRecord& instance : run.instances) summary.verification.add(instance);
  summarise_inputs(run, summary);
  summary.failures = count_faults(run, has_failed);
  summary.broken_off = count_faults(run, [](const InstanceRecord& instance) { return broke_off(instance); });
  summarise_kind(run, summary);
  summary.contradictions = audit(run);
  summary.checks = evaluation_checks(run, summary);
  return summary;
}

const AttackResult* attack_of(const RunSummary& summary, const std::string& name) {
  const auto found = std::ranges::find(summary.attacks, name, &AttackResult::name);
  return found == summary.attacks.end() ? nullptr : &*found;
}

const AttackResult* strongest(const RunSummary& summary, int queries) {
  const AttackResult* best = nullptr;
  for (const AttackResult& attack : summary.attacks) {
    const auto rate = attack.curve.at(queries);
    if (!attack.white_box() && rate && (best == nullptr || *rate > *best->curve.at(queries))) best = &attack;
  }
  return best;
}

}  // namespace bora::report
