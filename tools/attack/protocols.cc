#include "tools/attack/protocols.h"

#include <algorithm>
#include <utility>

#include "attacks/factory.h"
#include "common/text.h"
#include "report/figures/published.h"

namespace bora::tools {
namespace {

Preset of_table(const PublishedTable& table) {
  std::vector<std::string> attacks;
  for (const PublishedResult& row : table.rows) {
    attacks.push_back(row.attack);
    if (!row.ours.empty()) attacks.push_back(row.ours);
  }
  Preset preset{table.protocol, table.source, {{"task", "image"}}};
  preset.options.insert(preset.options.end(), table.options.begin(), table.options.end());
  preset.options.emplace_back("attack", join(attacks, ","));
  return preset;
}

Preset every_attack(const std::string& name, const std::string& text, AccessLevel access) {
  std::vector<std::string> attacks;
  for (const auto& attack : attack_summaries<Pixels>()) {
    const bool linf = std::ranges::find(attack.norms, Norm::linf) != attack.norms.end();
    if (linf && attack.access == access && attack.prior != PriorUse::required) attacks.push_back(attack.name);
  }
  return {name, text, {{"task", "image"}, {"attack", join(attacks, ",")}}};
}

Preset of_graphs(const std::string& name, const std::string& text,
                 std::vector<std::pair<std::string, std::string>> options) {
  options.insert(
      options.begin(),
      {{"task", "graph"}, {"budget-edits", "0.03"}, {"queries-per-edit", "50"}, {"query-cap", "20000"}});
  return {name, text, std::move(options)};
}

}  // namespace

const std::vector<Preset>& protocols() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> presets;
    for (const PublishedTable& table : published_tables()) presets.push_back(of_table(table));
    presets.push_back(every_attack(
        "rivals", "every attack that sees scores and needs no substitute models, each with its own settings",
        AccessLevel::scores));
    // every_attack() leaves out bo, whose summary is that of its score-based variant.
    Preset labels = every_attack(
        "labels", "where the predicted class alone is visible: bo, and every attack that needs no more",
        AccessLevel::labels);
    labels.options.back().second.insert(0, "bo,");
    labels.options.insert(labels.options.begin() + 1, {"visible", "label"});
    presets.push_back(std::move(labels));
    presets.push_back(of_graphs("ru-6.6", "Ru 2021, table 6.6: accuracy of graph classifiers after attacks",
                                {{"attack", "grabnel,random,genetic,gradient"}}));
    presets.push_back(of_graphs("ru-6.7-hops",
                                "Ru 2021, figure 6.7: edges are added only between nodes two hops apart",
                                {{"hops", "2"}, {"attack", "grabnel,random,genetic"}}));
    presets.push_back(
        of_graphs("ru-6.7-rewire", "Ru 2021, figure 6.7: edges are rewired, to nodes two hops away",
                  {{"edit-mode", "rewire"}, {"hops", "2"}, {"attack", "grabnel,random,genetic"}}));
    return presets;
  }();
  return all;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
      {"standard",
       "white-box, score-based and label-only attacks for a robust accuracy: "
       "AutoAttack's without FAB, then bo and adba",
       {{"images", "1000"},
        {"budget", "5000"},
        {"attack",
         "apgd:restarts=1,apgd-t:restarts=1,square:p=0.8:schedule=10000,bo:budget=500,adba:budget=1000"}}}};
  return all;
}

}  // namespace bora::tools
