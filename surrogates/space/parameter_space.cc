#include "surrogates/space/parameter_space.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

using Kind = Parameter::Kind;

bool is_name(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// exp(x), but the number of few digits whose logarithm x is, if there is one: exp(log(0.001)) is not 0.001.
double exponential(double x) {
  const double value = std::exp(x);
  const double round = std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
  return std::log(round) == x ? round : value;
}

bool is_listed(const Parameter& parameter) {
  return parameter.kind == Kind::ordinal || parameter.kind == Kind::categorical;
}

void check_parameter(const Parameter& parameter) {
  const std::string& name = parameter.name;
  if (!is_name(name))
    throw InputError("parameter '{}': its name may have letters, digits and underscores, no digit first",
                     printable(name));
  if (is_listed(parameter)) {
    if (parameter.values.size() < 2)
      throw InputError("{}.values: {}, expected at least 2", name, parameter.values.size());
    std::set<std::string> seen;
    for (const ParameterValue& value : parameter.values)
      if (!seen.insert(to_text(value)).second)
        throw InputError("{}.values: '{}' stands there twice", name, to_text(value));
    return;
  }
  if (!std::isfinite(parameter.lower) || !std::isfinite(parameter.upper) ||
      !(parameter.lower < parameter.upper) || !std::isfinite(parameter.upper - parameter.lower))
    throw InputError("{}.bounds: [{}, {}], expected two finite numbers, the lower one first", name,
                     parameter.lower, parameter.upper);
  if (parameter.kind == Kind::log && !(parameter.lower > 0))
    throw InputError("{}.bounds: [{}, {}], expected numbers above 0 since it is searched by its logarithm",
                     name, parameter.lower, parameter.upper);
  constexpr double kMostWhole = 1e15;
  const auto whole = [](double x) { return x == std::floor(x) && std::abs(x) <= kMostWhole; };
  if (parameter.kind == Kind::integer && (!whole(parameter.lower) || !whole(parameter.upper)))
    throw InputError("{}.bounds: [{}, {}], expected whole numbers from -1e15 to 1e15", name, parameter.lower,
                     parameter.upper);
}

std::string range_of(const Parameter& parameter) {
  if (!is_listed(parameter))
    return fmt::format("{} within [{}, {}]", parameter.kind == Kind::integer ? "a whole number" : "a number",
                       parameter.lower, parameter.upper);
  std::vector<std::string> texts;
  for (const ParameterValue& value : parameter.values) texts.push_back(to_text(value));
  return "one of " + join(texts);
}

}  // namespace

std::string to_text(const ParameterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::to_string(*whole);
  return fmt::to_string(std::get<double>(value));
}

ParameterValue ParameterSpace::Layout::value(std::size_t i, double coordinate) const {
  const Parameter& parameter = parameters[i];
  switch (parameter.kind) {
    case Kind::real:
      return coordinate;
    case Kind::log:
      // Exactly the bounds at the ends, which exp(log x) misses by a digit.
      if (coordinate <= std::log(parameter.lower)) return parameter.lower;
      if (coordinate >= std::log(parameter.upper)) return parameter.upper;
      return std::clamp(exponential(coordinate), parameter.lower, parameter.upper);
    case Kind::integer:
      return static_cast<std::int64_t>(coordinate);
    default:
      return parameter.values[static_cast<std::size_t>(coordinate)];
  }
}

double ParameterSpace::Layout::coordinate(std::size_t i, const ParameterValue& value) const {
  const Parameter& parameter = parameters[i];
  if (is_listed(parameter)) {
    const auto found = std::find(parameter.values.begin(), parameter.values.end(), value);
    return static_cast<double>(found - parameter.values.begin());
  }
  const double number = std::holds_alternative<double>(value)
                            ? std::get<double>(value)
                            : static_cast<double>(std::get<std::int64_t>(value));
  if (parameter.kind != Kind::log) return number;
  return std::clamp(std::log(number), std::log(parameter.lower), std::log(parameter.upper));
}

Assignment ParameterSpace::Layout::assignment(const Eigen::VectorXd& point) const {
  Assignment values;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool active = !rules.active || rules.active(i, values);
    values.push_back(active ? std::optional(value(i, point[column[i]])) : std::nullopt);
  }
  return values;
}

MixedSpace ParameterSpace::make_space(std::shared_ptr<Layout> layout) {
  const auto& parameters = layout->parameters;
  if (parameters.empty()) throw InputError("space: no parameters, expected at least 1");
  std::set<std::string> names;
  for (const Parameter& parameter : parameters) {
    check_parameter(parameter);
    if (!names.insert(parameter.name).second)
      throw InputError("parameter '{}' stands there twice", parameter.name);
  }
  std::vector<int> levels;
  std::vector<double> lower, upper;
  MixedSpaceRules rules;
  layout->column.assign(parameters.size(), 0);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == Kind::categorical) {
      layout->column[i] = static_cast<int>(levels.size());
      levels.push_back(static_cast<int>(parameters[i].values.size()));
    }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (parameter.kind == Kind::categorical) continue;
    layout->column[i] = static_cast<int>(levels.size() + lower.size());
    const bool log = parameter.kind == Kind::log, ordinal = parameter.kind == Kind::ordinal;
    lower.push_back(ordinal ? 0 : log ? std::log(parameter.lower) : parameter.lower);
    upper.push_back(ordinal ? static_cast<double>(parameter.values.size() - 1)
                    : log   ? std::log(parameter.upper)
                            : parameter.upper);
    rules.whole.push_back(ordinal || parameter.kind == Kind::integer);
  }
  const auto count = static_cast<Eigen::Index>(lower.size());
  const Eigen::VectorXd low = Eigen::Map<const Eigen::VectorXd>(lower.data(), count);
  const Eigen::VectorXd high = Eigen::Map<const Eigen::VectorXd>(upper.data(), count);
  if (layout->rules.active) {
    // The first category, or the middle: a place whose neighbourhood is least unlike the others'.
    Eigen::VectorXd fixed = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(levels.size()) + count);
    fixed.tail(count) = 0.5 * (low + high);
    for (Eigen::Index j = 0; j < count; ++j)
      if (rules.whole[static_cast<std::size_t>(j)]) {
        double& place = fixed[fixed.size() - count + j];
        place = std::floor(place);
      }
    rules.settle = [layout, fixed](Eigen::VectorXd& point) {
      const Assignment values = layout->assignment(point);
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!values[i]) point[layout->column[i]] = fixed[layout->column[i]];
    };
  }
  if (layout->rules.allows)
    rules.allows = [layout](const Eigen::VectorXd& point) {
      return layout->rules.allows(layout->assignment(point));
    };
  return {std::move(levels), low, high, std::move(rules)};
}

ParameterSpace::ParameterSpace(std::vector<Parameter> parameters, ParameterRules rules)
    : layout_(std::make_shared<Layout>(Layout{std::move(parameters), std::move(rules), {}})),
      space_(make_space(layout_)) {}

Assignment ParameterSpace::assignment(const Eigen::VectorXd& point) const {
  return layout_->assignment(point);
}

Eigen::VectorXd ParameterSpace::point(const Assignment& assignment) const {
  if (assignment.size() != parameters().size())
    throw InputError("point: {} values, expected {}", assignment.size(), parameters().size());
  Eigen::VectorXd point = Eigen::VectorXd::Zero(space_.dimension());
  Assignment before;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    const Parameter& parameter = parameters()[i];
    const bool active = !layout_->rules.active || layout_->rules.active(i, before);
    before.push_back(assignment[i]);
    if (active != assignment[i].has_value())
      throw InputError("{}: {}", parameter.name,
                       active ? "has no value" : "has a value, but means nothing with the values before it");
    double& coordinate = point[layout_->column[i]];
    if (!active) {
      // settled() finds its place; until then one that is inside.
      if (!is_listed(parameter))
        coordinate = parameter.kind == Kind::log ? std::log(parameter.lower) : parameter.lower;
      continue;
    }
    coordinate = layout_->coordinate(i, parse(i, to_text(*assignment[i])));
  }
  point = space_.settled(std::move(point));
  if (!space_.allows(point)) throw InputError("point: does not meet the constraints");
  return point;
}

std::optional<Eigen::VectorXd> ParameterSpace::changed(Eigen::VectorXd point, std::size_t i,
                                                       const ParameterValue& value) const {
  if (!assignment(point)[i]) return std::nullopt;
  point[layout_->column[i]] = layout_->coordinate(i, value);
  point = space_.settled(std::move(point));
  return space_.allows(point) ? std::optional(std::move(point)) : std::nullopt;
}

ParameterValue ParameterSpace::parse(std::size_t i, const std::string& text) const {
  const Parameter& parameter = parameters()[i];
  const auto invalid = [&] {
    return InputError("{}: '{}' is not valid, expected {}", parameter.name, printable(text),
                      range_of(parameter));
  };
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_listed(parameter)) {
    for (const ParameterValue& value : parameter.values)
      if (to_text(value) == text) return value;
    // Others write 32 as 32.0 or 3.2e1.
    for (const ParameterValue& value : parameter.values) {
      const auto* whole = std::get_if<std::int64_t>(&value);
      const auto* real = std::get_if<double>(&value);
      if (is_number && ((whole && static_cast<double>(*whole) == number) || (real && *real == number)))
        return value;
    }
    throw invalid();
  }
  if (!is_number || !(number >= parameter.lower && number <= parameter.upper)) throw invalid();
  if (parameter.kind != Kind::integer) return number;
  if (number != std::floor(number)) throw invalid();
  return static_cast<std::int64_t>(number);
}

}  // namespace bora
