// Options of bo-assess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/images/dataset.h"
#include "tools/assess/option_texts.h"

namespace bora::tools {

/// A model that exists already: "[NAME=]ADDRESS[;option=value...]".
struct GivenModel {
  std::string name;
  std::string address;  ///< as passed to bo-attack --model; the absolute path if it is a file
  Settings options;     ///< options of bo-attack for this model only
  std::string option;   ///< option that names the model: --models or --baseline
};

struct AssessOptions {
  std::string data;
  // Models to assess.
  std::string space, search, from_search, train;
  int finalists = 3;
  std::vector<std::string> baselines, models, fail_if;
  // Settings of the attacks.
  std::string attack = "auto", norm = "linf", epsilon = "auto", edits = "0.03", reference, range = "auto";
  std::string attack_options;
  int budget = 500;
  // Settings of the run.
  std::uint64_t seed = 0;
  std::string device = "cpu", until = "report", out;
  int threads = 0;
  bool resume = false, quiet = false, json = false, trust_model = false;

  // Values derived from the options above.
  std::string directory;  ///< working directory in which model programs run; "": the current one
  bool graphs = false;    ///< whether the models classify graphs
  Settings search_settings, train_settings, attack_settings;
  /// Names of these options in errors, preceded by the file of the plan if they are set there.
  std::string search_origin = "--search", train_origin = "--train", attack_origin = "--attack-options";
  std::vector<std::string> bounds;  ///< as typed, ascending: "8/255" for images, shares of n^2 for graphs
  std::optional<double> reference_bound;  ///< bound named by --reference; none: the middle one
  std::vector<std::string> trained;       ///< baselines named by architecture, which are trained here
  std::vector<GivenModel> given;          ///< models and baselines that exist already
  std::string config;                     ///< the options in force, as an INI file
  std::optional<ImageShape> shape;  ///< shape of the attacked images; none: not known before the attacks

  bool searches() const { return !space.empty() || !from_search.empty(); }
};

/// Returns the stages, in their order: search, train, attack, report.
const std::vector<std::string>& stages();

/// Returns the names of the options of bo-attack that can be set for a single model.
const std::vector<std::string>& options_of_a_model();

/// Returns the options of bo-attack that --attack-options must not contain: bo-assess has its own option for
/// them, or does not support them.
const std::vector<std::string>& reserved_attack_options();

/// Parses and checks the options. Returns false if --help or --version was given and printed. With --resume,
/// missing options are taken from the assessment in --out, and given options must have the values stored
/// there. Throws InputError.
bool parse(AssessOptions& options, int argc, const char* const* argv);

/// Checks the options against each other and sets the values derived from them (check_options.cc). Throws
/// InputError.
void check_and_derive(AssessOptions& options);

/// Returns a bound of options.bounds as the attacks use it: "23/255 (asked: 0.09)" if it is rounded to the
/// grey levels of 8-bit images, else as typed.
std::string bound_in_force(const AssessOptions& options, const std::string& bound);

/// Returns the name of the model of an architecture, which its folder has, too: "gin-layers-4" for
/// "gin:layers=4".
std::string model_name_of(std::string architecture);

}  // namespace bora::tools
