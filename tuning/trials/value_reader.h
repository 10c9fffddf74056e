// Parsing of the values that a program prints.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"

namespace re2 {
class RE2;
}

namespace bora::tuning {

/// Largest absolute value of a trial; its square is still finite.
constexpr double kLargestValue = 1e150;

/// Parses `text` as a number, |number| <= kLargestValue, or throws InputError.
double parse_value(const std::string& text);

/// Value that a program printed.
struct PrintedValue {
  double number = 0;
  std::string unit;  ///< unit that follows the number (leading_unit()), for the rule regex; "": none
  /// For the rule regex: sentence that says in which longer word the match begins, such as loss in val_loss;
  /// "" if it begins with a word.
  std::string note;
};

/// Returns whether the reason why a trial has no value names a thousands separator, or a comma that may be
/// one. Numbers below 1,000 have none, so such trials fail because of their value.
bool names_thousands(const std::string& reason);

/// End of the reason of a trial whose program printed its number as a text of JSON.
constexpr const char* kInQuotes = "expected a number without quotes";

/// Reader that finds the value in the output of a program.
class ValueReader {
 public:
  /// Parses a rule for where the value is in the output. "last-line": the last line that is not empty.
  /// "regex:EXPRESSION": the first group (without groups, all) of the last match; if the same text with nan
  /// or infinity comes later, this is the last match. "json:FIELD": a field of the JSON object, on one line
  /// or more, with which the output ends; a.b is field b of field a. Throws InputError.
  explicit ValueReader(const std::string& rule);
  /// Return the value in `printed`. Throw InputError, whose one line says why there is no finite number, or
  /// that an expression matches only a part of one. In reasons because of a thousands separator, as in
  /// 1,234.5, names_thousands() finds it.
  PrintedValue read_with_unit(const std::string& printed) const;
  double read(const std::string& printed) const { return read_with_unit(printed).number; }

 private:
  enum class Rule { last_line, regex, json } rule_ = Rule::last_line;
  std::shared_ptr<const re2::RE2> expression_;
  std::shared_ptr<const re2::RE2> not_finite_;  ///< `expression_` for nan and infinity; null: unknown
  std::string text_;
};

}  // namespace bora::tuning
