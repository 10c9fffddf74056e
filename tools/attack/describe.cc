#include "tools/attack/describe.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "attacks/factory.h"
#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::tools {
namespace {

// Returns the rows as aligned columns; the last column is not padded.
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

std::vector<std::string> names_of(const std::vector<Norm>& norms) {
  std::vector<std::string> names;
  for (const Norm norm : norms) names.push_back(to_string(norm));
  return names;
}

std::string access_text(const AttackSummary& summary) {
  std::string text = "It sees ";
  switch (summary.access) {
    case AccessLevel::scores:
      text += "scores";
      break;
    case AccessLevel::labels:
      text += "the predicted class alone";
      break;
    case AccessLevel::gradients:
      text += "all scores and the gradient of a loss (white box)";
      break;
  }
  if (summary.leaves_ball)
    text += ", and also queries images outside the ball; only those inside can be successes";
  text += ".\n";
  if (summary.prior == PriorUse::optional)
    text += "It makes use of substitute models (--prior data or files).\n";
  if (summary.prior == PriorUse::required) text += "It needs substitute models (--prior data or files).\n";
  if (summary.learns) text += "It learns from earlier instances on the same model (--prior learn).\n";
  if (summary.norms.size() > 1)
    text += fmt::format("It has the norms {} (--norm).\n", join(names_of(summary.norms)));
  return text;
}

std::string all_attacks(const std::string& kind, const std::vector<AttackSummary>& summaries) {
  const bool norms = kind == "images";
  std::vector<std::vector<std::string>> rows = {{"attack on " + kind, "sees", "substitutes", "what it is"}};
  if (norms) rows.front().insert(rows.front().end() - 1, "norms");
  for (const auto& summary : summaries) {
    rows.push_back({summary.name, to_string(summary.access),
                    summary.prior == PriorUse::none ? "" : to_string(summary.prior), summary.text});
    if (norms) rows.back().insert(rows.back().end() - 1, join(names_of(summary.norms), " "));
  }
  return table(rows);
}

// Returns the description of one attack. `scope`: the images for which ranges and defaults of `settings`
// hold.
std::string describe(const AttackSummary& summary, const std::string& kind, const std::string& scope,
                     const std::vector<SettingDescription>& settings) {
  std::vector<std::vector<std::string>> rows = {{"setting", "default", "valid", "meaning"}};
  for (const auto& setting : settings)
    rows.push_back({setting.key, setting.fallback, setting.valid, setting.meaning});
  std::string text =
      fmt::format("{} (on {}): {}\n{}\n", summary.name, kind, summary.text, access_text(summary));
  if (rows.size() == 1) return text + "It has no settings.\n";
  text += fmt::format("Settings{}, typed as {}:{}={}\n\n{}", scope, summary.name, rows[1][0], rows[1][1],
                      table(rows));
  if (std::ranges::any_of(settings,
                          [](const auto& setting) { return setting.meaning.starts_with("labels only"); }))
    text +=
        "\nSettings marked 'labels only' apply with --visible label: the attack then uses the frequency of each class\n"
        "among the labels of noisy copies, and each copy is a query.\n";
  return text;
}

// Returns whether a label-only variant of the same name is run instead if only labels are visible.
bool is_replaced(const AttackSummary& summary, const std::vector<AttackSummary>& entries) {
  return summary.access != AccessLevel::labels &&
         std::ranges::count(entries, summary.name, &AttackSummary::name) > 1;
}

std::vector<AttackSummary> with_norm(std::vector<AttackSummary> entries, Norm norm) {
  std::erase_if(entries, [&](const AttackSummary& summary) {
    return std::ranges::find(summary.norms, norm) == summary.norms.end();
  });
  return entries;
}

}  // namespace

std::string describe_attack(const std::string& name, const ImageShape& shape, const Visibility& visible,
                            Norm norm) {
  std::vector<std::string> texts, names;
  for (const AttackKind& kind : attack_kinds()) {
    const std::vector<AttackSummary> all = kind.summaries();
    if (name == "all") {
      texts.push_back(all_attacks(kind.inputs, all));
      continue;
    }
    for (const AttackSummary& summary : all)
      if (std::ranges::find(names, summary.name) == names.end()) names.push_back(summary.name);
    const std::vector<AttackSummary> entries = kind.depends_on_shape ? with_norm(all, norm) : all;
    const std::string scope =
        kind.depends_on_shape ? fmt::format(", for images of {} (--input-shape says which)", to_string(shape))
                              : "";
    for (AttackSummary summary : entries) {
      const bool replaced = is_replaced(summary, entries);
      if (summary.name != name || (replaced && visible.label_only())) continue;
      if (visible.label_only() && summary.access == AccessLevel::scores) summary.access = AccessLevel::labels;
      const auto settings = kind.settings(name, shape, replaced ? Visibility() : Visibility::label(), norm);
      texts.push_back(describe(summary, kind.inputs, scope, settings));
    }
  }
  if (!texts.empty()) return join(texts, "\n");
  // An attack that does not support the norm is described for a norm that it supports.
  for (const AttackKind& kind : attack_kinds())
    for (const AttackSummary& summary : kind.summaries())
      if (summary.name == name && summary.norms.front() != norm)
        return fmt::format("With --norm {}:\n{}", to_string(summary.norms.front()),
                           describe_attack(name, shape, visible, summary.norms.front()));
  throw InputError("--describe: unknown attack '{}'{}; valid: all, {}", name,
                   suggestion(name, names, kQuotedInBrackets), join(names));
}

}  // namespace bora::tools
