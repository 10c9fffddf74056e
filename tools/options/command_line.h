// Parser of a command's options, which reads command lines and INI files and writes INI files.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>

#include "common/layers.h"
#include "tools/options/option_of_value.h"
#include "tools/options/setting.h"

namespace bora::tools {

/// Name that stands for several options with their values.
struct Preset {
  std::string name;
  std::string text;                                          ///< one line that describes it
  std::vector<std::pair<std::string, std::string>> options;  ///< option -> value
};

/// Values of options by name, in order.
using Settings = OptionValues;

/// Settings that a run stored, as CommandLine::config() prints them.
struct StoredSettings {
  std::string text;
  std::string name;  ///< name of the file, which errors mention
};

/// Option that differs from its stored value.
struct StoredDifference {
  std::string option, before, now;
};

/// Parser of options that are declared with Boost.Program_options and bound to variables of the caller:
///
///     TrainingOptions training;
///     CommandLine line("bo-train", "trains a classifier", "Examples:\n  bo-train --data digits ...");
///     line.section("Training").add_options()
///         ("epochs", value_of(training.epochs), "passes over the data");
///     if (!line.parse(argc, argv)) return 0;
///
/// Every option can be set in the file that --config names, as `epochs = 20`, one per line. `#` or `;` at the
/// start of a line begins a comment; a value in double quotes keeps its outer blanks. The command line takes
/// precedence. Option names cannot be abbreviated; the error for an unknown name suggests the nearest known
/// one.
///
/// An option that was renamed is declared with its present name and then the former ones ("range,stretch").
/// Former names are accepted wherever the present name is; all output has the present name.
///
/// Options declared with the functions of tools/options/setting.h are parsed into typed variables and have
/// traits: paths, options that are not stored, options that may change when a run is resumed.
///
/// Values may be of type bool (po::bool_switch), int, std::uint64_t, double, std::string or
/// std::vector<std::string> (repeated on the command line or in the file).
class CommandLine {
 public:
  /// `summary` follows the command's name in --help; `examples` ends it.
  CommandLine(std::string command, std::string summary, std::string examples);

  /// Adds a group of options under `heading`, shown in the order of creation. The reference stays valid.
  boost::program_options::options_description& section(const std::string& heading);

  /// Lets the string option `option`, declared before, name one of `presets`, whose values apply to options
  /// that are set neither on the command line nor in a file nor by a preset added before. The value `list`
  /// prints all presets and makes parse() return false. If the user gives one of the options
  /// `exclude_each_other`, a preset sets none of them.
  void add_presets(const std::string& option, std::vector<Preset> presets,
                   std::vector<std::string> exclude_each_other);

  /// Sets the function that returns the stored settings of the run in the folder `out` (the option --out, ""
  /// if it is not given), or none if they are not to be used. parse() calls it after it has read the command
  /// line, but not for --help. `resume`: whether the switch --resume is given.
  using FindStored = std::function<std::optional<StoredSettings>(const std::string& out, bool resume)>;
  void find_stored(FindStored find);

  /// Lets the option `option`, declared before, name a file in another format than INI. `read` returns the
  /// settings in a file, over which the command line takes precedence.
  void add_file_format(const std::string& option, std::function<Settings(const std::string& file)> read);

  /// Fills the bound variables. Returns false if --help, --version or a list of presets was requested and
  /// printed to `out`. Throws InputError naming the option, or the file and line, the value, and what was
  /// expected. Stores the options that name paths for with_option().
  bool parse(int argc, const char* const* argv, std::ostream& out);
  bool parse(int argc, const char* const* argv);  ///< prints to standard output

  /// Does the same with settings by name instead of words; a switch takes "yes" or "no".
  void parse(const Settings& settings);

  /// Returns the options whose values differ from the stored ones or, if they are not stored, from their
  /// defaults. Leaves out options that are free_on_resume() and, unless `moved_too`, options that moves()
  /// whose files may have been moved. Requires parse().
  std::vector<StoredDifference> differences_from_stored(bool moved_too = false) const;
  /// Throws InputError for the first option that differs from the stored one. `run`: e.g. "the run in out".
  void require_stored(const std::string& run) const;

  /// Returns whether the option was given on the command line, in a file, or by a stored run or a preset.
  bool given(const std::string& name) const;

  /// Returns the option as errors name it: "--eps", or "plan.toml: --eps" if the file of add_file_format()
  /// set it.
  std::string origin(const std::string& name) const;

  /// Returns whether the option has another value than its default. Requires parse().
  bool changed(const std::string& name) const;

  /// Returns the first changed option that is only_for() one of `kinds`; "" if there is none.
  std::string changed_option_for(const std::vector<std::string>& kinds) const;

  /// Returns the options in force as an INI file that --config reads back to the same values. Requires
  /// parse().
  std::string config() const;
  /// Returns the same with absolute paths, so that it can be read from any working directory.
  std::string portable_config() const;
  /// Returns the values that config() has, without quotes. Requires parse().
  std::map<std::string, std::vector<std::string>> settings() const;

  /// Returns the same options and values by name, as one text each: the values of a repeated option are
  /// joined in their order. Requires parse().
  std::map<std::string, std::string> values() const;

  std::string help() const;

  /// Returns the names of all options that are declared so far.
  std::vector<std::string> names() const;

 private:
  boost::program_options::options_description all() const;
  bool belongs_in_config(const std::string& name) const;
  std::vector<std::string> texts_of(const std::string& name, bool portable) const;
  OptionValues path_options() const;
  std::string config(bool portable) const;
  void add_general_options();
  void read_command_line(int argc, const char* const* argv);
  void read_settings(const Settings& settings);
  void read_config(const std::filesystem::path& file);
  boost::program_options::basic_parsed_options<char> parsed_config(
      std::istream& in, const std::string& name,
      const boost::program_options::options_description& known) const;
  void read_files();
  void assign() const;
  struct PresetOption {
    std::string name;
    std::vector<Preset> presets;
    std::vector<std::string> exclude_each_other;
  };
  const Preset* chosen_preset(const PresetOption& option) const;
  void read_preset(const PresetOption& option, const Preset& preset);

  std::string command_, summary_, examples_;
  std::vector<std::shared_ptr<boost::program_options::options_description>> sections_;
  StoredSettings stored_;
  FindStored find_stored_;
  std::string format_option_;
  std::function<Settings(const std::string&)> read_format_;
  std::set<std::string> of_format_;  ///< options that the file of add_file_format() set
  std::vector<PresetOption> preset_options_;
  boost::program_options::variables_map values_, stored_values_;
};

}  // namespace bora::tools
