#include "attacks/semantic/semantic_space.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

// Parameter of a texture other than its amplitude.
struct TextureNumber {
  const char* name;
  double low, high;  // range
  double plain;      // value if the point has no texture
};
constexpr std::array<TextureNumber, 4> kTexture{
    {{"frequency", 2, 16, 2}, {"angle", 0, 180, 0}, {"phase", 0, 360, 0}, {"tint", 0, 360, 0}}};

const Change& change_of(const ChangeBound& bound) {
  return all_changes()[static_cast<std::size_t>(bound.change)];
}

// Returns the number of steps of the decimal grid per unit: the power of 10 that gives a range of this length
// at least 200 and fewer than 2,000 steps.
double steps_per_unit(double range) {
  constexpr double kFewest = 200;
  return std::pow(10.0, std::ceil(std::log10(kFewest / range) - 1e-9));
}

// Returns the nearest value on the decimal grid of the range.
double on_grid(double value, double low, double high) {
  const double steps = steps_per_unit(high - low);
  const double rounded =
      steps >= 1 ? std::round(value * steps) / steps : std::round(value * steps) * std::round(1 / steps);
  return std::clamp(rounded, low, high);
}

// Returns the index of the bound on a change; -1 if the rules have none.
int index_of(const SemanticRules& rules, const char* name) {
  const int change = find_change(name);
  const auto found = std::ranges::find(rules.bounds, change, &ChangeBound::change);
  return found == rules.bounds.end() ? -1 : static_cast<int>(found - rules.bounds.begin());
}

}  // namespace

SemanticSpace::SemanticSpace(SemanticRules rules)
    : rules_(std::move(rules)), layout_(layout_of(rules_)), space_(space_of(rules_, layout_)) {}

SemanticSpace::Layout SemanticSpace::layout_of(const SemanticRules& rules) {
  Layout layout;
  int categories = 0;
  bool groups[3] = {};
  for (const ChangeBound& bound : rules.bounds) groups[static_cast<int>(change_of(bound).group)] = true;
  if (rules.any_order && groups[0] + groups[1] + groups[2] > 1) layout.order = categories++;
  if (index_of(rules, "noise") >= 0 || index_of(rules, "fog") >= 0) layout.pattern = categories++;
  if (index_of(rules, "texture") >= 0) {
    layout.family = categories++;
    layout.texture = categories + static_cast<int>(rules.bounds.size());
  }
  return layout;
}

MixedSpace SemanticSpace::space_of(const SemanticRules& rules, const Layout& layout) {
  std::vector<int> levels;
  if (layout.order >= 0) levels.push_back(static_cast<int>(group_orders().size()));
  if (layout.pattern >= 0) levels.push_back(kPatterns);
  if (layout.family >= 0) levels.push_back(static_cast<int>(texture_names().size()));
  const auto first = static_cast<int>(levels.size());
  const auto n = static_cast<int>(rules.bounds.size());
  const int numbers = n + (layout.texture >= 0 ? static_cast<int>(kTexture.size()) : 0);
  Eigen::VectorXd lower(numbers), upper(numbers);
  for (int i = 0; i < n; ++i) {
    lower[i] = rules.bounds[static_cast<std::size_t>(i)].low;
    upper[i] = rules.bounds[static_cast<std::size_t>(i)].high;
  }
  for (int i = n; i < numbers; ++i) {
    lower[i] = kTexture[static_cast<std::size_t>(i - n)].low;
    upper[i] = kTexture[static_cast<std::size_t>(i - n)].high;
  }
  MixedSpaceRules settled;
  settled.whole.assign(static_cast<std::size_t>(numbers), false);
  for (int i = 0; i < n; ++i)
    settled.whole[static_cast<std::size_t>(i)] = change_of(rules.bounds[static_cast<std::size_t>(i)]).whole;
  const int noise = index_of(rules, "noise"), fog = index_of(rules, "fog"),
            texture = index_of(rules, "texture");
  settled.settle = [=](Eigen::VectorXd& point) {
    for (int j = 0; j < numbers; ++j) point[first + j] = on_grid(point[first + j], lower[j], upper[j]);
    const auto changes = [&](int i) {
      return i >= 0 && point[first + i] != change_of(rules.bounds[static_cast<std::size_t>(i)]).identity;
    };
    if (layout.order >= 0) {
      bool groups[3] = {};
      for (int i = 0; i < n; ++i)
        if (changes(i))
          groups[static_cast<int>(change_of(rules.bounds[static_cast<std::size_t>(i)]).group)] = true;
      if (groups[0] + groups[1] + groups[2] < 2) point[layout.order] = 0;
    }
    if (layout.pattern >= 0 && !changes(noise) && !changes(fog)) point[layout.pattern] = 0;
    if (layout.family >= 0 && !changes(texture)) {
      point[layout.family] = 0;
      for (std::size_t k = 0; k < kTexture.size(); ++k)
        point[layout.texture + static_cast<int>(k)] = kTexture[k].plain;
    }
  };
  return {std::move(levels), lower, upper, std::move(settled)};
}

Eigen::VectorXd SemanticSpace::identity() const {
  Eigen::VectorXd point = Eigen::VectorXd::Zero(space_.dimension());
  point.tail(space_.numbers()) = space_.lower();
  for (int i = 0; i < bounds(); ++i)
    point[place(i)] = change_of(rules_.bounds[static_cast<std::size_t>(i)]).identity;
  return space_.settled(std::move(point));
}

SemanticValues SemanticSpace::values(const Eigen::VectorXd& point) const {
  SemanticValues values;
  for (const Change& change : all_changes()) values.changes.push_back(change.identity);
  for (int i = 0; i < bounds(); ++i)
    values.changes[static_cast<std::size_t>(rules_.bounds[static_cast<std::size_t>(i)].change)] =
        point[place(i)];
  if (layout_.order >= 0) values.order = static_cast<int>(point[layout_.order]);
  if (layout_.pattern >= 0) values.pattern = static_cast<int>(point[layout_.pattern]);
  if (layout_.family >= 0) {
    values.family = static_cast<int>(point[layout_.family]);
    values.frequency = point[layout_.texture];
    values.angle = point[layout_.texture + 1];
    values.phase = point[layout_.texture + 2];
    values.tint = point[layout_.texture + 3];
  }
  return values;
}

Eigen::VectorXd SemanticSpace::shares(const Eigen::VectorXd& point) const {
  Eigen::VectorXd shares(bounds());
  for (int i = 0; i < bounds(); ++i)
    shares[i] = share_of_bound(rules_.bounds[static_cast<std::size_t>(i)], point[place(i)]);
  return shares;
}

std::string SemanticSpace::violation(const Eigen::VectorXd& point) const {
  if (point.size() != space_.dimension())
    return fmt::format("the combination has {} values, expected {}", point.size(), space_.dimension());
  for (int i = 0; i < bounds(); ++i) {
    const ChangeBound& bound = rules_.bounds[static_cast<std::size_t>(i)];
    if (!(point[place(i)] >= bound.low && point[place(i)] <= bound.high))
      return fmt::format("{} is {}, expected {} to {}", change_of(bound).name, point[place(i)], bound.low,
                         bound.high);
  }
  if (point.allFinite() && space_.settled(point) != point)
    return "a value of the combination is not on its grid, or is set although it has no effect";
  try {
    space_.check(point);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string SemanticSpace::to_json(const Eigen::VectorXd& point) const {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (int i = 0; i < bounds(); ++i) {
    const Change& change = change_of(rules_.bounds[static_cast<std::size_t>(i)]);
    if (point[place(i)] != change.identity) json[change.name] = point[place(i)];
  }
  const SemanticValues at = values(point);
  if (at.order != 0) json["order"] = group_orders()[static_cast<std::size_t>(at.order)];
  if (json.contains("noise") || json.contains("fog")) json["pattern"] = at.pattern;
  if (json.contains("texture")) {
    json["texture-family"] = texture_names()[static_cast<std::size_t>(at.family)];
    for (std::size_t k = 0; k < kTexture.size(); ++k)
      json[fmt::format("texture-{}", kTexture[k].name)] = point[layout_.texture + static_cast<int>(k)];
  }
  return json_text(json);
}

Eigen::VectorXd SemanticSpace::from_json(const std::string& text, const std::string& source) const {
  const auto json = parse_json(text);
  if (!json.is_object())
    throw InputError("{}: expected an object of changes, got '{}'", source, printable(text, 60));
  Eigen::VectorXd point = identity();
  const auto category = [&](int place, const std::string& key, const std::vector<std::string>& words) {
    if (place < 0 || !json.contains(key)) return;
    const auto found =
        std::ranges::find(words, json.at(key).is_string() ? json.at(key).get<std::string>() : "");
    if (found == words.end())
      throw InputError("{}: {} is {}, expected {}", source, key, printable(json_text(json.at(key))),
                       join(words));
    point[place] = static_cast<double>(found - words.begin());
  };
  const auto number = [&](int place, const std::string& key) {
    if (!json.contains(key)) return;
    if (!json.at(key).is_number())
      throw InputError("{}: {} is {}, expected a number", source, key, printable(json_text(json.at(key))));
    point[place] = json.at(key).get<double>();
  };
  for (int i = 0; i < bounds(); ++i)
    number(place(i), change_of(rules_.bounds[static_cast<std::size_t>(i)]).name);
  category(layout_.order, "order", group_orders());
  if (layout_.pattern >= 0) number(layout_.pattern, "pattern");
  category(layout_.family, "texture-family", texture_names());
  if (layout_.texture >= 0)
    for (std::size_t k = 0; k < kTexture.size(); ++k)
      number(layout_.texture + static_cast<int>(k), fmt::format("texture-{}", kTexture[k].name));
  if (const std::string wrong = violation(point); !wrong.empty()) throw InputError("{}: {}", source, wrong);
  return point;
}

}  // namespace bora::attacks
