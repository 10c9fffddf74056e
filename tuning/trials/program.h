// Passing of points to a program, and reading of its values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"

namespace re2 {
class RE2;
}

namespace bora::tuning {

/// Returns a point as a JSON object, {"lr": 0.01, "act": "relu"}, without inactive parameters.
std::string to_json(const ParameterSpace& space, const Assignment& values);

/// Command line of the user, in which {name} stands for the value of a parameter, {trial} for the number of
/// the trial, {repeat} for the number of its repeat and {folder} for the folder of its files, anywhere in a
/// word. Other braces are left as they are. If a parameter is inactive its option is left out:
/// `--slope={slope}`, `slope={slope}` and `--slope {slope}`, also inside a word that is a command for a
/// shell. Elsewhere it is an empty text.
class CommandTemplate {
 public:
  /// Throws InputError if there is no command, it names what is nearly a parameter, or names none and a
  /// parameter would hide a variable of the environment.
  CommandTemplate(std::vector<std::string> words, const ParameterSpace& space);

  /// Returns whether the command names any parameter. If none, the program reads the point from its
  /// environment (one variable a parameter) and from standard input (JSON).
  bool names_parameters() const { return names_parameters_; }
  /// Returns, if the command names some parameters, those that it does not name, which the program
  /// does not get.
  const std::vector<std::string>& unnamed() const { return unnamed_; }
  std::vector<std::string> filled(const Assignment& values, std::int64_t trial, const std::string& folder,
                                  int repeat = 1) const;
  /// Returns the point as environment variables, with BORA_TRIAL, BORA_REPEAT and BORA_FOLDER.
  std::vector<std::pair<std::string, std::string>> environment(const Assignment& values, std::int64_t trial,
                                                               const std::string& folder,
                                                               int repeat = 1) const;

 private:
  void check_braces() const;
  bool means_nothing(const std::string& word, const Assignment& values) const;
  std::string without_options(std::string text, const Assignment& values) const;
  std::vector<std::string> kept_words(const Assignment& values) const;

  std::vector<std::string> words_, names_, unnamed_;
  bool names_parameters_ = false;
};

/// Throws InputError unless `text` is a number of at most 1e150.
double parse_value(const std::string& text);

/// Reader that finds the value in the output of a program.
class ValueReader {
 public:
  /// Parses a rule on where the output has the number. "last-line": its last line that is not empty;
  /// "regex:EXPRESSION": the first group (or all) of its last match; "json:FIELD": a field of the JSON
  /// object, on one line or more, that it ends with; a.b is field b of field a. Throws InputError.
  explicit ValueReader(const std::string& rule);
  /// Returns the value in `printed`. Throws InputError, one line saying why there is none; a value that is
  /// not finite does not count.
  double read(const std::string& printed) const;

 private:
  enum class Rule { last_line, regex, json } rule_ = Rule::last_line;
  std::shared_ptr<const re2::RE2> expression_;
  std::string text_;
};

}  // namespace bora::tuning
