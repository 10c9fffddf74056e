#include "tuning/space/space_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

#include "common/error.h"
#include "common/parse_toml.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "tuning/space/dead_condition.h"
#include "tuning/space/expression.h"
#include "tuning/space/space_rules.h"

namespace bora::tuning {
namespace {

using Kind = Parameter::Kind;

class SpaceReader {
 public:
  SpaceReader(std::string place, bool stored) : place_(std::move(place)), stored_(stored) {}

  ParameterSpace read(const std::string& text) {
    const toml::table table = parse_toml(text, place_);
    read_parameters(table);
    SpaceRules rules;
    read_conditions(rules);
    read_constraints(table, rules);
    return make_space(std::move(rules));
  }

 private:
  // Reads the parameters, in the order of the file.
  void read_parameters(const toml::table& table) {
    // toml++ sorts tables by name.
    std::vector<std::pair<std::string, const toml::node*>> entries;
    for (const auto& [key, node] : table) entries.emplace_back(std::string(key.str()), &node);
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return a.second->source().begin.line < b.second->source().begin.line;
    });
    for (const auto& [name, node] : entries) {
      if (name == "constraints" && node->is_array()) continue;
      const toml::table* const fields = node->as_table();
      if (fields == nullptr)
        throw InputError("{}: expected a table for each parameter, and at most `constraints = [...]` besides",
                         at(name, *node));
      read_parameter(name, *fields);
    }
    try {
      check_parameters(parameters_);
    } catch (const InputError& error) {
      throw InputError("{}: {}", place_, error.what());
    }
    for (const Parameter& parameter : parameters_) names_.push_back(parameter.name);
  }

  // Parses the `when` of each parameter, which may use the parameters above it.
  void read_conditions(SpaceRules& rules) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      rules.when.emplace_back();
      if (whens_[i].empty()) continue;
      const std::vector<std::string> above(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(i));
      const std::string place = fmt::format("{}: {}.when", place_, names_[i]);
      try {
        rules.when.back().emplace(whens_[i], above, place);
      } catch (const InputError& error) {
        try {
          Expression(whens_[i], names_, place);
        } catch (const InputError&) {
          throw error;
        }
        throw InputError("{}: '{}' refers to a parameter that is defined below; define that one first", place,
                         whens_[i]);
      }
      check_texts(whens_[i], *rules.when.back(), place);
      if (stored_ || can_hold(parameters_, rules, i, whens_[i])) continue;
      const std::string valid = describe_values(parameters_, rules.when.back()->mentioned());
      throw InputError("{}: '{}' never holds, so that {} would never be used{}{}", place, whens_[i],
                       names_[i], valid.empty() ? "" : "; ", valid);
    }
  }

  void read_constraints(const toml::table& table, SpaceRules& rules) const {
    const toml::array* const constraints = table["constraints"].as_array();
    if (constraints == nullptr) return;
    for (const toml::node& node : *constraints) {
      const auto constraint = node.value<std::string>();
      if (!node.is_string())
        throw InputError("{}: expected texts such as \"width * depth <= 64\"", at("constraints", node));
      check_line(*constraint, at("constraints", node));
      rules.constraints.emplace_back(*constraint, names_, place_ + ": constraints");
      check_texts(*constraint, rules.constraints.back().expression(), place_ + ": constraints");
    }
  }

  // Makes the space and draws points of it, so that invalid rules are reported here.
  ParameterSpace make_space(SpaceRules rules) const {
    try {
      const std::vector<Constraint> constraints = rules.constraints;
      ParameterSpace space(parameters_, rules_of(parameters_, std::move(rules), place_));
      // The draws find conditions that are neither true nor false, and constraints that no point meets.
      Rng rng(0);
      constexpr int kProbes = 500;
      for (int i = 0; i < kProbes && !space.space().sparse(); ++i) space.space().try_sample(1, rng);
      try {
        space.space().sample(rng);
      } catch (const InputError& error) {
        std::string why = never_met(constraints);
        if (why.empty()) why = unmet(constraints, space);
        throw InputError("{}{}", error.what(), why);
      }
      return space;
    } catch (const InputError& error) {
      const std::string what = error.what();
      throw InputError("{}", what.starts_with(place_) ? what : place_ + ": " + what);
    }
  }

  // Returns words that name the first constraint that none of many points drawn without constraints meets;
  // "" if there is none. Constraints with equalities are left out, since random points never meet them.
  std::string never_met(const std::vector<Constraint>& constraints) const {
    constexpr int kDraws = 2000;
    const ParameterSpace free(parameters_);
    for (const Constraint& constraint : constraints) {
      if (std::ranges::any_of(constraint.comparisons(), &Constraint::Comparison::equality)) continue;
      Rng rng(0);
      bool met = false;
      for (int i = 0; i < kDraws && !met; ++i)
        met = constraint.holds(free.assignment(free.space().sample(rng)));
      if (!met) return fmt::format("; none of {} draws meets '{}'", kDraws, constraint.text());
    }
    return "";
  }

  // Returns words that name the first constraint that the closest point found does not meet; "" if there is
  // none.
  static std::string unmet(const std::vector<Constraint>& constraints, const ParameterSpace& space) {
    const auto closest = space.space().closest();
    if (!closest) return "";
    const Assignment values = space.assignment(*closest);
    const auto constraint =
        std::ranges::find_if(constraints, [&](const Constraint& one) { return !one.holds(values); });
    if (constraint == constraints.end()) return "";
    std::string point;
    for (const std::size_t i : constraint->mentioned())
      point += fmt::format("{}{} = {}", point.empty() ? "" : ", ", space.parameters()[i].name,
                           to_text(*values[i]));
    return fmt::format("; the closest point found has {}, which does not meet '{}'", point,
                       constraint->text());
  }

  std::string at(const std::string& name, const toml::node& node) const {
    return fmt::format("{}:{}: {}", place_, node.source().begin.line, printable(name));
  }

  static void check_line(const std::string& text, const std::string& place) {
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
      throw InputError("{}: a text has a line break or another control character", place);
  }

  static ParameterValue value_of(const toml::node& node, const std::string& place) {
    if (const auto whole = node.as_integer()) return whole->get();
    if (const auto number = node.as_floating_point()) {
      if (!std::isfinite(number->get()))
        throw InputError("{}: {} is not a finite number", place, number->get());
      return number->get();
    }
    if (const auto text = node.as_string()) {
      check_line(text->get(), place);
      // An empty cell of results.csv means an inactive parameter.
      if (text->get().empty()) throw InputError("{}: a text is empty, expected a word such as none", place);
      return text->get();
    }
    if (const auto flag = node.as_boolean()) return flag->get();
    throw InputError("{}: expected numbers, texts or true and false", place);
  }

  // Returns a number of the file. Throws InputError for an integer that a double cannot represent exactly.
  static double number_of(const toml::node& node, const std::string& place) {
    const auto* const whole = node.as_integer();
    if (whole == nullptr) return node.as_floating_point()->get();
    const auto number = static_cast<double>(whole->get());
    constexpr double kExact = 9007199254740992;  // 2^53
    if (!(std::abs(number) <= kExact))
      throw InputError("{}: {} is beyond 2^53; write it with a point, as in 1e18", place, whole->get());
    return number;
  }

  // Throws InputError if the expression compares a parameter with a text or number that it cannot have.
  void check_texts(const std::string& text, const Expression& expression, const std::string& place) const {
    std::vector<std::string> possible;
    const auto is_text = [](const ParameterValue& value) {
      return std::holds_alternative<std::string>(value) || std::holds_alternative<bool>(value);
    };
    bool numbers = false;
    for (const std::size_t i : expression.mentioned()) {
      const Parameter& parameter = parameters_[i];
      numbers |= parameter.values.empty() || !std::ranges::all_of(parameter.values, is_text);
      for (const ParameterValue& value : parameter.values)
        if (is_text(value)) possible.push_back(to_text(value));
      if (parameter.values.empty() || !std::ranges::all_of(parameter.values, is_text)) continue;
      if (const std::string number = number_beside(text, parameter.name); !number.empty())
        throw InputError("{}: '{}' compares {} with the number {}, but its values are {}", place, text,
                         parameter.name, number, join(texts_of(parameter.values)));
    }
    for (const std::string& word : quoted_texts(text)) {
      if (std::ranges::find(possible, word) != possible.end()) continue;
      throw InputError("{}: '{}' refers to the text '{}', which is not a value of a parameter in it{}{}",
                       place, text, word, suggestion(word, possible, "; did you mean '{}'?"),
                       numbers && possible.empty() ? "; numbers are written without quotes" : "");
    }
  }

  // Returns the values as they are written in a condition.
  static std::vector<std::string> texts_of(const std::vector<ParameterValue>& values) {
    std::vector<std::string> out;
    for (const ParameterValue& value : values)
      out.push_back(std::holds_alternative<bool>(value) ? to_text(value) : "'" + to_text(value) + "'");
    return out;
  }

  // Returns the number that `name` is compared with by == or !=; "" if there is none.
  static std::string number_beside(const std::string& text, const std::string& name) {
    static const std::string kNumber = R"([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)";
    if (!std::ranges::all_of(name, is_name_part)) return "";
    const std::string bare = without_texts(text);
    std::string number;
    // RE2, since std::regex recurses for each character of a long text.
    if (re2::RE2::PartialMatch(bare, "\\b" + name + "\\s*[=!]=\\s*(" + kNumber + ")(?:[^\\w.]|$)", &number) ||
        re2::RE2::PartialMatch(bare, "(?:^|[(&|?:!])\\s*(" + kNumber + ")\\s*[=!]=\\s*" + name + "\\b",
                               &number))
      return number;
    return "";
  }

  void read_parameter(const std::string& name, const toml::table& fields) {
    static const std::vector<std::string> kFields{"type", "bounds", "values", "when"};
    for (const auto& [key, node] : fields) {
      const std::string field(key.str());
      if (std::ranges::find(kFields, field) != kFields.end()) continue;
      throw InputError("{}: is not a field, expected one of {}{}", at(name + "." + field, node),
                       join(kFields), suggestion(field, kFields));
    }
    Parameter parameter;
    parameter.name = name;
    parameter.kind = read_kind(name, fields);
    read_values(fields, parameter);
    whens_.push_back(read_condition(name, fields));
    parameters_.push_back(std::move(parameter));
  }

  Kind read_kind(const std::string& name, const toml::table& fields) const {
    const toml::node* const type = fields.get("type");
    if (type == nullptr)
      throw InputError("{}: has no type, expected one of {}", at(name, fields), join(kinds()));
    const auto kind = std::ranges::find(kinds(), type->value_or(std::string()));
    if (kind != kinds().end()) return static_cast<Kind>(kind - kinds().begin());
    const std::string said = type->value_or(std::string("?"));
    throw InputError("{}: '{}' is not one of {}{}", at(name + ".type", *type), printable(said), join(kinds()),
                     suggestion(said, kinds()));
  }

  // Reads the values of a parameter, or its bounds, whichever its kind has.
  void read_values(const toml::table& fields, Parameter& parameter) const {
    const std::string& name = parameter.name;
    const bool listed = parameter.kind == Kind::ordinal || parameter.kind == Kind::categorical;
    const char* const wanted = listed ? "values" : "bounds";
    const char* const other = listed ? "bounds" : "values";
    if (const toml::node* const wrong = fields.get(other))
      throw InputError("{}: a parameter of type {} has {} instead", at(name + "." + other, *wrong),
                       kinds()[static_cast<std::size_t>(parameter.kind)], wanted);
    const toml::node* const node = fields.get(wanted);
    const toml::array* const array = node != nullptr ? node->as_array() : nullptr;
    if (array == nullptr)
      throw InputError("{}: expected {} = {}", at(name + "." + wanted, node != nullptr ? *node : fields),
                       wanted, listed ? "[first, second, ...]" : "[lower, upper]");
    if (listed) {
      for (const toml::node& item : *array)
        parameter.values.push_back(value_of(item, at(name + ".values", item)));
      return;
    }
    if (array->size() != 2 || !(*array)[0].is_number() || !(*array)[1].is_number())
      throw InputError("{}: expected two numbers, [lower, upper]", at(name + ".bounds", *array));
    parameter.lower = number_of((*array)[0], at(name + ".bounds", *array));
    parameter.upper = number_of((*array)[1], at(name + ".bounds", *array));
  }

  // Returns the condition under which a parameter is active; "" if it always is.
  std::string read_condition(const std::string& name, const toml::table& fields) const {
    const toml::node* const condition = fields.get("when");
    if (condition == nullptr) return "";
    if (!condition->is_string())
      throw InputError("{}: expected a text such as \"act == 'relu'\"", at(name + ".when", *condition));
    std::string when = condition->value_or(std::string());
    check_line(when, at(name + ".when", *condition));
    return when;
  }

  // Returns the names of the kinds, in their order.
  static const std::vector<std::string>& kinds() {
    static const std::vector<std::string> names{"real",        "log",     "integer",
                                                "log-integer", "ordinal", "categorical"};
    return names;
  }

  std::string place_;
  bool stored_;
  std::vector<Parameter> parameters_;
  std::vector<std::string> whens_, names_;
};

}  // namespace

ParameterSpace parse_space(const std::string& toml, const std::string& place, bool stored) {
  return SpaceReader(place, stored).read(toml);
}

}  // namespace bora::tuning
