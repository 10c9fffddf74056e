#include "tools/opt/expression.h"

#include <algorithm>
#include <utility>

#include <mpParser.h>

#include "common/error.h"
#include "common/text.h"

namespace bora {

struct Expression::State {
  mup::ParserX parser{mup::pckALL_NON_COMPLEX};
  std::vector<mup::Value> values;
};

Expression::Expression(const std::string& text, const std::vector<std::string>& names,
                       const std::string& place)
    : text_(text), place_(place), state_(std::make_unique<State>()) {
  state_->values.assign(names.size(), mup::Value(0.0));
  std::string quoted = text;
  std::replace(quoted.begin(), quoted.end(), '\'', '"');
  try {
    for (std::size_t i = 0; i < names.size(); ++i)
      state_->parser.DefineVar(names[i], mup::Variable(&state_->values[i]));
    state_->parser.SetExpr(quoted);
    for (const auto& [name, token] : state_->parser.GetExprVar()) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) {
        const std::string nearest = nearest_name(name, names);
        throw InputError("{}: '{}' speaks of '{}', expected {}{}", place, text, name,
                         names.empty() ? "no name" : "names among " + join(names),
                         nearest.empty() ? "" : "; did you mean " + nearest + "?");
      }
      mentioned_.push_back(static_cast<std::size_t>(found - names.begin()));
    }
  } catch (const mup::ParserError& error) {
    throw InputError("{}: '{}' cannot be understood: {}", place, text, printable(error.GetMsg()));
  }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;

bool Expression::holds(const Assignment& values, bool otherwise) const {
  for (const std::size_t i : mentioned_) {
    if (!values[i]) return otherwise;
    mup::Value& variable = state_->values[i];
    if (const auto* whole = std::get_if<std::int64_t>(&*values[i])) {
      variable = mup::Value(static_cast<mup::float_type>(*whole));
    } else if (const auto* number = std::get_if<double>(&*values[i])) {
      variable = mup::Value(*number);
    } else {
      variable = mup::Value(std::get<std::string>(*values[i]));
    }
  }
  try {
    const mup::Value result = state_->parser.Eval();
    if (result.GetType() == 'b') return result.GetBool();
    throw InputError("{}: '{}' is a {}, expected what is true or false, such as a comparison", place_, text_,
                     result.GetType() == 's' ? "text" : "number");
  } catch (const mup::ParserError& error) {
    throw InputError("{}: '{}' cannot be evaluated: {}", place_, text_, printable(error.GetMsg()));
  }
}

}  // namespace bora
