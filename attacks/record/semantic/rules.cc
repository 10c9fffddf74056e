#include "attacks/record/semantic/rules.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

// Parses one of the two numbers of an entry. Throws InputError.
double parse_bound(const std::string& text, const std::string& entry) {
  const auto value = to_number<double>(text);
  if (!value)
    throw SettingError(fmt::format("semantic {}", printable(entry)),
                       "got '{}', expected LOW:HIGH, two numbers", printable(text));
  return *value;
}

// Adds bounds on a change. Throws InputError if they are not valid or the change has some already.
void add(SemanticRules& rules, int index, double low, double high) {
  const Change& change = all_changes()[static_cast<std::size_t>(index)];
  if (std::ranges::find(rules.bounds, index, &ChangeBound::change) != rules.bounds.end())
    throw SettingError("semantic", "{} is given twice", change.name);
  if (!(low >= change.least && high <= change.most && low <= change.identity && high >= change.identity &&
        low < high))
    throw SettingError(fmt::format("semantic {}={}:{}", change.name, low, high),
                       "expected {} <= LOW <= {} <= HIGH <= {}, LOW < HIGH; {} changes nothing", change.least,
                       change.identity, change.most, change.identity);
  constexpr double kNarrowest = 1e-6;
  if (high - low < kNarrowest)
    throw SettingError(fmt::format("semantic {}={}:{}", change.name, low, high),
                       "expected bounds at least {} apart", kNarrowest);
  if (change.whole && (low != std::floor(low) || high != std::floor(high)))
    throw SettingError(fmt::format("semantic {}={}:{}", change.name, low, high), "expected whole numbers");
  rules.bounds.push_back({index, low, high});
}

// Parses rules; "auto" and the number of channels are left to parse_semantic_rules().
SemanticRules parse(const std::string& text) {
  SemanticRules rules;
  for (const std::string& entry : split(text, ',')) {
    const auto equals = entry.find('=');
    const std::string name = entry.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : entry.substr(equals + 1);
    if (entry.empty()) throw SettingError("semantic", "an empty entry in '{}'", printable(text));
    if (name == "order" && equals != std::string::npos)
      throw SettingError("semantic order", "takes no value, got '{}'", printable(value));
    if (name == "order") {
      rules.any_order = true;
      continue;
    }
    if (name == "border") {
      const auto& names = border_names();
      const auto found = std::ranges::find(names, value);
      if (found == names.end())
        throw SettingError("semantic border", "got '{}', expected {}", printable(value), join(names));
      rules.border = static_cast<Border>(found - names.begin());
      continue;
    }
    std::vector<int> changes;
    if (name == "shift")
      changes = {find_change("shift-x"), find_change("shift-y")};
    else
      changes = {find_change(name)};
    const auto colon = value.find(':');
    if (colon == std::string::npos)
      throw SettingError(fmt::format("semantic {}", printable(entry)),
                         "expected {}=LOW:HIGH, as in rotate=-30:30", name);
    const double low = parse_bound(value.substr(0, colon), entry);
    const double high = parse_bound(value.substr(colon + 1), entry);
    for (const int change : changes) add(rules, change, low, high);
  }
  if (rules.bounds.empty()) throw SettingError("semantic", "'{}' names no change", printable(text));
  return rules;
}

}  // namespace

std::string SemanticRules::text() const {
  std::vector<std::string> parts;
  for (const ChangeBound& bound : bounds)
    parts.push_back(fmt::format("{}={}:{}", all_changes()[static_cast<std::size_t>(bound.change)].name,
                                bound.low, bound.high));
  if (any_order) parts.emplace_back("order");
  parts.push_back("border=" + border_names()[static_cast<std::size_t>(border)]);
  return join(parts, ",");
}

std::string readable(const SemanticRules& rules) {
  std::vector<std::string> parts;
  bool moved = false;
  for (const ChangeBound& bound : rules.bounds) {
    const Change& change = all_changes()[static_cast<std::size_t>(bound.change)];
    moved = moved || change.group == ChangeGroup::geometry;
    const bool named = *change.unit != '\0' && std::string(change.unit) != "quality";
    parts.push_back(fmt::format("{} {} to {}{}{}", change.name, bound.low, bound.high, named ? " " : "",
                                named ? change.unit : ""));
  }
  if (rules.any_order) parts.emplace_back("in any order");
  if (moved)
    parts.emplace_back(rules.border == Border::black  ? "black where the image moved away"
                       : rules.border == Border::edge ? "its edge repeated where the image moved away"
                                                      : "mirrored where the image moved away");
  return join(parts);
}

SemanticRules parse_semantic_rules(const std::string& text, int channels) {
  if (text == "auto") return default_semantic_rules(channels);
  SemanticRules rules = parse(text);
  for (const ChangeBound& bound : rules.bounds) {
    const Change& change = all_changes()[static_cast<std::size_t>(bound.change)];
    if (change.coloured && channels != 3)
      throw SettingError(fmt::format("semantic {}", change.name),
                         "is a change of colours, but the images have {} channel{}", channels,
                         channels == 1 ? "" : "s");
  }
  return rules;
}

void check_semantic_rules(const std::string& text) {
  if (text != "auto") parse(text);
}

SemanticRules default_semantic_rules(int channels) {
  const std::string common =
      "rotate=-30:30,scale=0.8:1.2,shift=-0.1:0.1,brightness=-0.2:0.2,contrast=0.6:1.4,fog=0:0.3,blur=0:1,"
      "noise=0:0.05,jpeg=30:100";
  return parse(channels == 3 ? common + ",saturation=0.5:1.5,hue=-20:20,order" : common + ",order");
}

double share_of_bound(const ChangeBound& bound, double value) {
  const double identity = all_changes()[static_cast<std::size_t>(bound.change)].identity;
  const double step = value - identity;
  if (step == 0) return 0;
  return step < 0 ? -step / (identity - bound.low) : step / (bound.high - identity);
}

SemanticRules widened(const SemanticRules& rules, double factor) {
  SemanticRules wide = rules;
  for (ChangeBound& bound : wide.bounds) {
    const Change& change = all_changes()[static_cast<std::size_t>(bound.change)];
    bound.low = std::max(change.least, change.identity + factor * (bound.low - change.identity));
    bound.high = std::min(change.most, change.identity + factor * (bound.high - change.identity));
    if (change.whole) bound = {bound.change, std::floor(bound.low), std::ceil(bound.high)};
  }
  return wide;
}

}  // namespace bora::attacks
