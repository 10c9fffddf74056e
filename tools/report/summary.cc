#include "tools/report/summary.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "common/random.h"
#include "tools/report/audit.h"

namespace bora {
namespace {

std::vector<int> report_points(int budget) {
  std::vector<int> points;
  for (const int queries : {10, 50, 100, 200, 500, 1000}) {
    if (queries < budget) points.push_back(queries);
  }
  points.push_back(budget);
  return points;
}

/// Attacks in the order they were asked for.
std::vector<std::string> attack_names(const RunRecord& run) {
  std::vector<std::string> names = run.attacks;
  for (const InstanceRecord& instance : run.instances) {
    if (std::find(names.begin(), names.end(), instance.attack) == names.end())
      names.push_back(instance.attack);
  }
  return names;
}

/// What is known of an instance's queries to success; none where it has not begun.
std::optional<Observation> observe(const InstanceRecord& instance, const RunRecord& run) {
  if (instance.status == InstanceStatus::success) return Observation{instance.queries, true, instance.image};
  // An attack that gave up early will not succeed later either: watched to the budget's end.
  if (instance.status == InstanceStatus::exhausted) return Observation{run.budget, false, instance.image};
  if (instance.queries == 0) return std::nullopt;
  return Observation{instance.queries, false, instance.image};
}

void add(VerificationSummary& sum, const InstanceRecord& instance) {
  if (!instance.adversarial) return;
  ++sum.examples;
  sum.largest_linf = std::max(sum.largest_linf, instance.adversarial->linf);
  if (!instance.verification) return;
  const VerificationRecord& verification = *instance.verification;
  ++sum.checked;
  sum.within += verification.within ? 1 : 0;
  sum.confirmed += verification.confirmed ? 1 : 0;
  sum.passed += verification.within && verification.confirmed ? 1 : 0;
  sum.largest_linf = std::max(sum.largest_linf, verification.linf);
}

void estimate(AttackSummary& attack, std::vector<Observation> observations, const std::vector<int>& points) {
  BootstrapOptions bootstrap;
  bootstrap.seed = mix_seed(0, attack.name);
  const auto clustered = clustered_intervals(observations, points, bootstrap);
  attack.successful = successful_queries(observations);
  attack.curve = SuccessCurve(std::move(observations));
  for (std::size_t p = 0; p < points.size(); ++p) attack.points[p].clustered = clustered[p];
  for (SuccessPoint& point : attack.points) {
    point.rate = attack.curve.at(point.queries);
    point.interval = attack.curve.interval_at(point.queries);
    if (!point.rate) point.clustered.reset();
  }
  for (const double p : {0.25, 0.5, 0.75}) {
    attack.quantiles.push_back({p, attack.curve.quantile(p), attack.curve.quantile_interval(p)});
  }
}

/// Instances decided, by true class and class asked for; in an untargeted run by true class and class led to,
/// of all instances of the true class.
std::map<std::pair<int, int>, MatrixCell> count_by_classes(const RunRecord& run, const std::string& attack) {
  std::map<std::pair<int, int>, MatrixCell> cells;
  std::map<int, int> of_label;
  for (const InstanceRecord& instance : run.instances) {
    const bool success = instance.status == InstanceStatus::success;
    if (instance.attack != attack || (!success && instance.status != InstanceStatus::exhausted)) continue;
    const int label = run.images[instance.image].label;
    ++of_label[label];
    if (instance.target) {
      ++cells[{label, *instance.target}].instances;
      cells[{label, *instance.target}].successes += success ? 1 : 0;
    } else if (instance.adversarial) {
      ++cells[{label, instance.adversarial->predicted}].successes;
    }
  }
  if (!run.targeted) {
    for (auto& [classes, cell] : cells) cell.instances = of_label[classes.first];
  }
  return cells;
}

AttackSummary summarise_attack(const RunRecord& run, const std::string& name,
                               const std::vector<int>& points) {
  AttackSummary attack;
  attack.name = name;
  attack.points.resize(points.size());
  for (std::size_t p = 0; p < points.size(); ++p) attack.points[p].queries = points[p];
  std::vector<Observation> observations;
  double linf = 0;
  double l2 = 0;
  for (const InstanceRecord& instance : run.instances) {
    if (instance.attack != name) continue;
    ++attack.instances;
    ++attack.counts[instance.status];
    attack.queries += instance.queries;
    if (const auto observation = observe(instance, run)) observations.push_back(*observation);
    add(attack.verification, instance);
    const bool success = instance.status == InstanceStatus::success;
    if (instance.adversarial) {
      linf += instance.adversarial->linf;
      l2 += instance.adversarial->l2;
    }
    for (SuccessPoint& point : attack.points) {
      point.successes += success && instance.queries <= point.queries ? 1 : 0;
    }
  }
  attack.by_classes = count_by_classes(run, name);
  if (attack.verification.examples > 0) {
    attack.mean_linf = linf / attack.verification.examples;
    attack.mean_l2 = l2 / attack.verification.examples;
  }
  for (const TimingRecord& timing : run.timings) {
    if (timing.attack == name) attack.seconds[timing.part] += timing.seconds;
  }
  estimate(attack, std::move(observations), points);
  return attack;
}

using InstanceKey = std::pair<int, int>;  // image, target or -1

AttackComparison compare(const RunRecord& run, const std::string& first, const std::string& second,
                         const std::vector<int>& points) {
  std::map<InstanceKey, Observation> of_first;
  for (const InstanceRecord& instance : run.instances) {
    const auto observation = observe(instance, run);
    if (instance.attack == first && observation) {
      of_first[{instance.image, instance.target.value_or(-1)}] = *observation;
    }
  }
  std::vector<PairedObservation> pairs;
  for (const InstanceRecord& instance : run.instances) {
    const auto observation = observe(instance, run);
    const auto it = of_first.find({instance.image, instance.target.value_or(-1)});
    if (instance.attack == second && observation && it != of_first.end()) {
      pairs.push_back({it->second, *observation, instance.image});
    }
  }
  BootstrapOptions bootstrap;
  bootstrap.seed = mix_seed(mix_seed(0, first), second);
  return {first, second, paired_differences(pairs, points, bootstrap)};
}

WorstCase worst_case(const RunRecord& run) {
  struct State {
    bool fooled = false;
    bool open = false;  // an instance has not been tried to the end
  };
  std::map<InstanceKey, State> instances;
  for (const InstanceRecord& instance : run.instances) {
    State& state = instances[{instance.image, instance.target.value_or(-1)}];
    if (instance.status == InstanceStatus::success) {
      state.fooled = true;
    } else if (instance.status != InstanceStatus::exhausted) {
      state.open = true;
    }
  }
  WorstCase worst;
  std::map<int, State> images;
  for (const auto& [key, state] : instances) {
    State& image = images[key.first];
    image.fooled = image.fooled || state.fooled;
    image.open = image.open || state.open;
    if (state.open && !state.fooled) continue;
    ++worst.instances;
    worst.instances_fooled += state.fooled ? 1 : 0;
  }
  if (worst.instances > 0) {
    worst.instances_interval =
        wilson_interval(static_cast<double>(worst.instances_fooled) / worst.instances, worst.instances);
  }
  for (std::size_t i = 0; i < run.images.size(); ++i) {
    const ImageRecord& image = run.images[i];
    const bool misclassified = image.predicted != image.label;
    if (!image.attacked && !misclassified) continue;  // nothing was tried on it: no word about it
    ++worst.images;
    const auto it = images.find(static_cast<int>(i));
    if (misclassified) {
      ++worst.misclassified;
    } else if (it != images.end() && it->second.fooled) {
      ++worst.fooled;
    } else if (it == images.end() || it->second.open) {
      ++worst.undecided;
    }
  }
  if (worst.images > 0) {
    const double n = worst.images;
    worst.accuracy_low = worst.resisted() / n;
    worst.accuracy_high = (worst.resisted() + worst.undecided) / n;
    worst.interval =
        Interval{wilson_interval(*worst.accuracy_low, n).low, wilson_interval(*worst.accuracy_high, n).high};
  }
  return worst;
}

std::vector<FailureCount> failures(const RunRecord& run) {
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const InstanceRecord& instance : run.instances) {
    if (instance.status == InstanceStatus::failed) ++counts[{instance.attack, instance.reason}];
  }
  std::vector<FailureCount> out;
  for (const auto& [key, count] : counts) out.push_back({key.first, key.second, count});
  return out;
}

}  // namespace

int AttackSummary::count(InstanceStatus status) const {
  const auto it = counts.find(status);
  return it == counts.end() ? 0 : it->second;
}

int AttackSummary::ended() const {
  return instances - count(InstanceStatus::pending) - count(InstanceStatus::running);
}

RunSummary summarise(const RunRecord& run) {
  RunSummary summary;
  summary.points = report_points(run.budget);
  for (const std::string& name : attack_names(run)) {
    summary.attacks.push_back(summarise_attack(run, name, summary.points));
    summary.instances += summary.attacks.back().instances;
    summary.ended += summary.attacks.back().ended();
    summary.attack_queries += summary.attacks.back().queries;
  }
  for (std::size_t i = 0; i < summary.attacks.size(); ++i) {
    for (std::size_t j = i + 1; j < summary.attacks.size(); ++j) {
      summary.comparisons.push_back(
          compare(run, summary.attacks[i].name, summary.attacks[j].name, summary.points));
    }
  }
  summary.worst_case = worst_case(run);
  for (const InstanceRecord& instance : run.instances) add(summary.verification, instance);
  if (run.clean_images.value_or(0) > 0 && run.clean_correct) {
    summary.clean_accuracy = static_cast<double>(*run.clean_correct) / *run.clean_images;
    summary.clean_interval = wilson_interval(*summary.clean_accuracy, *run.clean_images);
  }
  for (const ImageRecord& image : run.images) {
    if (image.attacked) {
      ++summary.attacked_images;
    } else {
      ++summary.skipped[image.reason];
    }
  }
  summary.failures = failures(run);
  summary.findings = audit(run);
  return summary;
}

}  // namespace bora
