// The options of a command: from the command line, from an INI file, and back into one.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>

namespace bora {

/// A name for several options set together.
struct Preset {
  std::string name;
  std::string text;                                          ///< a line saying what it stands for
  std::vector<std::pair<std::string, std::string>> options;  ///< option -> value
};

/// Options declared with Boost.Program_options, bound to variables of the caller's:
///
///     TrainingOptions training;
///     CommandLine line("bo-train", "trains a classifier", "Examples:\n  bo-train --data digits ...");
///     line.section("Training").add_options()
///         ("epochs", value_of(training.epochs), "passes over the data");
///     if (!line.parse(argc, argv)) return 0;
///
/// Every option may stand in the file that --config names, as `epochs = 20`, one a line; `#` or `;` at the
/// start of a line begins a comment; a value in double quotes keeps its outer blanks. What the command line
/// says wins. Option names are never abbreviated or guessed: a name that is not there is refused with the
/// nearest one that is.
///
/// Values may be of type bool (po::bool_switch), int, std::uint64_t, double, std::string or
/// std::vector<std::string> (repeated on the command line or in the file).
class CommandLine {
 public:
  /// `summary` follows the command's name in --help; `examples` ends it.
  CommandLine(std::string command, std::string summary, std::string examples);

  /// A new group of options under `heading`, shown in the order of creation. The reference stays valid.
  boost::program_options::options_description& section(const std::string& heading);

  /// Options that belong to one call, not to what is run (e.g. `resume`, `force`): refused in a configuration
  /// file and left out of config(). `help`, `version` and `config` always are.
  void keep_out_of_config(const std::vector<std::string>& names);

  /// Lets the string option `option`, declared already, name one of `presets`: its options count as given
  /// unless the command line or the file says otherwise. `list` prints them all and ends like --help. Of
  /// options that `exclude_each_other`, a preset sets none where the user has given one.
  void add_presets(const std::string& option, std::vector<Preset> presets,
                   std::vector<std::string> exclude_each_other);

  /// Options that a run stored, as config() says them: they count as those of a file do, where neither the
  /// command line nor the file that --config names says otherwise. name: what stands for a file's name in
  /// errors.
  void read_stored(std::string text, std::string name);

  /// Fills the bound variables. False if --help, --version or a list of presets was asked
  /// for and printed to `out`. Throws
  /// InputError naming the option, or the file and line, the value, and what was expected.
  bool parse(int argc, const char* const* argv, std::ostream& out);
  bool parse(int argc, const char* const* argv);  ///< prints to standard output

  /// True if the user gave the option, on the command line or in the file, rather than leaving it at its
  /// default.
  bool given(const std::string& name) const;

  /// True if the option has another value than its default. Requires parse().
  bool changed(const std::string& name) const;

  /// The options in force as an INI file that --config reads back to the same values. Requires parse().
  std::string config() const;

  /// The same options and values, by name; of one that is repeated the values in their order. Requires
  /// parse().
  std::map<std::string, std::string> values() const;

  std::string help() const;

 private:
  boost::program_options::options_description all() const;
  std::vector<std::string> names() const;
  bool belongs_in_config(const std::string& name) const;
  void read_command_line(int argc, const char* const* argv);
  void read_config(const std::filesystem::path& file);
  void read_config(std::istream& in, const std::string& name);
  const Preset* chosen_preset() const;
  void read_preset(const Preset& preset);
  std::string preset_list() const;

  std::string command_, summary_, examples_;
  std::vector<std::shared_ptr<boost::program_options::options_description>> sections_;
  std::vector<std::string> kept_out_;
  std::string stored_, stored_name_;
  std::string preset_option_;
  std::vector<Preset> presets_;
  std::vector<std::string> exclude_each_other_;
  boost::program_options::variables_map values_;
};

/// An option bound to `variable`, whose present value is its default, shown in --help as short as it reads
/// back (Boost shows 0.1 as 0.10000000000000001).
template <typename T>
boost::program_options::typed_value<T>* value_of(T& variable) {
  return boost::program_options::value(&variable)->default_value(variable, fmt::to_string(variable));
}

}  // namespace bora
