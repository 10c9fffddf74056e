#include "tools/attack/protocols.h"

#include "attacks/image/factory.h"
#include "common/text.h"
#include "tools/report/published.h"

namespace bora {
namespace {

Preset of_table(const PublishedTable& table) {
  std::vector<std::string> attacks;
  for (const PublishedResult& row : table.rows) attacks.push_back(row.attack);
  Preset preset{table.protocol, table.source, table.options};
  preset.options.emplace_back("attack", join(attacks, ","));
  return preset;
}

Preset every_attack(const std::string& name, const std::string& text, AttackSight sight) {
  std::vector<std::string> attacks;
  for (const auto& attack : attack_summaries()) {
    if (attack.sight == sight) attacks.push_back(attack.name);
  }
  return {name, text, {{"attack", join(attacks, ",")}}};
}

}  // namespace

const std::vector<Preset>& protocols() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> presets;
    for (const PublishedTable& table : published_tables()) presets.push_back(of_table(table));
    presets.push_back(every_attack("rivals", "every attack that sees scores, each with its own settings",
                                   AttackSight::scores));
    presets.push_back(
        every_attack("labels", "every attack that sees the predicted class alone", AttackSight::labels));
    return presets;
  }();
  return all;
}

}  // namespace bora
