// How a program is told a point, and how its value is read.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "surrogates/space/parameter_space.h"

namespace bora {

/// A point as a JSON object, {"lr": 0.01, "act": "relu"}; parameters that mean nothing are left out.
std::string to_json(const ParameterSpace& space, const Assignment& values);

/// The user's command line, in which {name} stands for the value of a parameter, {trial} for the number of
/// the trial and {folder} for where its files go, wherever they stand. Other braces are left as they are. A
/// parameter that means nothing is filled in as an empty text.
class CommandTemplate {
 public:
  /// Throws InputError if there is no command.
  CommandTemplate(std::vector<std::string> words, const ParameterSpace& space);

  /// Whether any parameter stands in it. If none does, the program reads the point from its environment (one
  /// variable a parameter) and from standard input (JSON).
  bool names_parameters() const { return names_parameters_; }
  std::vector<std::string> filled(const Assignment& values, std::int64_t trial,
                                  const std::string& folder) const;
  /// The point as variables, with BORA_TRIAL and BORA_FOLDER.
  std::vector<std::pair<std::string, std::string>> environment(const Assignment& values, std::int64_t trial,
                                                               const std::string& folder) const;

 private:
  std::vector<std::string> words_, names_;
  bool names_parameters_ = false;
};

/// Where in what a program printed its value stands.
class ValueReader {
 public:
  /// "last-line": its last line that is not empty is a number; "regex:EXPRESSION": the first group (or all)
  /// of its last match is; "json:FIELD": it ends with a JSON object, on one line or more, that has the field;
  /// a.b is field b of field a. Throws InputError.
  explicit ValueReader(const std::string& rule);
  /// Throws InputError, one line saying why there is no value; a value that is not finite is none.
  double read(const std::string& printed) const;

 private:
  enum class Rule { last_line, regex, json } rule_ = Rule::last_line;
  std::regex expression_;
  std::string text_;
};

}  // namespace bora
