#include "tuning/trials/constraint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/text.h"

namespace bora::tuning {
namespace {

constexpr double kEqual = 1e-9;

struct Operator {
  std::size_t at = 0;  // position in the text
  std::string word;
};

// Finds operators outside all brackets and quotes. words: the operators; if one is the beginning of another,
// the longer one comes first.
std::vector<Operator> operators(const std::string& text, const std::vector<std::string>& words) {
  std::vector<Operator> out;
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      const std::size_t close = text.find(c, at + 1);
      if (close == std::string::npos) break;
      at = close + 1;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    const auto word = std::ranges::find_if(
        words, [&](const std::string& one) { return depth == 0 && text.compare(at, one.size(), one) == 0; });
    if (word == words.end()) {
      ++at;
      continue;
    }
    out.push_back({at, *word});
    at += word->size();
  }
  return out;
}

// Splits the text at the operators.
std::vector<std::string> pieces(const std::string& text, const std::vector<Operator>& at) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  for (const Operator& one : at) {
    out.push_back(trimmed(text.substr(begin, one.at - begin)));
    begin = one.at + one.word.size();
  }
  out.push_back(trimmed(text.substr(begin)));
  return out;
}

// Returns the text without surrounding blanks and without brackets that enclose all of it.
std::string bare(std::string text) {
  text = trimmed(text);
  while (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    int depth = 0;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')') --depth;
      if (depth == 0) return text;
    }
    text = trimmed(text.substr(1, text.size() - 2));
  }
  return text;
}

const std::vector<std::string> kComparisons{"<=", ">=", "==", "!=", "<<", ">>", "<", ">"};

// Rewrites chains such as a <= b <= c as (a <= b) && (b <= c), also inside brackets. text: has symbols for
// `and` and `or`.
std::string unchained(const std::string& text) {
  for (const char* const joint : {"?", "||", "&&"}) {
    const auto at = operators(text, {joint});
    if (at.empty()) continue;
    if (joint[0] == '?') return text;
    std::string out;
    for (const std::string& part : pieces(text, at))
      out += (out.empty() ? "" : std::string(" ") + joint + " ") + unchained(part);
    return out;
  }
  if (const std::string inner = bare(text); inner != trimmed(text)) return "(" + unchained(inner) + ")";
  const auto at = operators(text, kComparisons);
  if (at.size() < 2 || std::ranges::any_of(at, [](const Operator& one) {
        return one.word == "==" || one.word == "!=" || one.word == "<<" || one.word == ">>";
      }))
    return text;
  const std::vector<std::string> parts = pieces(text, at);
  std::string out;
  for (std::size_t i = 0; i < at.size(); ++i)
    out += (i == 0 ? "(" : " && (") + parts[i] + " " + at[i].word + " " + parts[i + 1] + ")";
  return "(" + out + ")";
}

}  // namespace

std::optional<double> Constraint::Comparison::difference(const Assignment& values) const {
  const auto of_left = left->number(values), of_right = right->number(values);
  if (!of_left || !of_right) return std::nullopt;
  return *of_left - *of_right;
}

Constraint::Constraint(const std::string& text, const std::vector<std::string>& names,
                       const std::string& place)
    : text_(text) {
  const std::string plain = unchained(with_symbols(text, names));
  try {
    whole_ = std::make_shared<const Expression>(plain, names, place);
  } catch (const InputError&) {
    Expression(text, names, place);  // throws an error that quotes the text as written
    throw;
  }
  root_ = parsed(plain, names, place);
}

Constraint::Node Constraint::parsed(const std::string& text, const std::vector<std::string>& names,
                                    const std::string& place) const {
  const std::string inner = bare(text);
  Node node;
  if (operators(inner, {"?"}).empty()) {
    for (const auto& [joint, kind] : {std::pair{"||", Node::Kind::any}, std::pair{"&&", Node::Kind::all}}) {
      const auto at = operators(inner, {joint});
      if (at.empty()) continue;
      node.kind = kind;
      for (const std::string& part : pieces(inner, at)) node.parts.push_back(parsed(part, names, place));
      return node;
    }
    const auto at = operators(inner, kComparisons);
    const bool compares = at.size() == 1 && at[0].word != "!=" && at[0].word != "<<" && at[0].word != ">>";
    // Comparisons of texts have no difference.
    if (compares && inner.find_first_of("'\"") == std::string::npos) {
      auto sides = pieces(inner, at);
      if (at[0].word[0] == '>') std::swap(sides[0], sides[1]);
      node.kind = Node::Kind::comparison;
      node.comparison.left = std::make_shared<const Expression>(sides[0], names, place);
      node.comparison.right = std::make_shared<const Expression>(sides[1], names, place);
      node.comparison.equality = at[0].word == "==";
      node.strict = at[0].word.size() == 1;
      node.comparison.mentioned = node.comparison.left->mentioned();
      for (const std::size_t i : node.comparison.right->mentioned())
        if (std::ranges::count(node.comparison.mentioned, i) == 0) node.comparison.mentioned.push_back(i);
    }
  }
  node.truth = std::make_shared<const Expression>(inner, names, place);
  return node;
}

double Constraint::Node::violation(const Assignment& values) const {
  if (kind == Kind::all || kind == Kind::any) {
    double out = parts.front().violation(values);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const double of_part = parts[i].violation(values);
      out = kind == Kind::all ? std::max(out, of_part) : std::min(out, of_part);
    }
    return out;
  }
  if (kind == Kind::comparison) {
    const auto left = comparison.left->number(values), right = comparison.right->number(values);
    if (left && right) {
      const double difference = *left - *right;
      constexpr double kLeast = 1e-300;
      if (std::isnan(difference)) return 1;
      if (comparison.equality)
        return std::abs(difference) <= kEqual * std::max({1.0, std::abs(*left), std::abs(*right)})
                   ? 0
                   : std::abs(difference);
      if (strict && difference == 0) return kLeast;
      return std::max(0.0, difference);
    }
  }
  return truth->holds(values, true) ? 0 : 1;
}

bool Constraint::Node::has_equality() const {
  return (kind == Kind::comparison && comparison.equality) ||
         std::ranges::any_of(parts, [](const Node& part) { return part.has_equality(); });
}

void Constraint::Node::collect(std::vector<Comparison>& out, bool& all) const {
  if (kind == Kind::all) {
    for (const Node& part : parts) part.collect(out, all);
  } else if (kind == Kind::comparison) {
    out.push_back(comparison);
  } else {
    all = false;
  }
}

bool Constraint::holds(const Assignment& values) const {
  for (const std::size_t i : mentioned())
    if (!values[i]) return true;
  return root_.has_equality() ? root_.violation(values) == 0 : whole_->holds(values, true);
}

double Constraint::violation(const Assignment& values) const {
  for (const std::size_t i : mentioned())
    if (!values[i]) return 0;
  return root_.violation(values);
}

std::vector<Constraint::Comparison> Constraint::comparisons() const {
  std::vector<Comparison> out;
  bool all = true;
  root_.collect(out, all);
  return out;
}

bool Constraint::comparisons_suffice() const {
  std::vector<Comparison> out;
  bool all = true;
  root_.collect(out, all);
  return all;
}

}  // namespace bora::tuning
