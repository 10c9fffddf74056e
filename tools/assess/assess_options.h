// The command line of bo-assess.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/assess/settings.h"

namespace bora {

/// A model that is there already: "[NAME=]ADDRESS[;option=value...]".
struct GivenModel {
  std::string name;
  std::string address;  ///< as bo-attack's --model; of a file its path, absolute
  Settings options;     ///< of bo-attack, of this model alone: options_of_a_model()
};

/// What may be said of one model alone.
const std::vector<std::string>& options_of_a_model();

struct AssessOptions {
  std::string data;
  // What is assessed.
  std::string space, search, from_search, train;
  int finalists = 3;
  std::vector<std::string> baselines, models, fail_if;
  // How it is attacked.
  std::string attack, epsilon, edits, reference, stretch, attack_options;
  int budget = 500;
  // How it is run.
  std::uint64_t seed = 0;
  std::string device, until, out;
  int threads = 0;
  bool resume = false, quiet = false, json = false, trust_model = false;

  // What these mean.
  std::string directory;  ///< where programs are started that are models; "": where this one is
  bool graphs = false;    ///< what the models classify
  Settings search_settings, train_settings, attack_settings;
  std::vector<std::string> bounds;  ///< as typed: of images "8/255", of graphs shares of n^2; smallest first
  std::optional<double> reference_bound;  ///< the one of them that --reference names; none: the middle one
  std::vector<std::string> trained;       ///< baselines that are names of architectures, to be trained here
  std::vector<GivenModel> given;          ///< models and baselines that are there already
  std::map<std::string, std::string> deciding;  ///< what decides what becomes of it
  std::string config;                           ///< the options in force, as an INI file

  bool searches() const { return !space.empty() || !from_search.empty(); }
};

/// The stages, in their order: search, train, attack, report.
const std::vector<std::string>& stages();

/// False if --help or --version was asked for and printed. With --resume, what the command line leaves open
/// is taken from the assessment in --out, and what it states must be what that was made with. Throws
/// InputError.
bool parse(AssessOptions& options, int argc, const char* const* argv);

/// The model of an architecture that is trained, also its folder: "gin-layers-4" for "gin:layers=4".
std::string model_name_of(std::string architecture);

/// "eps-8-255" for "8/255", on graphs "edits-0.03": the folder of a model's run at a bound.
std::string folder_of_bound(const AssessOptions& options, const std::string& bound);

}  // namespace bora
