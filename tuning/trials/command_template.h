// Passing of points to a program.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"

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

}  // namespace bora::tuning
