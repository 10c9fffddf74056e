#include "tools/options/command_line.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>
#include <typeinfo>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>

#include "common/error.h"
#include "common/files/config_file.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "tools/options/nearest_option.h"
#include "tools/options/reference_page.h"
#include "tools/processor/needed_features.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

// Returns the end of an error that suggests `nearest`, a name without its `dashes`; "" if `nearest` is "".
std::string suggestion(const std::string& nearest, const std::string& dashes = "") {
  return nearest.empty() ? "" : fmt::format("; did you mean {}{}?", dashes, nearest);
}

// Returns the present name of the option that `spelling` names, which may be a former name; if there is no
// such option, returns `spelling`.
std::string present_name(const po::options_description& known, const std::string& spelling) {
  const auto* const option = known.find_nothrow(spelling, /*approx=*/false);
  return option == nullptr ? spelling : option->long_name();
}

const std::type_info& type_of(const po::option_description& option) {
  const auto* typed = dynamic_cast<const po::typed_value_base*>(option.semantic().get());
  return typed != nullptr ? typed->value_type() : typeid(void);
}

std::string expectation(const std::type_info& type) {
  if (type == typeid(bool)) return "true or false";
  if (type == typeid(int)) return "a whole number";
  if (type == typeid(std::uint64_t)) return "a whole number of at least 0";
  if (type == typeid(double)) return "a number";
  return "another value";
}

// Returns whether `value` is negative but the option is unsigned: Boost would convert "-1" to 2^64 - 1.
bool is_negative_unsigned(const po::option_description& option, const std::string& value) {
  return type_of(option) == typeid(std::uint64_t) && trimmed(value).rfind('-', 0) == 0;
}

// Returns the error for a value that the option's type cannot represent: text of another form, or a whole
// number outside its range.
InputError invalid_value(const std::string& place, const std::string& value,
                         const po::option_description& option) {
  const std::type_info& type = type_of(option);
  const bool wide = type == typeid(std::uint64_t), negative = value.starts_with('-');
  if ((type != typeid(int) && !wide) || (wide && negative) || !is_whole_number(value))
    return InputError("{}: '{}' is not valid, expected {}", place, value, expectation(type));
  auto [least, most] = std::pair(traits_of(option).least, traits_of(option).most);
  if (wide) least = "0";
  if (most.empty())
    most = wide ? fmt::to_string(std::numeric_limits<std::uint64_t>::max())
                : fmt::to_string(std::numeric_limits<int>::max());
  std::string range = fmt::format("from {} to {}", least, most);
  if (least.empty())
    range = negative ? fmt::format("of at least {}", std::numeric_limits<int>::min()) : "of at most " + most;
  return InputError("{}: {} is too {}, expected a whole number {}", place, value,
                    negative ? "small" : "large", range);
}

// Returns the text that `--protocol list` and the like print.
std::string list_of(const std::vector<Preset>& presets) {
  std::string text;
  for (const Preset& preset : presets) {
    text += fmt::format("{}\n  {}\n", preset.name, preset.text);
    for (const auto& [name, value] : preset.options) text += fmt::format("    --{} {}\n", name, value);
    text += '\n';
  }
  return text + "Options typed beside the name, or in a configuration file, take precedence.\n";
}

// Stores one option in `parsed`. Throws InputError that begins with `place` ("--epochs", "run.ini:3:
// epochs").
void store_option(const po::option& option, const po::options_description& known, const std::string& place,
                  po::parsed_options& parsed) {
  const auto& description = known.find(option.string_key, /*approx=*/false);
  for (const auto& value : option.value) {
    if (value.find_first_of("\n\r") != std::string::npos)
      throw InputError("{}: '{}' has a line break, expected one line, which can be stored with a run", place,
                       printable(value));
    if (is_negative_unsigned(description, value)) throw invalid_value(place, value, description);
    boost::any converted;
    try {
      // The value is parsed as bytes, since Boost's conversion of UTF-8 fails in the C locale.
      description.semantic()->parse(converted, {value}, /*utf8=*/false);
    } catch (const po::error&) {
      throw invalid_value(place, value, description);
    }
  }
  const bool repeatable = type_of(description) == typeid(std::vector<std::string>);
  for (const auto& other : parsed.options)
    if (!repeatable && other.string_key == option.string_key) throw InputError("{} is given twice", place);
  parsed.options.push_back(option);
}

// Throws InputError if the value of `option` is the name of another option, as in "--eps --out o".
void refuse_missing_value(const po::option& option, const po::options_description& known) {
  if (option.original_tokens.size() < 2) return;  // --eps=--out is accepted
  const std::string& value = option.original_tokens[1];
  const std::string name = value.substr(0, value.find('='));
  if (name.starts_with("--") && known.find_nothrow(name.substr(2), /*approx=*/false) != nullptr)
    throw InputError("--{}: its value is missing, {} follows", option.string_key, name);
}

}  // namespace

CommandLine::CommandLine(std::string command, std::string summary, std::string examples)
    : command_(std::move(command)), summary_(std::move(summary)), examples_(std::move(examples)) {}

po::options_description& CommandLine::section(const std::string& heading) {
  constexpr unsigned kWidth = 110;
  constexpr unsigned kDescriptionWidth = 72;
  sections_.push_back(std::make_shared<po::options_description>(heading, kWidth, kDescriptionWidth));
  return *sections_.back();
}

po::options_description CommandLine::all() const {
  po::options_description all;
  for (const auto& section : sections_) all.add(*section);
  return all;
}

std::vector<std::string> CommandLine::names() const {
  std::vector<std::string> names;
  for (const auto& section : sections_)
    for (const auto& option : section->options()) names.push_back(option->long_name());
  return names;
}

bool CommandLine::belongs_in_config(const std::string& name) const {
  return name != "help" && name != "help-markdown" && name != "version" && name != "config" &&
         !traits_of(all().find(name, /*approx=*/false)).one_call;
}

void CommandLine::read_command_line(int argc, const char* const* argv) {
  const auto known = all();
  po::parsed_options raw(&known);
  try {
    raw = po::command_line_parser(argc, argv)
              .options(known)
              .style(po::command_line_style::unix_style & ~po::command_line_style::allow_guessing)
              .allow_unregistered()
              .run();
  } catch (const po::error& error) {
    throw InputError("{}", error.what());
  }
  po::parsed_options parsed(&known);
  for (const auto& option : raw.options) {
    if (option.unregistered) {
      const std::string token = option.original_tokens.front();
      const std::string written = token.substr(0, token.find('='));
      throw InputError("unknown option {}{}", written, suggestion(nearest_option(written, names()), "--"));
    }
    if (option.string_key.empty())
      throw InputError("unexpected argument '{}'; options start with --", option.original_tokens.front());
    refuse_missing_value(option, known);
    store_option(option, known, "--" + option.string_key, parsed);
  }
  po::store(parsed, values_);
}

void CommandLine::read_config(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    throw InputError("--config: {} is a directory, expected an INI file", file.string());
  std::ifstream in(file);
  if (!in) throw InputError("--config: {} cannot be opened for reading", file.string());
  const auto known = all();
  po::store(parsed_config(in, file.string(), known), values_);
}

void CommandLine::find_stored(FindStored find) {
  find_stored_ = std::move(find);
}

void CommandLine::add_file_format(const std::string& option,
                                  std::function<Settings(const std::string&)> read) {
  format_option_ = option;
  read_format_ = std::move(read);
}

void CommandLine::read_settings(const Settings& settings) {
  const auto known = all();
  po::parsed_options parsed(&known);
  for (const auto& [spelling, value] : settings) {
    const std::string name = present_name(known, spelling);
    if (known.find_nothrow(name, /*approx=*/false) == nullptr)
      throw InputError("unknown option --{}{}", name, suggestion(nearest_option(name, names()), "--"));
    store_option({name, {value}}, known, "--" + name, parsed);
  }
  po::store(parsed, values_);
}

po::parsed_options CommandLine::parsed_config(std::istream& in, const std::string& name,
                                              const po::options_description& known) const {
  po::parsed_options parsed(&known);
  for (const auto& [number, text, spelling, value] : read_config_lines(in)) {
    const std::string place = fmt::format("{}:{}", name, number);
    if (spelling.empty()) throw InputError("{}: '{}' is not of the form name = value", place, text);
    po::option option;
    option.string_key = present_name(known, spelling);
    option.value = {value};
    if (known.find_nothrow(option.string_key, /*approx=*/false) == nullptr)
      throw InputError("{}: unknown option '{}'{}", place, option.string_key,
                       suggestion(nearest_option(option.string_key, names())));
    if (!belongs_in_config(option.string_key))
      throw InputError("{}: '{}' belongs on the command line", place, option.string_key);
    store_option(option, known, place + ": " + option.string_key, parsed);
  }
  return parsed;
}

void CommandLine::add_presets(const std::string& option, std::vector<Preset> presets,
                              std::vector<std::string> exclude_each_other) {
  preset_options_.push_back({option, std::move(presets), std::move(exclude_each_other)});
}

const Preset* CommandLine::chosen_preset(const PresetOption& option) const {
  const std::string name = values_[option.name].as<std::string>();
  if (name.empty()) return nullptr;
  check_name(name, "--" + option.name, names_of(option.presets));
  return &*std::ranges::find(option.presets, name, &Preset::name);
}

void CommandLine::read_preset(const PresetOption& chosen, const Preset& preset) {
  const auto excluded = [&](const std::string& name) {
    const auto& names = chosen.exclude_each_other;
    return std::find(names.begin(), names.end(), name) != names.end() &&
           std::any_of(names.begin(), names.end(), [&](const auto& other) { return given(other); });
  };
  const auto known = all();
  po::parsed_options parsed(&known);
  for (const auto& [name, value] : preset.options) {
    if (excluded(name)) continue;
    store_option({name, {value}}, known, fmt::format("--{} {}: {}", chosen.name, preset.name, name), parsed);
  }
  po::store(parsed, values_);
}

void CommandLine::add_general_options() {
  section("General").add_options()                                                                 //
      ("config", po::value<std::string>()->value_name("FILE"), "read options from this INI file")  //
      ("help,h", po::bool_switch(), "show this text")                                              //
      ("help-markdown", po::bool_switch(), "show this text as Markdown, a page of the reference")  //
      ("version", po::bool_switch(), "show the version");
}

bool CommandLine::parse(int argc, const char* const* argv, std::ostream& out) {
  add_general_options();
  read_command_line(argc, argv);
  if (values_["help"].as<bool>()) {
    out << help();
    return false;
  }
  if (values_["help-markdown"].as<bool>()) {
    HelpText text{.command = command_, .summary = summary_, .before = "", .sections = {}, .after = examples_};
    for (const auto& section : sections_) text.sections.push_back(section.get());
    out << reference_page(text);
    return false;
  }
  if (values_["version"].as<bool>()) {
    out << command_ << " (bora) " << BORA_VERSION << ", " << bora_processor_flags << '\n';
    return false;
  }
  for (const PresetOption& option : preset_options_)
    if (values_[option.name].as<std::string>() == "list") {
      out << list_of(option.presets);
      return false;
    }
  store_path_options(path_options());
  read_files();
  store_path_options(path_options());
  assign();
  return true;
}

bool CommandLine::parse(int argc, const char* const* argv) {
  return parse(argc, argv, std::cout);
}

void CommandLine::parse(const Settings& settings) {
  add_general_options();
  const auto known = all();
  for (const auto& [name, value] : settings) {
    const auto* const option = known.find_nothrow(name, /*approx=*/false);
    if (option != nullptr && type_of(*option) == typeid(bool) && value != "yes" && value != "no")
      throw InputError("--{}: got '{}', expected yes or no", name, printable(value));
  }
  read_settings(settings);
  read_files();
  assign();
}

// Reads what sets options besides the command line. The first value stored wins: that of the command line,
// then of the file of add_file_format(), of --config, of the stored run, and of presets.
void CommandLine::read_files() {
  if (!format_option_.empty() && given(format_option_)) {
    const auto file = values_[format_option_].as<std::string>();
    Settings settings = read_format_(file);
    const auto known = all();
    for (auto& [name, value] : settings) name = present_name(known, name);
    std::erase_if(settings, [this](const auto& setting) { return given(setting.first); });
    for (const auto& [name, value] : settings) of_format_.insert(name);
    try {
      read_settings(settings);
    } catch (const InputError& error) {
      throw InputError("{}: {}", file, error.what());
    }
  }
  if (values_.count("config") > 0) read_config(values_["config"].as<std::string>());
  if (find_stored_) {
    const std::string folder = values_.count("out") > 0 ? values_["out"].as<std::string>() : "";
    if (auto found = find_stored_(folder, values_["resume"].as<bool>())) stored_ = std::move(*found);
  }
  if (!stored_.text.empty()) {
    std::istringstream in(stored_.text);
    const auto known = all();
    auto parsed = parsed_config(in, stored_.name, known);
    po::store(parsed, stored_values_);
    // A typed option that may be repeated, such as --header, replaces the stored values instead of adding to
    // them.
    std::erase_if(parsed.options, [this](const po::option& option) { return given(option.string_key); });
    po::store(parsed, values_);
  }
  for (const PresetOption& option : preset_options_)
    if (const Preset* preset = chosen_preset(option)) read_preset(option, *preset);
}

// Fills the bound variables.
void CommandLine::assign() const {
  for (const auto& section : sections_)
    for (const auto& option : section->options()) {
      const std::string& name = option->long_name();
      if (values_.count(name) == 0) {
        if (!option->semantic()->is_required()) continue;
        throw InputError("--{} is required; {} --help shows all options", name, command_);
      }
      const boost::any& value = values_[name].value();
      if (const TraitedOption* const setting = traited(*option))
        setting->assign(value, "--" + name);
      else
        option->semantic()->notify(value);
    }
}

std::string CommandLine::origin(const std::string& name) const {
  return (of_format_.contains(name) ? values_[format_option_].as<std::string>() + ": " : "") + "--" + name;
}

std::string CommandLine::help() const {
  std::ostringstream text;
  text << command_ << ": " << summary_ << "\n\n";
  for (const auto& section : sections_) text << *section << '\n';
  text << examples_ << '\n';
  return text.str();
}

}  // namespace bora::tools
