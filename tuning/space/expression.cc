#include "tuning/space/expression.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <mpParser.h>
#include <re2/re2.h>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::tuning {

namespace {

// Operator ! of C, which muParserX lacks.
class Not final : public mup::IOprtInfix {
 public:
  Not() : IOprtInfix("!", mup::prINFIX) {}
  void Eval(mup::ptr_val_type& result, const mup::ptr_val_type* arguments, int /*count*/) override {
    const mup::IValue& of = *arguments[0];
    // Truth values of parameters are stored as texts.
    const std::string text = of.GetType() == 's' ? of.GetString() : "";
    if (of.GetType() != 'b' && text != "true" && text != "false")
      throw mup::ParserError("! && || and ? take what is true or false, as in !(width < 3)");
    *result = of.GetType() == 'b' ? !of.GetBool() : text == "false";
  }
  const mup::char_type* GetDesc() const override { return "!x - true where x is false"; }
  mup::IToken* Clone() const override { return new Not(*this); }
};

class Remainder final : public mup::IOprtBin {
 public:
  Remainder() : IOprtBin("%", mup::prMUL_DIV, mup::oaLEFT) {}
  void Eval(mup::ptr_val_type& result, const mup::ptr_val_type* arguments, int /*count*/) override {
    const mup::IValue &a = *arguments[0], &b = *arguments[1];
    if (!a.IsNonComplexScalar() || !b.IsNonComplexScalar())
      throw mup::ParserError("'%' stands between numbers");
    // x % 0 is NaN, for which every comparison but != is false.
    *result = std::fmod(a.GetFloat(), b.GetFloat());
  }
  const mup::char_type* GetDesc() const override { return "x % y - remainder of x / y"; }
  mup::IToken* Clone() const override { return new Remainder(*this); }
};

// Prefix of parameter names: muParserX has its own functions, constants and units, such as pi, min and m.
const std::string kPrefix = "parameter_";

// Returns whether the name in [begin, end) of `text` is used as a truth value: the name itself is an operand
// of &&, || or ?, not a part of a comparison or a sum.
bool is_condition(const std::string& text, std::size_t begin, std::size_t end) {
  const std::size_t before = begin == 0 ? std::string::npos : text.find_last_not_of(' ', begin - 1);
  const std::size_t after = text.find_first_not_of(' ', end);
  const auto pair_at = [&](std::size_t at) {
    return text.compare(at, 2, "&&") == 0 || text.compare(at, 2, "||") == 0;
  };
  const bool joined_before = before != std::string::npos && before > 0 && pair_at(before - 1);
  const bool joined_after = after != std::string::npos && (pair_at(after) || text[after] == '?');
  const bool free_before = joined_before || before == std::string::npos || text[before] == '(';
  const bool free_after = joined_after || after == std::string::npos || text[after] == ')';
  return free_before && free_after && (joined_before || joined_after);
}

// Translates `text`, which has symbols for `and` and `or`, into the language of muParserX: variables get a
// prefix, texts get double quotes, true and false become texts.
std::string translated(const std::string& text, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      const std::size_t close = text.find(c, at + 1);
      if (close == std::string::npos)
        throw mup::ParserError("the text that begins with " + text.substr(at) + " has no end");
      out += '"' + text.substr(at + 1, close - at - 1) + '"';
      at = close + 1;
    } else if (is_name_part(c)) {
      std::size_t end = at;
      while (end < text.size() && is_name_part(text[end])) ++end;
      const std::string word = text.substr(at, end - at);
      const std::size_t next = text.find_first_not_of(' ', end);
      const bool call = next != std::string::npos && text[next] == '(';
      const bool named = !call && std::find(names.begin(), names.end(), word) != names.end();
      // Truth values of parameters are stored as texts.
      const bool truth = word == "true" || word == "false";
      std::string value = truth ? '"' + word + '"' : word;
      if (named) value = kPrefix + word;
      // Applying ! twice converts such a text into true or false.
      out += (named || truth) && is_condition(text, at, end) ? "(!(!" + value + "))" : value;
      at = end;
    } else {
      out += c;
      ++at;
    }
  }
  return out;
}

// Returns the reason for which an expression with a single = is refused, which would set a parameter instead
// of comparing it; "" for others.
std::string wrong_equals(const std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      at = std::min(text.find(c, at + 1), text.size());
    } else if (c == '=') {
      if (at + 1 < text.size() && text[at + 1] == '=') {
        ++at;
      } else if (at == 0 || std::string("<>!").find(text[at - 1]) == std::string::npos) {
        return "has a single =, expected == for what is to be equal";
      }
    }
  }
  return "";
}

// Returns the reason for which an expression is refused that has an operator &&, ||, `and` or `or` without an
// operand before it, as in `a && || b`; "" for others. muParserX accepts it and then reads outside its
// memory.
std::string wrong_logical_operator(const std::string& text, const std::vector<std::string>& names) {
  const std::string bare = without_texts(text);
  static const re2::RE2 kToken(R"(\s*(&&|\|\||[0-9.]+|[A-Za-z_][A-Za-z0-9_]*|\S))", re2::RE2::Latin1);
  re2::StringPiece rest(bare);
  std::string token;
  bool operand_before = false;
  while (re2::RE2::Consume(&rest, kToken, &token)) {
    const bool word = token == "and" || token == "or";
    const bool logical = token == "&&" || token == "||" || (word && std::ranges::count(names, token) == 0);
    if (logical && !operand_before) return "cannot be understood: there is no condition before " + token;
    const char last = token.back();
    operand_before =
        !logical && (is_name_part(last) || std::string(".)]}'\"").find(last) != std::string::npos);
  }
  return "";
}

// Returns a message of the parser without prefixes, positions and a full stop, since the user has not seen
// the translated expression.
std::string readable(std::string message) {
  const std::string quoted = '"' + kPrefix;
  for (std::size_t at = 0; (at = message.find(quoted, at)) != std::string::npos; ++at)
    message.erase(at + 1, kPrefix.size());
  static const re2::RE2 kPosition(" (?:found |starting )?at position [0-9]+");
  re2::RE2::GlobalReplace(&message, kPosition, "");
  if (message.ends_with('.')) message.pop_back();
  return printable(message);
}

// Returns the first name before a parenthesis that the parser does not know, or "".
std::string unknown_function(const std::string& text, const mup::ParserX& parser) {
  static const re2::RE2 kCall("([A-Za-z_][A-Za-z0-9_]*) *\\(");
  const std::string bare = without_texts(text);
  re2::StringPiece rest(bare);
  std::string name;
  while (re2::RE2::FindAndConsume(&rest, kCall, &name))
    if (!parser.IsFunDefined(name) && !parser.IsOprtDefined(name)) return name;
  return "";
}

}  // namespace

struct Expression::State {
  // Matrices are left out: zeros(1e5, 1e5) would fill the memory.
  mup::ParserX parser{mup::pckCOMMON | mup::pckNON_COMPLEX | mup::pckSTRING | mup::pckUNIT};
  std::vector<mup::Value> values;
};

Expression::Expression(const std::string& text, const std::vector<std::string>& names,
                       const std::string& place, const std::string& example)
    : text_(text), place_(place), example_(example), state_(std::make_unique<State>()) {
  constexpr std::size_t kLongest = 2000;  // parsing recurses for each level of brackets
  if (text.size() > kLongest)
    throw InputError("{}: has {} characters, expected at most {}", place, text.size(), kLongest);
  for (const std::string& why : {wrong_equals(text), wrong_logical_operator(text, names)})
    if (!why.empty()) refuse(why);
  state_->values.assign(names.size(), mup::Value(0.0));
  const std::string plain = with_symbols(text, names);
  try {
    state_->parser.RemovePostfixOprt("!");  // the factorial, which multiplies for hours
    // It would take `andand` for two operators.
    for (const char* const word : {"and", "or"}) state_->parser.RemoveOprt(word);
    state_->parser.DefineInfixOprt(new Not);
    state_->parser.DefineOprt(new Remainder);
    for (std::size_t i = 0; i < names.size(); ++i)
      state_->parser.DefineVar(kPrefix + names[i], mup::Variable(&state_->values[i]));
    state_->parser.SetExpr(translated(plain, names));
    for (const auto& [variable, token] : state_->parser.GetExprVar()) {
      const std::string name = variable.starts_with(kPrefix) ? variable.substr(kPrefix.size()) : variable;
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end())
        refuse(fmt::format("refers to '{}', {}{}", name,
                           names.empty() ? "but no parameter is defined above this one"
                                         : "expected names among " + join(names),
                           suggestion(name, names, kInBrackets)));
      mentioned_.push_back(static_cast<std::size_t>(found - names.begin()));
    }
  } catch (const mup::ParserError& error) {
    const std::string unknown = unknown_function(plain, state_->parser);
    refuse("cannot be understood: " +
           (unknown.empty() ? readable(error.GetMsg()) : "there is no function " + unknown));
  }
}

void Expression::refuse(const std::string& why) const {
  throw InputError("{}: '{}' {}; a valid form: {}", place_, text_, why, example_);
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;

void Expression::assign(const Assignment& values) const {
  for (const std::size_t i : mentioned_) {
    mup::Value& variable = state_->values[i];
    if (const auto* whole = std::get_if<std::int64_t>(&*values[i])) {
      variable = mup::Value(static_cast<mup::float_type>(*whole));
    } else if (const auto* number = std::get_if<double>(&*values[i])) {
      variable = mup::Value(*number);
    } else {
      variable = mup::Value(to_text(*values[i]));
    }
  }
}

std::optional<double> Expression::number(const Assignment& values) const {
  try {
    assign(values);
    const mup::Value result = state_->parser.Eval();
    if (result.IsNonComplexScalar() && result.GetType() != 'b') return result.GetFloat();
  } catch (const mup::ParserError&) {
    // The expression cannot be evaluated, as for a sum of texts.
  }
  return std::nullopt;
}

bool Expression::holds(const Assignment& values, bool otherwise) const {
  for (const std::size_t i : mentioned_)
    if (!values[i]) return otherwise;
  assign(values);
  try {
    const mup::Value result = state_->parser.Eval();
    if (result.GetType() == 'b') return result.GetBool();
    if (result.GetType() == 's' && (result.GetString() == "true" || result.GetString() == "false"))
      return result.GetString() == "true";
    refuse(fmt::format("is a {}, expected what is true or false, such as a comparison",
                       result.GetType() == 's' ? "text" : "number"));
  } catch (const mup::ParserError& error) {
    refuse("cannot be evaluated: " + readable(error.GetMsg()));
  }
}

bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string with_symbols(const std::string& expression, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t at = 0, end = 0; at < expression.size(); at = end) {
    const char c = expression[at];
    end = at + 1;
    if (c == '\'' || c == '"') end = std::min(expression.find(c, end), expression.size() - 1) + 1;
    while (is_name_part(c) && end < expression.size() && is_name_part(expression[end])) ++end;
    const std::string piece = expression.substr(at, end - at);
    if ((piece != "and" && piece != "or") || std::ranges::count(names, piece) > 0)
      out += piece;
    else
      out += piece == "and" ? "&&" : "||";
  }
  return out;
}

std::vector<std::string> quoted_texts(const std::string& expression) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    if (c != '\'' && c != '"') continue;
    const std::size_t close = std::min(expression.find(c, at + 1), expression.size());
    texts.push_back(expression.substr(at + 1, close - at - 1));
    at = close;
  }
  return texts;
}

std::string without_texts(const std::string& expression) {
  std::string bare;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    bare += c;
    if (c != '\'' && c != '"') continue;
    at = std::min(expression.find(c, at + 1), expression.size());
    if (at < expression.size()) bare += c;
  }
  return bare;
}

}  // namespace bora::tuning
