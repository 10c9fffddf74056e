#include "tools/attack/describe.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace bora {
namespace {

/// Rows of cells, each column as wide as its widest cell, the last as long as it likes.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) text += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += row.back() + "\n";
  }
  return text;
}

std::string sight_text(const AttackSummary& summary) {
  std::string text = "It sees ";
  switch (summary.sight) {
    case AttackSight::scores:
      text += "scores";
      break;
    case AttackSight::labels:
      text += "the predicted class alone";
      break;
    case AttackSight::gradients:
      text += "all scores and the gradient of a loss (white box)";
      break;
  }
  if (summary.leaves_ball)
    text += ", and queries images outside the ball on its way; only those inside can be successes";
  return text + ".\n";
}

std::string all_attacks() {
  std::vector<std::vector<std::string>> rows = {{"attack", "sees", "what it is"}};
  for (const auto& summary : attack_summaries())
    rows.push_back({summary.name, to_string(summary.sight), summary.text});
  return table(rows);
}

}  // namespace

std::string describe_attack(const std::string& name, const ImageShape& shape) {
  if (name == "all") return all_attacks();
  const auto settings = attack_settings(name, shape);  // refuses a name there is not
  const auto with_labels = attack_settings(name, shape, Visibility::label());
  const auto& summaries = attack_summaries();
  const auto& summary =
      *std::find_if(summaries.begin(), summaries.end(), [&](const auto& s) { return s.name == name; });

  std::vector<std::vector<std::string>> rows = {{"setting", "default", "valid", "meaning"}};
  for (const auto& setting : with_labels)
    rows.push_back({setting.key, setting.fallback, setting.valid, setting.meaning});
  std::string text = fmt::format("{}: {}\n{}\n", name, summary.text, sight_text(summary));
  if (rows.size() == 1) return text + "It has no settings.\n";
  text += fmt::format("Settings, for images of {} (--input-shape says which), typed as {}:{}={}\n\n{}",
                      to_string(shape), name, rows[1][0], rows[1][1], table(rows));
  if (with_labels.size() > settings.size())
    text +=
        "\nSettings marked 'labels only' count with --visible label: the attack then goes by how often each "
        "class\n"
        "comes up among the labels of noisy copies, each a query.\n";
  return text;
}

}  // namespace bora
