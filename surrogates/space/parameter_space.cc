#include "surrogates/space/parameter_space.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::surrogates {
namespace {

using Kind = Parameter::Kind;

bool is_name(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// Returns exp(x) or, if there is one, the number of at most 15 digits whose logarithm is x: exp(log(0.001))
// is not 0.001.
double exponential(double x) {
  const double value = std::exp(x);
  const double round = std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
  return std::log(round) == x ? round : value;
}

bool is_log(const Parameter& parameter) {
  return parameter.kind == Kind::log || parameter.kind == Kind::log_integer;
}

// Returns a bound of the coordinate of a log parameter. half: 1/2 beyond the bound of a log_integer, so that
// its least and largest values have the same share of the range as others.
double log_end(double whole, double half) {
  return std::log(whole + half);
}

void check_parameter(const Parameter& parameter) {
  const std::string& name = parameter.name;
  if (!is_name(name))
    throw InputError(
        "parameter '{}': its name may have ASCII letters, digits and underscores, no digit first",
        printable(name));
  if (is_listed(parameter)) {
    if (parameter.values.empty()) throw InputError("{}.values: 0, expected at least 1", name);
    std::set<std::string> seen;
    for (const ParameterValue& value : parameter.values)
      if (!seen.insert(to_text(value)).second)
        throw InputError("{}.values: '{}' is given twice", name, to_text(value));
    return;
  }
  if (!std::isfinite(parameter.lower) || !std::isfinite(parameter.upper) ||
      !(parameter.lower <= parameter.upper) || !std::isfinite(parameter.upper - parameter.lower))
    throw InputError("{}.bounds: [{}, {}], expected two finite numbers, the lower one first", name,
                     parameter.lower, parameter.upper);
  if (is_log(parameter) && !(parameter.lower > 0))
    throw InputError("{}.bounds: [{}, {}], expected numbers above 0 since it is searched by its logarithm",
                     name, parameter.lower, parameter.upper);
  constexpr double kMostWhole = 1e15;
  const auto whole = [](double x) { return x == std::floor(x) && std::abs(x) <= kMostWhole; };
  if (is_whole(parameter) && (!whole(parameter.lower) || !whole(parameter.upper)))
    throw InputError("{}.bounds: [{}, {}], expected whole numbers from -1e15 to 1e15", name, parameter.lower,
                     parameter.upper);
}

// Describes the valid values of a parameter.
std::string range_of(const Parameter& parameter) {
  if (!is_listed(parameter))
    return fmt::format("{} within [{}, {}]", is_whole(parameter) ? "a whole number" : "a number",
                       parameter.lower, parameter.upper);
  std::vector<std::string> texts;
  for (const ParameterValue& value : parameter.values) texts.push_back(to_text(value));
  return "one of " + join(texts);
}

// Returns the value of a frozen parameter.
ParameterValue only_value(const Parameter& parameter) {
  if (is_listed(parameter)) return parameter.values.front();
  if (is_whole(parameter)) return static_cast<std::int64_t>(parameter.lower);
  return parameter.lower;
}

// Returns the fixed coordinates of inactive numbers: the middle of their ranges, rounded for integers. A
// parameter that becomes active then begins at a value that is not extreme.
Eigen::VectorXd middle(const Eigen::VectorXd& low, const Eigen::VectorXd& high,
                       const MixedSpaceRules& rules) {
  Eigen::VectorXd middle = 0.5 * (low + high);
  for (Eigen::Index j = 0; j < middle.size(); ++j) {
    if (rules.whole[static_cast<std::size_t>(j)]) middle[j] = std::floor(middle[j]);
    if (rules.log_whole[static_cast<std::size_t>(j)])
      middle[j] = std::log(std::max(1.0, std::floor(std::exp(middle[j]))));
  }
  return middle;
}

}  // namespace

void check_parameters(const std::vector<Parameter>& parameters) {
  if (parameters.empty()) throw InputError("space: no parameters, expected at least 1");
  std::set<std::string> names;
  for (const Parameter& parameter : parameters) {
    check_parameter(parameter);
    if (!names.insert(parameter.name).second)
      throw InputError("parameter '{}' is given twice", parameter.name);
  }
}

bool is_frozen(const Parameter& parameter) {
  return is_listed(parameter) ? parameter.values.size() == 1 : parameter.lower == parameter.upper;
}

std::string to_text(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
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
      // Exact at the bounds, since exp(log x) may differ from x by rounding.
      if (coordinate <= std::log(parameter.lower)) return parameter.lower;
      if (coordinate >= std::log(parameter.upper)) return parameter.upper;
      return std::clamp(exponential(coordinate), parameter.lower, parameter.upper);
    case Kind::integer:
      return static_cast<std::int64_t>(coordinate);
    case Kind::log_integer:
      return static_cast<std::int64_t>(
          std::clamp(std::round(std::exp(coordinate)), parameter.lower, parameter.upper));
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
  if (parameter.kind == Kind::log_integer) return std::log(number);
  if (parameter.kind != Kind::log) return number;
  return std::clamp(std::log(number), std::log(parameter.lower), std::log(parameter.upper));
}

Assignment ParameterSpace::Layout::assignment(const Eigen::VectorXd& point) const {
  Assignment values;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool active = !rules.active || rules.active(i, values);
    if (!active) {
      values.emplace_back();
    } else if (column[i] >= 0) {
      values.emplace_back(value(i, point[column[i]]));
    } else {
      values.emplace_back(only_value(parameters[i]));
    }
  }
  return values;
}

// Levels, bounds and rules of a MixedSpace under construction.
struct ParameterSpace::Box {
  std::vector<int> levels;  // number of values of each category
  std::vector<double> lower, upper;
  MixedSpaceRules rules;

  Eigen::VectorXd low() const { return vector_of(lower); }
  Eigen::VectorXd high() const { return vector_of(upper); }

 private:
  static Eigen::VectorXd vector_of(const std::vector<double>& values) {
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  }
};

ParameterSpace::Box ParameterSpace::Layout::assign_columns() {
  Box box;
  column.assign(parameters.size(), -1);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == Kind::categorical && !is_frozen(parameters[i])) {
      column[i] = static_cast<int>(box.levels.size());
      box.levels.push_back(static_cast<int>(parameters[i].values.size()));
    }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (parameter.kind == Kind::categorical || is_frozen(parameter)) continue;
    column[i] = static_cast<int>(box.levels.size() + box.lower.size());
    const bool log = is_log(parameter), ordinal = parameter.kind == Kind::ordinal;
    const double half = parameter.kind == Kind::log_integer ? 0.5 : 0;
    box.lower.push_back(log ? log_end(parameter.lower, -half) : parameter.lower);
    box.upper.push_back(log ? log_end(parameter.upper, half) : parameter.upper);
    if (ordinal) {
      box.lower.back() = 0;
      box.upper.back() = static_cast<double>(parameter.values.size() - 1);
    }
    box.rules.whole.push_back(ordinal || parameter.kind == Kind::integer);
    box.rules.log_whole.push_back(parameter.kind == Kind::log_integer);
    box.rules.computed.push_back(std::ranges::count(rules.computed, i) > 0);
  }
  return box;
}

void ParameterSpace::Layout::settle(Eigen::VectorXd& point, const Eigen::VectorXd& fixed) const {
  Assignment values = assignment(point);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i] && column[i] >= 0) point[column[i]] = fixed[column[i]];
  if (rules.computed.empty()) return;
  rules.compute(values);
  for (const std::size_t i : rules.computed) {
    if (!values[i]) continue;
    // A value outside the bounds is replaced by the nearest bound, at which the equality is violated, so that
    // the point is not allowed.
    const double number = std::get<double>(*values[i]);
    const double inside =
        number >= parameters[i].lower ? std::min(number, parameters[i].upper) : parameters[i].lower;
    point[column[i]] = coordinate(i, inside);
  }
}

void ParameterSpace::Layout::add_rows(Box& box) const {
  MixedSpaceRules& to = box.rules;
  to.rows = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rules.inequalities.size()),
                                  static_cast<Eigen::Index>(box.lower.size()));
  to.limits.resize(to.rows.rows());
  for (Eigen::Index row = 0; row < to.rows.rows(); ++row) {
    const LinearInequality& inequality = rules.inequalities[static_cast<std::size_t>(row)];
    to.limits[row] = inequality.limit;
    for (const auto& [i, factor] : inequality.terms)
      if (column[i] >= 0) {
        to.rows(row, column[i] - static_cast<int>(box.levels.size())) += factor;
      } else {
        to.limits[row] -= factor * parameters[i].lower;
      }
  }
  to.rows_suffice = rules.inequalities_suffice;
}

MixedSpace ParameterSpace::make_space(std::shared_ptr<Layout> layout) {
  check_parameters(layout->parameters);
  if (std::ranges::all_of(layout->parameters, is_frozen))
    throw InputError("space: every parameter has a single value, expected one that can be searched");
  Box box = layout->assign_columns();
  const Eigen::VectorXd low = box.low(), high = box.high();
  if (layout->rules.active || !layout->rules.computed.empty()) {
    Eigen::VectorXd fixed = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(box.levels.size()) + low.size());
    fixed.tail(low.size()) = middle(low, high, box.rules);
    box.rules.settle = [layout, fixed](Eigen::VectorXd& point) { layout->settle(point, fixed); };
  }
  if (layout->rules.allows)
    box.rules.allows = [layout](const Eigen::VectorXd& point) {
      return layout->rules.allows(layout->assignment(point));
    };
  if (layout->rules.violation)
    box.rules.violation = [layout](const Eigen::VectorXd& point) {
      return layout->rules.violation(layout->assignment(point));
    };
  layout->add_rows(box);
  return {std::move(box.levels), low, high, std::move(box.rules)};
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
    before.push_back(active && is_frozen(parameter) && !assignment[i] ? only_value(parameter)
                                                                      : assignment[i]);
    if (active != before.back().has_value())
      throw InputError("{}: {}", parameter.name,
                       active ? "has no value" : "has a value, but is inactive with the values before it");
    // Inactive parameters get any valid value here; settled() replaces it.
    const bool listed = is_listed(parameter);
    const ParameterValue value = active   ? parse(i, to_text(*before.back()))
                                 : listed ? parameter.values.front()
                                          : ParameterValue(parameter.lower);
    if (layout_->column[i] >= 0) point[layout_->column[i]] = layout_->coordinate(i, value);
  }
  const Eigen::VectorXd given = point;
  point = space_.settled(std::move(point));
  if (!space_.allows(point)) throw InputError("point: does not meet the constraints");
  // Tables of values have few digits of computed parameters.
  constexpr double kRounding = 1e-4;
  for (const std::size_t i : layout_->rules.computed) {
    const int column = layout_->column[i], j = column - space_.categories();
    if (assignment[i] &&
        std::abs(given[column] - point[column]) > kRounding * (space_.upper()[j] - space_.lower()[j]))
      throw InputError("point: does not meet the constraints");
  }
  return point;
}

std::optional<Eigen::VectorXd> ParameterSpace::changed(Eigen::VectorXd point, std::size_t i,
                                                       const ParameterValue& value) const {
  if (!assignment(point)[i]) return std::nullopt;
  const bool computed = std::ranges::count(layout_->rules.computed, i) > 0;
  if (layout_->column[i] < 0 || computed) return std::nullopt;
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
  const auto number = to_number<double>(text);
  if (is_listed(parameter)) {
    for (const ParameterValue& value : parameter.values)
      if (to_text(value) == text) return value;
    // Other programs write 32 as 32.0 or 3.2e1, and true as True.
    for (const ParameterValue& value : parameter.values) {
      if (const auto* flag = std::get_if<bool>(&value);
          flag && (*flag ? text == "True" || text == "TRUE" : text == "False" || text == "FALSE"))
        return value;
      const auto* whole = std::get_if<std::int64_t>(&value);
      const auto* real = std::get_if<double>(&value);
      if (number && ((whole && static_cast<double>(*whole) == *number) || (real && *real == *number)))
        return value;
    }
    throw invalid();
  }
  if (!number || !(*number >= parameter.lower && *number <= parameter.upper)) throw invalid();
  if (!is_whole(parameter)) return *number;
  if (*number != std::floor(*number)) throw invalid();
  return static_cast<std::int64_t>(*number);
}

}  // namespace bora::surrogates
