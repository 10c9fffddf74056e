#include "tuning/trials/value_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <re2/re2.h>

#include "common/files/byte_order_mark.h"
#include "common/json.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "tuning/space/expression.h"
#include "tuning/trials/printed_unit.h"

namespace bora::tuning {
namespace {

std::string last_line(const std::string& printed) {
  const std::string text = trimmed(printed);
  return trimmed(text.substr(text.find_last_of('\n') + 1));
}

// Prefix of a text that stands for a number that JSON cannot express.
constexpr const char* kNotFinite = "\x01";

// Replaces numbers that JSON cannot express by texts, so that the rest can be read: Python writes NaN,
// Infinity and -Infinity, other programs write numbers that are too large.
std::string with_texts_for_not_finite(const std::string& text) {
  std::string out;
  bool inside = false;  // whether `at` is between quotes
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') inside = false;  // a JSON text ends on its line
    if (inside || c == '"') {
      if (c == '"') inside = !inside;
      out += c;
      if (inside && c == '\\' && at + 1 < text.size()) out += text[++at];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                 std::string_view("+-.").find(text[end]) != std::string_view::npos))
      ++end;
    if (end == at) {
      out += c;
      continue;
    }
    const std::string word = text.substr(at, end - at);
    char* stop = nullptr;
    const double number = std::strtod(word.c_str(), &stop);
    const bool whole = stop == word.c_str() + word.size();
    out += whole && !std::isfinite(number) ? fmt::format("\"\\u0001{}\"", word) : word;
    at = end - 1;
  }
  return out;
}

// Returns the JSON object, on one line or more, with which the text ends. Throws InputError.
nlohmann::json last_object(const std::string& printed) {
  const std::string text = with_texts_for_not_finite(printed);
  // Limit on the bytes that are parsed, since each `{` may be parsed up to the end of the text.
  std::size_t left = 64 << 20;
  for (std::size_t at = text.rfind('{'); at != std::string::npos;
       at = at > 0 ? text.rfind('{', at - 1) : at - 1) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.size() > left) break;
    left -= rest.size();
    nlohmann::json object = parse_json(rest);
    if (object.is_object()) return object;
  }
  throw InputError("what it printed does not end with a JSON object that begins a line");
}

// Error for a text that is not a number, unlike a number out of range.
class NotANumber : public InputError {
 public:
  using InputError::InputError;
};

constexpr const char* kHasThousands =
    "has a thousands separator or a decimal comma, expected a number such as 1234.5";

// Returns whether `text` begins with a number that has thousands separators, such as 1,234.5 or 12'345.
bool begins_with_thousands(const std::string& text) {
  static const re2::RE2 kForm(R"(^\s*[-+]?[1-9][0-9]{0,2}(?:[,_'][0-9]{3})+(?:[^0-9,_']|$))");
  return re2::RE2::PartialMatch(text, kForm);
}

// Parses a number. Throws NotANumber; InputError if the number is out of range.
double number_printed(const std::string& text) {
  const std::string word = !text.empty() && text.front() == '+' ? text.substr(1) : text;
  double value = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  constexpr std::size_t kMost = 80;
  // Numbers too small for a double are 0.
  if (error == std::errc::result_out_of_range && std::abs(std::strtod(word.c_str(), nullptr)) < 1) {
    value = 0;
    error = std::errc();
  }
  const bool too_large = error == std::errc::result_out_of_range;
  if ((error != std::errc() && !too_large) || end != word.data() + word.size()) {
    if (begins_with_thousands(text)) throw InputError("'{}' {}", printable(text, kMost), kHasThousands);
    throw NotANumber("'{}' is not a number", printable(text, kMost));
  }
  if (too_large || !(std::abs(value) <= kLargestValue))
    throw InputError("got {}, expected a number from -1e150 to 1e150", printable(text, kMost));
  return value;
}

// Returns `expression` with nan and infinity instead of its first group; "" if it has none or begins with it.
std::string for_not_finite(const std::string& expression) {
  std::size_t begin = 0;
  int depth = 0;  // number of open parentheses since `begin`
  bool in_class = false;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    if (c == '\\') {
      ++at;
    } else if (in_class || c == '[') {
      in_class = in_class ? c != ']' : true;
    } else if (c == '(' && begin == 0) {
      const bool captures =
          expression[at + 1] != '?' || expression[at + 2] == 'P' || expression[at + 2] == '<';
      if (captures && at == 0) return "";
      if (captures) begin = at;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && begin > 0 && depth-- == 0) {
      return expression.substr(0, begin) + "([+-]?(?i:nan|inf(?:inity)?)\\b)" + expression.substr(at + 1);
    }
  }
  return "";
}

std::shared_ptr<const re2::RE2> compiled(const std::string& expression) {
  re2::RE2::Options quiet;
  quiet.set_log_errors(false);
  // Enclosed in a group, so that there is at least one group.
  return std::make_shared<const re2::RE2>("(" + expression + ")", quiet);
}

// Match of an expression in a line.
struct Match {
  std::string_view line, all, group;  // views of the line, its part that matches, and the first group in it
};

std::string_view view_of(const re2::StringPiece& piece) {
  return {piece.data(), piece.size()};
}

std::optional<Match> last_match(const re2::RE2& expression, const std::string& line) {
  // The whole match, the enclosing group, the user's first group.
  std::vector<re2::StringPiece> parts(expression.NumberOfCapturingGroups() > 1 ? 3 : 2);
  std::optional<Match> found;
  // Searches within the whole line, so that ^ and \b take the preceding text into account.
  for (std::size_t at = 0;
       at <= line.size() && expression.Match(line, at, line.size(), re2::RE2::UNANCHORED, parts.data(),
                                             static_cast<int>(parts.size()));) {
    found = Match{line, view_of(parts[0]), view_of(parts.back())};
    const auto end = static_cast<std::size_t>(parts[0].data() - line.data()) + parts[0].size();
    at = parts[0].empty() ? end + 1 : end;
  }
  return found;
}

// Returns whether a number in the line begins before its part `group`, or may: "1,001.5" and "0,50" may be
// one number or two, and "3:12" a duration.
bool begins_before(const std::string& group, const std::string& before) {
  static const re2::RE2 kBegun(
      R"((?:[0-9]|(?:^|[^A-Za-z])\.|[0-9.][eE][+-]?|(?:^|[^A-Za-z0-9_)\]])-|[0-9]:)$)"),
      kThousands(R"((?:^|[^A-Za-z0-9_.,'])[0-9]{1,3}(?:[,_'][0-9]{3})*[,_']$)"),
      kThree("[0-9]{3}(?:[^0-9].*)?"), kWholePart("(?:^|[^A-Za-z0-9_.,'])[0-9]+,$"), kDigits("[0-9]+");
  return re2::RE2::PartialMatch(before, kBegun) ||
         (re2::RE2::PartialMatch(before, kThousands) && re2::RE2::FullMatch(group, kThree)) ||
         (re2::RE2::PartialMatch(before, kWholePart) && re2::RE2::FullMatch(group, kDigits));
}

// Returns whether a number in the line goes on, or may, after its part `group`: with an exponent, digits, a
// decimal comma, groups of three digits, the minutes after hours, or a prefix of a unit such as k for 1,000.
bool ends_after(const std::string& group, const std::string& after) {
  static const re2::RE2 kAny("^(?:[eE][+-]?[0-9]|:[0-9]|[kKMGT](?:[^A-Za-z0-9]|$))"),
      kWhole("^(?:\\.?[0-9]|,[0-9]|[_'][0-9]{3}(?:[^0-9]|$))");
  return re2::RE2::PartialMatch(after, kAny) ||
         (group.find('.') == std::string::npos && re2::RE2::PartialMatch(after, kWhole));
}

// Returns whether the group holds only a part of the number in the line: 9.8 of 9.8e-05, 0.5 of -0.5, 1 of
// 1,001, or 5 of 0.25, as a greedy .* leaves it. A character before or after the group that the expression
// itself names there is not part of the number.
bool cuts_a_number(const Match& match, const std::string& expression) {
  if (match.group.empty()) return false;  // its place may be unknown, as in a|(b)
  constexpr std::size_t kFar = 64;
  const auto begin = static_cast<std::size_t>(match.group.data() - match.line.data());
  const std::string group(match.group), after(match.line.substr(begin + group.size()));
  const std::string before(match.line.substr(begin - std::min(begin, kFar), std::min(begin, kFar)));
  const bool named =
      !before.empty() && expression.find(before.back() + std::string("(")) != std::string::npos;
  const bool last = match.group.data() + group.size() == match.all.data() + match.all.size();
  return (!named && begins_before(group, before)) || (last && ends_after(group, after));
}

// Returns the note of PrintedValue. Matches that begin with their group have none, since a number after a
// letter, such as 3 in epoch3, is meant.
std::string note_on_word(const Match& match) {
  const auto begin = static_cast<std::size_t>(match.all.data() - match.line.data());
  if (match.group.empty() || match.all.data() == match.group.data() || begin == 0 ||
      !is_name_part(match.line[begin]) || !is_name_part(match.line[begin - 1]))
    return "";
  std::size_t first = begin, end = begin;
  while (first > 0 && is_name_part(match.line[first - 1])) --first;
  while (end < match.line.size() && is_name_part(match.line[end])) ++end;
  return fmt::format("'{}' begins inside the word {}; begin the expression with \\b, or with the whole word",
                     printable(std::string(match.all), 80),
                     printable(std::string(match.line.substr(first, end - first)), 80));
}

// Returns " beside a, b" with the names of the fields of an object; "" if there are none.
std::string fields_text(const nlohmann::json& object) {
  std::vector<std::string> names;
  if (object.is_object())
    for (const auto& [name, value] : object.items()) names.push_back(name);
  return names.empty() ? "" : " beside " + printable(join(names), 80);
}

}  // namespace

bool names_thousands(const std::string& reason) {
  return reason.find(kHasThousands) != std::string::npos;
}

double parse_value(const std::string& text) {
  return number_printed(trimmed(text));
}

ValueReader::ValueReader(const std::string& rule) {
  if (rule == "last-line") return;
  const auto colon = rule.find(':');
  const std::string kind = rule.substr(0, colon);
  if (colon != std::string::npos) text_ = rule.substr(colon + 1);
  if (text_.empty() || (kind != "regex" && kind != "json"))
    throw SettingError("value", "'{}' is not one of last-line, regex:EXPRESSION, json:FIELD", rule);
  rule_ = kind == "regex" ? Rule::regex : Rule::json;
  if (rule_ != Rule::regex) return;
  expression_ = compiled(text_);
  if (!expression_->ok())
    throw SettingError("value", "'{}' is not a regular expression: {}", text_,
                       printable(expression_->error()));
  const std::string not_finite = for_not_finite(text_);
  if (!not_finite.empty() && compiled(not_finite)->ok()) not_finite_ = compiled(not_finite);
}

PrintedValue ValueReader::read_with_unit(const std::string& said) const {
  const std::string printed = without_byte_order_mark(said);
  if (rule_ == Rule::regex) {
    std::optional<std::string> found;
    std::string cut;   // line in which `found` is only a part of a number
    std::string unit;  // unit behind `found`
    std::string rest;  // `found` and what follows it in its line
    std::string note;
    for (const std::string& line : split(printed, '\n')) {
      const auto number = last_match(*expression_, line);
      const auto other = not_finite_ ? last_match(*not_finite_, line) : std::nullopt;
      if (!number && !other) continue;
      const bool finite = number && !(other && other->all.data() >= number->all.data());
      const Match& match = finite ? *number : *other;
      found = std::string(match.group);
      cut = finite && cuts_a_number(match, text_) ? line : "";
      unit = match.group.empty() ? "" : leading_unit({match.group.end(), match.line.end()});
      rest = match.group.empty() ? "" : std::string(match.group.begin(), match.line.end());
      note = note_on_word(match);
    }
    if (!found) throw InputError("no line it printed matches '{}'", text_);
    const double value = number_printed(trimmed(*found));
    if (!cut.empty() && begins_with_thousands(rest))
      throw InputError("'{}' matches only '{}' in '{}', which {}", text_, *found, printable(cut, 80),
                       kHasThousands);
    if (!cut.empty())
      throw InputError(
          "'{}' matches only '{}' in '{}', where the number may be longer; if it is not, name the character beside it "
          "in the expression",
          text_, *found, printable(cut, 80));
    return {value, unit, note};
  }
  const std::string line = last_line(printed);
  if (line.empty()) throw InputError("it printed nothing");
  if (rule_ == Rule::last_line) {
    try {
      return {number_printed(line), "", ""};
    } catch (const NotANumber& error) {
      throw InputError(
          "its last line: {}, as the rule last-line expects; other rules: json:FIELD, regex:EXPRESSION",
          error.what());
    } catch (const InputError& error) {
      throw InputError("its last line: {}", error.what());
    }
  }
  const nlohmann::json object = last_object(trimmed(printed));
  const nlohmann::json* at = &object;
  for (const std::string& field : split(text_, '.')) {
    if (!at->is_object() || !at->contains(field))
      throw InputError("the JSON object it ends with has no field '{}'{}", text_, fields_text(*at));
    at = &(*at)[field];
  }
  if (at->is_string() && at->get<std::string>().starts_with(kNotFinite))
    throw InputError("field '{}' of the JSON object is {}, expected a finite number", text_,
                     printable(at->get<std::string>().substr(1)));
  if (at->is_null())
    throw InputError("field '{}' of the JSON object is null, expected a finite number", text_);
  if (at->is_string()) {
    const std::string text = at->get<std::string>();
    if (to_finite(trimmed(text)))
      throw InputError("field '{}' of the JSON object is the text '{}', {}", text_, printable(text, 80),
                       kInQuotes);
    throw InputError("field '{}' of the JSON object: '{}' {}", text_, printable(text, 80),
                     begins_with_thousands(text) ? kHasThousands : "is not a number");
  }
  if (!at->is_number()) throw InputError("field '{}' of the JSON object is not a number", text_);
  return {number_printed(at->dump()), "", ""};
}

}  // namespace bora::tuning
