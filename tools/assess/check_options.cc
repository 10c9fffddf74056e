// Part of assess_options.h: checks of the options of bo-assess.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "common/error.h"
#include "common/files/config_file.h"
#include "common/fraction.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/graphs/load_graphs.h"
#include "models/graphs/graph_network.h"
#include "models/networks/network.h"
#include "models/victims/address.h"
#include "models/victims/load_victim.h"
#include "report/conditions/condition.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/option_texts.h"
#include "tools/attack/attack_config.h"
#include "tools/attack/parse_attack.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

GivenModel parse_model(const std::string& text, const std::string& option) {
  const ModelText given = split_model_text(text);
  GivenModel model{given.name, given.address, {}, option};
  if (is_file_address(model.address)) {
    if (!fs::is_regular_file(model.address)) throw InputError("{}: {} is not a file", option, model.address);
    model.address = fs::absolute(model.address).lexically_normal().string();
  }
  if (model.name.empty()) model.name = fs::path(model.address).stem().string();
  const std::vector<std::string> parts = split(given.options, ';');
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string* const part = &parts[i];
    const auto equals = part->find('=');
    const std::string where = option + " " + model.address;
    const std::string name = check_name(part->substr(0, equals), where, options_of_a_model());
    if (equals == std::string::npos) throw InputError("{}: {} has no value", where, name);
    model.options.emplace_back(name, part->substr(equals + 1));
  }
  return model;
}

// Throws InputError unless `name` can be the name of a folder.
void check_model_name(const std::string& name) {
  constexpr std::size_t kMost = 60;
  if (name.empty() || name.size() > kMost || name.front() == '.' || !is_plain_name(name))
    throw InputError(
        "--models: '{}' cannot name a model, expected at most {} letters, digits, -, _ and .; choose another name: NAME=ADDRESS",
        printable(name), kMost);
}

// Returns whether the bounds are rounded down to grey levels: in L-infinity on 8-bit images.
bool rounds_bounds(const AssessOptions& options) {
  return std::ranges::none_of(options.attack_settings, [](const auto& setting) {
    return setting == Settings::value_type("continuous", "yes") ||
           (setting.first == "norm" && setting.second != "linf");
  });
}

// Returns the bound in grey levels of 8-bit images.
int levels_of(double epsilon) {
  return static_cast<int>(std::floor(round_up_to_level(epsilon) * 255 + 1e-9));
}

// Passes --norm on to the attacks. Returns the norm in force, which --attack-options may name as well.
std::string settle_norm(AssessOptions& options) {
  check_name(options.norm, "--norm", {"linf", "l2", "l0", "patch"});
  if (options.graphs && options.norm != "linf")
    throw InputError("--norm: is for images; for graphs, use --edits");
  for (const auto& [name, value] : options.attack_settings) {
    if (name != "norm") continue;
    if (options.norm != "linf" && options.norm != value)
      throw InputError("--norm: got {}, but --attack-options has norm={}", options.norm, value);
    return value;
  }
  if (options.norm != "linf") options.attack_settings.emplace_back("norm", options.norm);
  return options.norm;
}

// Sets options.bounds: ascending, without equal ones.
void sort_bounds(AssessOptions& options) {
  const char* const option = options.graphs ? "--edits" : "--eps";
  options.bounds = split(options.graphs ? options.edits : options.epsilon, ',');
  if (options.bounds == std::vector<std::string>{"auto"} && !options.graphs) return;
  const auto value = [&](const std::string& text) { return parse_fraction(text, option); };
  for (const std::string& bound : options.bounds) value(bound);
  std::ranges::stable_sort(options.bounds, {}, value);
  for (std::size_t i = 1; i < options.bounds.size(); ++i) {
    const double before = value(options.bounds[i - 1]), after = value(options.bounds[i]);
    if (before == after) throw InputError("{}: {} is given twice", option, options.bounds[i]);
    // A resumed assessment may have been started by a version that accepted such bounds.
    if (!options.graphs && !options.resume && rounds_bounds(options) && levels_of(before) == levels_of(after))
      throw InputError(
          "{}: {} and {} are the same bound on 8-bit images, {}/255; --attack-options continuous=yes distinguishes them",
          option, options.bounds[i - 1], options.bounds[i], levels_of(after));
  }
}

// Sets options.reference_bound to the bound of --eps or --edits that --reference names: an equal one, else
// one that is equal on the 8-bit grid.
void find_reference(AssessOptions& options) {
  if (options.reference.empty()) return;
  const double wanted = parse_fraction(options.reference, "--reference");
  const bool on_grid = !options.graphs && rounds_bounds(options);
  for (const bool exact : {true, false})
    for (const std::string& bound : options.bounds) {
      if (bound == "auto" || (!exact && !on_grid)) continue;
      const double value = parse_fraction(bound, "--eps");
      if (exact ? value == wanted : levels_of(value) == levels_of(wanted)) {
        options.reference_bound = value;
        return;
      }
    }
  throw InputError("--reference: '{}' is not one of the bounds {}", options.reference, join(options.bounds));
}

// Returns whether a model classifies graphs; none if its file does not say.
std::optional<bool> classifies_graphs(const GivenModel& model) {
  const ModelPlace place = place_of(model.address);
  if (place == ModelPlace::process) return std::nullopt;
  if (place != ModelPlace::torchscript) return false;
  try {
    const auto metadata = read_model_metadata(model.address);
    return metadata ? std::optional<bool>(metadata->graph) : std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;  // the error is reported when the model is opened
  }
}

// Returns whether the models classify graphs, according to the data, or else to the first given model whose
// file says so. Throws InputError if others classify something else.
bool on_graphs(const AssessOptions& options) {
  const auto name = [](bool graphs) { return graphs ? "graphs" : "images"; };
  std::optional<bool> graphs;
  std::string because;
  if (!options.data.empty()) {
    graphs = looks_like_graphs(options.data);
    because = fmt::format("{} is read as {}", options.data, name(*graphs));
  }
  for (const GivenModel& model : options.given) {
    const auto of_model = classifies_graphs(model);
    if (!of_model) continue;
    if (graphs && *graphs != *of_model)
      throw InputError("{}: {} classifies {}, but {}", model.option, model.address, name(*of_model), because);
    if (graphs) continue;
    graphs = of_model;
    because = fmt::format("{} classifies {}", model.address, name(*graphs));
  }
  return graphs.value_or(false);
}

// Returns whether --baseline names an architecture to be trained.
bool names_architecture(const std::string& text, bool graphs) {
  if (!graphs) return std::ranges::find(architectures(), text) != architectures().end();
  const std::string kind = text.substr(0, text.find(':'));
  if (std::ranges::find(graph_architectures(), kind) == graph_architectures().end()) return false;
  parse_graph_architecture(text, "baseline");
  return true;
}

// Sorts --models and --baseline into models that are given and architectures that are trained.
void sort_models(AssessOptions& options) {
  for (const std::string& model : options.models) options.given.push_back(parse_model(model, "--models"));
  options.graphs = on_graphs(options);  // needed to know the architectures
  const auto& known = options.graphs ? graph_architectures() : architectures();
  for (const std::string& baseline : options.baselines) {
    if (names_architecture(baseline, options.graphs)) {
      options.trained.push_back(baseline);
    } else if (fs::is_regular_file(split(baseline, ';').front()) || baseline.find('=') != std::string::npos ||
               !is_file_address(split_model_text(baseline).address)) {
      options.given.push_back(parse_model(baseline, "--baseline"));
    } else {
      throw InputError("--baseline: '{}' is neither a file nor one of {}{}", printable(baseline), join(known),
                       suggestion(baseline, known));
    }
  }
  options.graphs = on_graphs(options);  // again, with the baselines that are files
}

// Throws InputError for options that have an effect on none of the models.
void check_effects(const AssessOptions& options) {
  std::vector<std::string> addresses;
  for (const GivenModel& model : options.given) addresses.push_back(model.address);
  if (options.searches() || !options.trained.empty()) addresses.emplace_back("trained.pt");
  const bool substitutes = have_substitutes(options.attack_settings);
  const auto check = [&](const std::string& name, const std::string& option) {
    std::string why;
    for (const std::string& address : addresses)
      if (why = why_without_effect(option, address, substitutes); why.empty()) return;
    throw InputError("{}: {}", name, why);
  };
  if (options.device != "cpu") check("--device", "device");
  for (const auto& [option, value] : options.attack_settings)
    check(options.attack_origin + " " + option, option);
}

// Throws InputError if two models have one name.
void check_model_names(const AssessOptions& options) {
  std::set<std::string> names;
  for (const GivenModel& model : options.given) {
    check_model_name(model.name);
    if (!names.insert(model.name).second)
      throw InputError("--models: two models are called '{}'; give each its own name, as NAME=FILE",
                       model.name);
  }
  for (const std::string& architecture : options.trained)
    if (std::ranges::count(options.trained, architecture) > 1)
      throw InputError("--baseline: {} is given twice", architecture);
    else if (!names.insert(model_name_of(architecture)).second)
      throw InputError("--baseline: two models are called {}", model_name_of(architecture));
  for (int finalist = 1; options.searches() && finalist <= options.finalists; ++finalist)
    if (const std::string name = fmt::format("search-{}", finalist); names.contains(name))
      throw InputError("--models: {} is the name of a network of the search; choose another: NAME=FILE",
                       name);
}

void check_fail_conditions(const AssessOptions& options) {
  for (const Condition& condition : parse_conditions(options.fail_if)) {
    if (!options.graphs && condition.queries > options.budget)
      throw InputError("--fail-if {}: needs more queries than --budget {}", condition.text, options.budget);
    if (condition.figure == Figure::regression)
      throw InputError("--fail-if {}: compares a run with a stored one; use it with bo-attack or bo-report",
                       condition.text);
  }
}

}  // namespace

std::string bound_in_force(const AssessOptions& options, const std::string& bound) {
  if (options.graphs || bound == "auto" || !rounds_bounds(options)) return bound;
  const std::string levels = fmt::format("{}/255", levels_of(parse_fraction(bound, "--eps")));
  return levels == bound ? bound : fmt::format("{} (asked: {})", levels, bound);
}

void check_and_derive(AssessOptions& options) {
  if (options.out.empty())
    throw InputError("--out: must name a folder for the assessment; bo-assess --help shows all options");
  check_name(options.until, "--until", stages());
  if (!options.space.empty() && !options.from_search.empty())
    throw InputError("--space and --from-search exclude each other; give one of them");
  if (!options.search.empty() && options.space.empty())
    throw InputError("{}: belongs to --space, which is not given", options.search_origin);
  if (!options.from_search.empty()) {
    const std::string data = absolute_data(option_in_config(options.from_search, "data"));
    if (options.data.empty()) options.data = data;
    if (!data.empty() && options.data != data)
      throw InputError("--data: got {}, but the search in {} was on {}", options.data, options.from_search,
                       data);
  }
  if (options.finalists < 1) throw InputError("--finalists: got {}, expected at least 1", options.finalists);
  options.search_settings = parse_settings(
      options.search, options.search_origin,
      {"space", "data", "out", "resume", "quiet", "config", "seed", "device", "table", "dataset", "objective",
       "seeds", "batch", "threads", "help", "help-markdown", "version"});
  options.train_settings = parse_settings(options.train, options.train_origin, {});
  options.attack_settings =
      parse_settings(options.attack_options, options.attack_origin, reserved_attack_options());
  sort_models(options);
  if (!options.train.empty() && options.trained.empty() && !options.searches())
    throw InputError("{}: nothing is trained: there is neither a search nor a --baseline to train",
                     options.train_origin);
  if (!options.searches() && options.trained.empty() && options.given.empty())
    throw InputError("--space, --from-search, --baseline or --models: give at least one of them");
  if (options.data.empty() && (!options.space.empty() || !options.trained.empty()))
    throw InputError("--data: must name the images to search and train with");
  check_model_names(options);
  // A resumed assessment may have been started by a version that accepted options without effect.
  if (!options.resume) check_effects(options);
  if (options.graphs && options.epsilon != "auto")
    throw InputError("--eps: is for images; for graphs, use --edits");
  if (!options.graphs && options.edits != "0.03")
    throw InputError("--edits: is for graphs; for images, use --eps");
  check_fail_conditions(options);
  const std::string norm = settle_norm(options);
  const bool sparse = norm == "l0" || norm == "patch";
  sort_bounds(options);
  find_reference(options);
  constexpr int kBudget = 500;
  if (options.graphs && options.budget != kBudget)
    throw InputError(
        "--budget: is for images; for graphs, use --attack-options queries-per-edit=N,query-cap=N");
  if (options.attack == "auto") {
    const std::string on_images = sparse ? kDefaultSparseAttacks : "bo,square,random";
    options.attack = options.graphs ? "grabnel,random" : on_images;
  }
  options.threads = checked_threads(options.threads, "--threads");
}

}  // namespace bora::tools
