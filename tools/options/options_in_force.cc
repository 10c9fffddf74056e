// Part of CommandLine: queries of the options in force, and comparison with those of a stored run.
#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "common/error.h"
#include "common/text.h"
#include "tools/options/command_line.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

// Returns `value` in quotes if reading it back from a file would change it.
std::string quoted_if_needed(const std::string& value) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  const bool stays =
      !value.empty() && value.front() != '"' && !is_blank(value.front()) && !is_blank(value.back());
  return stays ? value : fmt::format("\"{}\"", value);
}

// Returns the values of an option as text: any number for an option that may be repeated, else one.
std::vector<std::string> texts(const boost::any& value) {
  if (const auto* flag = boost::any_cast<bool>(&value)) return {*flag ? "true" : "false"};
  if (const auto* whole = boost::any_cast<int>(&value)) return {fmt::to_string(*whole)};
  if (const auto* whole = boost::any_cast<std::uint64_t>(&value)) return {fmt::to_string(*whole)};
  if (const auto* number = boost::any_cast<double>(&value)) return {fmt::to_string(*number)};
  if (const auto* text = boost::any_cast<std::string>(&value)) return {*text};
  return boost::any_cast<const std::vector<std::string>&>(value);
}

// Returns whether `now` may name the moved files of `before`: `before` is an absolute path, and `now` is a
// list of as many existing files.
bool may_have_moved(const std::string& before, const std::string& now) {
  const auto is_file = [](const std::string& part) { return std::filesystem::is_regular_file(part); };
  return std::filesystem::path(before).is_absolute() &&
         std::ranges::count(before, ',') == std::ranges::count(now, ',') &&
         (is_file(now) || std::ranges::all_of(split(now, ','), is_file));
}

// Returns whether the values of an option name files or folders.
bool names_paths(const po::option_description& option) {
  if (traits_of(option).portable) return true;
  const std::string form = option.format_parameter();  // "NAME|PATH (=digits)"
  return std::ranges::any_of(split(form.substr(0, form.find(' ')), '|'), [](const std::string& word) {
    return word == "FILE" || word == "FOLDER" || word == "DIR" || word == "PATH" || word == "CSV";
  });
}

}  // namespace

bool CommandLine::given(const std::string& name) const {
  return values_.count(name) > 0 && !values_[name].defaulted();
}

bool CommandLine::changed(const std::string& name) const {
  if (!given(name)) return false;
  const auto known = all();
  boost::any fallback;
  if (!known.find(name, /*approx=*/false).semantic()->apply_default(fallback)) return true;
  return texts(values_[name].value()) != texts(fallback);
}

std::string CommandLine::changed_option_for(const std::vector<std::string>& kinds) const {
  for (const auto& section : sections_)
    for (const auto& option : section->options())
      if (std::ranges::count(kinds, traits_of(*option).only_for) > 0 && changed(option->long_name()))
        return option->long_name();
  return "";
}

// Returns the values of an option as they are stored with a run; none if it has no value or is not stored.
std::vector<std::string> CommandLine::texts_of(const std::string& name, bool portable) const {
  if (!belongs_in_config(name) || values_.count(name) == 0) return {};
  auto values = texts(values_[name].value());
  const auto known = all();
  const OptionTraits traits = traits_of(known.find(name, /*approx=*/false));
  if (portable && traits.portable)
    for (std::string& value : values) value = traits.portable(value);
  return values;
}

// Returns the options that name paths, with their values.
OptionValues CommandLine::path_options() const {
  OptionValues paths;
  for (const auto& section : sections_)
    for (const auto& option : section->options())
      if (names_paths(*option) && values_.count(option->long_name()) > 0)
        for (const std::string& value : texts(values_[option->long_name()].value()))
          paths.emplace_back(option->long_name(), value);
  return paths;
}

std::vector<StoredDifference> CommandLine::differences_from_stored(bool moved_too) const {
  std::vector<StoredDifference> differences;
  const auto known = all();
  for (const std::string& name : names()) {
    const OptionTraits traits = traits_of(known.find(name, /*approx=*/false));
    if (traits.free_on_resume || !belongs_in_config(name)) continue;
    const bool is_stored = stored_values_.count(name) > 0;
    // If the run has no value for this option, its default does not differ.
    if ((!is_stored || stored_values_[name].defaulted()) && !changed(name)) continue;
    const std::string before = is_stored ? join(texts(stored_values_[name].value())) : "";
    // A value that is typed as it is stored does not differ, even if its absolute path has changed since.
    if (is_stored && before == join(texts_of(name, false))) continue;
    const std::string now = join(texts_of(name, true));
    if (before == now || (!moved_too && traits.moves && may_have_moved(before, now))) continue;
    differences.push_back({name, before, now});
  }
  return differences;
}

void CommandLine::require_stored(const std::string& run) const {
  for (const auto& [option, before, now] : differences_from_stored())
    throw InputError("--{}: {} was made with '{}', it cannot be resumed with '{}'; leave the option out",
                     option, run, printable(before), printable(now));
}

std::string CommandLine::config(bool portable) const {
  std::string text;
  for (const auto& section : sections_) {
    std::string lines;
    for (const auto& option : section->options())
      for (const auto& value : texts_of(option->long_name(), portable))
        lines += fmt::format("{} = {}\n", option->long_name(), quoted_if_needed(value));
    if (!lines.empty()) text += (text.empty() ? "" : "\n") + lines;
  }
  return fmt::format("# {} (bora) {}\n{}", command_, BORA_VERSION, text);
}

std::string CommandLine::config() const {
  return config(false);
}

std::string CommandLine::portable_config() const {
  return config(true);
}

std::map<std::string, std::vector<std::string>> CommandLine::settings() const {
  std::map<std::string, std::vector<std::string>> all;
  for (const std::string& name : names())
    if (auto values = texts_of(name, false); !values.empty()) all[name] = std::move(values);
  return all;
}

std::map<std::string, std::string> CommandLine::values() const {
  std::map<std::string, std::string> all;
  for (const std::string& name : names()) {
    if (!belongs_in_config(name) || values_.count(name) == 0) continue;
    auto values = texts_of(name, false);
    for (std::string& value : values) value = quoted_if_needed(value);
    all[name] = join(values);
  }
  return all;
}

}  // namespace bora::tools
