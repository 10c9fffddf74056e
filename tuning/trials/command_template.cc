#include "tuning/trials/command_template.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <re2/re2.h>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"

namespace bora::tuning {

std::string to_json(const ParameterSpace& space, const Assignment& values) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    std::visit([&](const auto& value) { object[space.parameters()[i].name] = value; }, *values[i]);
  }
  return json_text(object);
}

CommandTemplate::CommandTemplate(std::vector<std::string> words, const ParameterSpace& space)
    : words_(std::move(words)) {
  if (words_.empty() || words_.front().empty())
    throw InputError(
        "no command: expected the program to run after --, as in bo-opt ... -- ./train.sh --lr {lr}");
  for (const Parameter& parameter : space.parameters()) {
    names_.push_back(parameter.name);
    const std::string braced = "{" + parameter.name + "}";
    const bool named = std::ranges::any_of(
        words_, [&](const std::string& word) { return word.find(braced) != std::string::npos; });
    names_parameters_ |= named;
    if (!named) unnamed_.push_back(parameter.name);
  }
  check_braces();
  if (names_parameters_) return;
  unnamed_.clear();
  for (const std::string& name : names_)
    if (std::getenv(name.c_str()) != nullptr)
      throw InputError(
          "parameter '{0}': the environment has a variable of that name; let the command name it, {{{0}}}",
          name);
}

void CommandTemplate::check_braces() const {
  std::vector<std::string> known = names_;
  known.insert(known.end(), {"trial", "repeat", "folder"});
  for (const std::string& word : words_)
    for (std::size_t at = word.find('{'); at != std::string::npos; at = word.find('{', at + 1)) {
      const std::size_t close = word.find('}', at);
      if (close == std::string::npos) break;
      const std::string name = word.substr(at + 1, close - at - 1);
      if (at > 0 && word[at - 1] == '$') continue;  // a variable of a shell, or a parameter
      // {4} and {2,4} are repetitions of a regular expression.
      const bool repeats = name.find_first_not_of("0123456789,") == std::string::npos;
      const std::string nearest = repeats ? "" : nearest_name(name, known);
      if (!nearest.empty() && nearest != name)
        throw InputError("the command names '{{{}}}', which is not a parameter; did you mean '{{{}}}'?", name,
                         nearest);
    }
}

// Returns whether `word` names parameters and all of them are inactive.
bool CommandTemplate::is_inactive(const std::string& word, const Assignment& values) const {
  bool any = false;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (word.find("{" + names_[i] + "}") == std::string::npos) continue;
    if (values[i]) return false;
    any = true;
  }
  return any;
}

// Returns a shell command without the options whose parameter is inactive.
std::string CommandTemplate::without_options(std::string text, const Assignment& values) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (values[i] || text.find("{" + names_[i] + "}") == std::string::npos) continue;
    const std::string braced = "\\{" + names_[i] + "\\}";
    const re2::RE2 option("(^|\\s)--?[A-Za-z][\\w.-]*(?:=|\\s+)(?:\"" + braced + "\"|'" + braced + "'|" +
                          braced + ")($|[\\s;|&)])");
    // One option at a time, because the matches of two consecutive ones share the blank between them.
    while (re2::RE2::Replace(&text, option, "\\2")) {
    }
  }
  return text;
}

std::vector<std::string> CommandTemplate::kept_words(const Assignment& values) const {
  std::vector<std::string> out;
  bool left_out = false;  // whether the word before was left out as the value of an option
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string& word = words_[i];
    if (word.find_first_of(" \t\n") != std::string::npos) {
      out.push_back(without_options(word, values));
      left_out = false;
      continue;
    }
    if (!is_inactive(word, values)) {
      out.push_back(word);
      left_out = false;
      continue;
    }
    static const re2::RE2 kOption("--?[A-Za-z][^={}]*"),
        kAssigns("(?:-[^={}]|[A-Za-z_+~])[^={}]*=.*|--?[A-Za-z].*");
    const bool value_of_option = !out.empty() && re2::RE2::FullMatch(out.back(), kOption);
    if (re2::RE2::FullMatch(word, kAssigns)) {
      left_out = false;
    } else if (left_out) {
      // The word is a further value of an option that is left out.
    } else if (value_of_option && i > 1) {
      out.pop_back();
      left_out = true;
    } else {
      out.push_back(word);
    }
  }
  return out;
}

std::vector<std::string> CommandTemplate::filled(const Assignment& values, std::int64_t trial,
                                                 const std::string& folder, int repeat) const {
  std::vector<std::string> out;
  for (const std::string& word : kept_words(values)) {
    std::string filled;
    for (std::size_t at = 0; at < word.size(); ++at) {
      const std::size_t close = word[at] == '{' ? word.find('}', at) : std::string::npos;
      const std::string name = close == std::string::npos ? "" : word.substr(at + 1, close - at - 1);
      const auto found = std::ranges::find(names_, name);
      std::string value;
      if (found != names_.end()) {
        const auto& parameter = values[static_cast<std::size_t>(found - names_.begin())];
        if (parameter) value = to_text(*parameter);
      } else if (name == "trial") {
        value = fmt::to_string(trial);
      } else if (name == "repeat") {
        value = fmt::to_string(repeat);
      } else if (name == "folder") {
        value = folder;
      } else {
        filled += word[at];
        continue;
      }
      // ${x} in a shell's command is replaced as {x} is.
      if (at > 0 && word[at - 1] == '$') filled.pop_back();
      filled += value;
      at = close;
    }
    out.push_back(std::move(filled));
  }
  if (out.empty() || out.front().empty())
    throw InputError(
        "the command begins with '{}', which means nothing in trial {}: no program is left to run",
        words_.front(), trial);
  return out;
}

std::vector<std::pair<std::string, std::string>> CommandTemplate::environment(const Assignment& values,
                                                                              std::int64_t trial,
                                                                              const std::string& folder,
                                                                              int repeat) const {
  std::vector<std::pair<std::string, std::string>> out{{"BORA_TRIAL", fmt::to_string(trial)},
                                                       {"BORA_REPEAT", fmt::to_string(repeat)},
                                                       {"BORA_FOLDER", folder}};
  // If the command names parameters, none is set here, since one called PATH would replace that variable.
  if (!names_parameters_)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]) out.emplace_back(names_[i], to_text(*values[i]));
  return out;
}

}  // namespace bora::tuning
