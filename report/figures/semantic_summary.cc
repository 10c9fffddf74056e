#include "report/figures/semantic_summary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

constexpr double kThousand = 1000;

nlohmann::ordered_json parse_details(const RunRecord& run, const std::string& details) {
  auto json = parse_json<nlohmann::ordered_json>(details);
  if (!json.is_object())
    throw InputError("{}: table nearer: details are '{}', expected an object of changes",
                     run.database.string(), printable(details, 60));
  return json;
}

// Returns the value of a change in an example. A change that is not named has no effect.
double value_of(const nlohmann::ordered_json& json, const Change& change) {
  const auto found = json.find(change.name);
  return found != json.end() && found->is_number() ? found->get<double>() : change.identity;
}

void add_example(const RunRecord& run, const InstanceRecord& instance, SemanticAttackResult& attack) {
  const auto json = parse_details(run, instance.nearer.back().details);
  std::vector<double> shares;
  double sum = 0;
  for (ChangeUse& use : attack.changes) {
    const double value = value_of(json, use.change());
    const double share = share_of_bound(use.bound, value);
    shares.push_back(share);
    sum += share;
    if (share == 0) continue;
    ++use.used;
    use.values.push_back(std::abs(value - use.change().identity));
  }
  ++attack.examples;
  for (std::size_t i = 0; i < shares.size(); ++i) attack.changes[i].weight += sum > 0 ? shares[i] / sum : 0;
}

SemanticAttackResult summarise_attack(const RunRecord& run, const SemanticRules& rules,
                                      const std::string& name) {
  SemanticAttackResult attack;
  attack.name = name;
  for (const ChangeBound& bound : rules.bounds) attack.changes.push_back({bound, 0, {}, 0});
  const auto most = static_cast<double>(rules.bounds.size());
  const auto beyond = static_cast<int>(std::ceil(kThousand * most));
  for (const InstanceRecord& instance : run.instances)
    if (instance.attack == name && final_distance(instance) && succeeded(instance) &&
        !instance.nearer.empty())
      add_example(run, instance, attack);
  attack.severity = distance_figures(run, name, Found::nearest, 1 / kThousand, beyond,
                                     points_up_to(beyond, {100, 200, 300, 500, 700, 1000, 1500, 2000}));
  for (const SuccessPoint& point : attack.severity.points)
    attack.points.push_back({point.queries / kThousand, point.rate, point.interval});
  for (ChangeUse& use : attack.changes) {
    if (attack.examples > 0) use.weight /= attack.examples;
    std::ranges::sort(use.values);
  }
  return attack;
}

}  // namespace

std::string severity_text(const QueryQuantile& quantile) {
  return quantile_text(quantile,
                       [](int thousandths) { return fmt::format("{:.2f}", thousandths / kThousand); });
}

std::string combination_text(const RunRecord& run, const std::string& details) {
  std::vector<std::string> parts;
  const auto json = parse_details(run, details);  // items() refers to it
  for (const auto& [name, value] : json.items()) {
    const auto& all = all_changes();
    const auto change = std::ranges::find_if(all, [&](const Change& each) { return name == each.name; });
    const std::string unit =
        change == all.end() || *change->unit == '\0' || name == "jpeg" ? "" : change->unit;
    const std::string shown = value.is_string() ? value.get<std::string>()
                              : value.is_number_integer()
                                  ? json_text(value)
                                  : fmt::format("{:.4g}", value.is_number() ? value.get<double>() : 0);
    parts.push_back(fmt::format("{} {}{}{}", name, shown, unit.empty() ? "" : " ", unit));
  }
  return parts.empty() ? "nothing changed" : join(parts);
}

SemanticSummary summarise_semantic(const RunRecord& run, const std::vector<std::string>& attacks) {
  SemanticSummary summary;
  summary.rules = parse_semantic_rules(run.changes, run.channels);
  for (const std::string& name : attacks)
    summary.attacks.push_back(summarise_attack(run, summary.rules, name));
  return summary;
}

}  // namespace bora::report
