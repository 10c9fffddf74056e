// Passing of points to a program, and parsing of the values that it prints.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"

namespace re2 {
class RE2;
}

namespace bora::tuning {

/// Returns an assignment as a JSON object such as {"lr": 0.01, "act": "relu"}, without inactive parameters.
std::string to_json(const ParameterSpace& space, const Assignment& values);

/// Command line of the user with placeholders. Anywhere in a word, {name} is replaced by the value of a
/// parameter, {trial} by the number of the trial, {repeat} by that of its repeat, {folder} by its folder.
/// Other braces are left as they are. If a parameter is inactive, its option is left out: `--slope={slope}`,
/// `slope={slope}` or `--slope {slope}`, also inside a word that is a command for a shell. Elsewhere an
/// inactive parameter is replaced by an empty text.
class CommandTemplate {
 public:
  /// Throws InputError if `words` is empty, if braces contain a misspelt name of a parameter, or if the
  /// command names no parameter and a variable of the environment has the name of one.
  CommandTemplate(std::vector<std::string> words, const ParameterSpace& space);

  /// Returns whether the command names any parameter. If not, the program gets the point by its environment
  /// (one variable for each parameter) and by standard input (JSON).
  bool names_parameters() const { return names_parameters_; }
  /// Returns the parameters that the program does not get, because the command names only others.
  const std::vector<std::string>& unnamed() const { return unnamed_; }
  /// Returns the words of the command for one repeat of a trial. Throws InputError if the word that names the
  /// program is left out or empty.
  std::vector<std::string> filled(const Assignment& values, std::int64_t trial, const std::string& folder,
                                  int repeat = 1) const;
  /// Returns environment variables of the program: BORA_TRIAL, BORA_REPEAT, BORA_FOLDER and, if the command
  /// names no parameter, one for each active parameter.
  std::vector<std::pair<std::string, std::string>> environment(const Assignment& values, std::int64_t trial,
                                                               const std::string& folder,
                                                               int repeat = 1) const;

 private:
  void check_braces() const;
  bool is_inactive(const std::string& word, const Assignment& values) const;
  std::string without_options(std::string text, const Assignment& values) const;
  std::vector<std::string> kept_words(const Assignment& values) const;

  std::vector<std::string> words_, names_, unnamed_;
  bool names_parameters_ = false;
};

/// Parses `text` as a number, |number| <= 1e150, or throws InputError.
double parse_value(const std::string& text);

/// Value that a program printed.
struct PrintedValue {
  double number = 0;
  std::string unit;  ///< unit that follows the number (leading_unit()), for the rule regex; "": none
  /// For the rule regex: sentence that says in which longer word the match begins, such as loss in val_loss;
  /// "" if it begins with a word.
  std::string note;
};

/// Returns whether the reason why a trial has no value names a thousands separator. Numbers below 1,000 have
/// none, so such trials fail because of their value.
bool names_thousands(const std::string& reason);

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
