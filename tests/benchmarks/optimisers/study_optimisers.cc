#include "benchmarks/optimisers/study_optimisers.h"

#include <vector>

#include "common/error.h"
#include "common/named_settings.h"
#include "common/text.h"
#include "surrogates/baselines/bocs.h"
#include "surrogates/baselines/combo.h"
#include "surrogates/baselines/exp3bo.h"
#include "surrogates/baselines/mvrsm.h"
#include "surrogates/baselines/one_hot_search.h"
#include "surrogates/baselines/tree_parzen.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"

namespace bora::tools {
namespace {

// Reads the words that follow "bayes".
BayesianOptions bayesian_options(const std::vector<std::string>& parts) {
  BayesianOptions options;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i] == "paper") {
      options.kernel = "se";
      options.transform_outputs = options.lengthscale_prior = false;
    } else if (parts[i].starts_with("margin=")) {
      options.margin = std::stod(parts[i].substr(7));
    } else if (parts[i].starts_with("points=")) {
      options.drawn_points = std::stoi(parts[i].substr(7));
    } else if (parts[i].starts_with("initial=")) {
      options.initial_points = std::stoi(parts[i].substr(8));
    } else if (parts[i].starts_with("pending=")) {
      options.pending = parts[i].substr(8);
    } else if (parts[i] == "raw") {
      options.transform_outputs = false;
    } else if (parts[i] == "flat") {
      options.lengthscale_prior = false;
    } else {
      // The acquisition ei*20 is EI averaged over 20 draws of hyper-parameters.
      const auto star = parts[i].find('*');
      options.acquisition = parts[i].substr(0, star);
      if (star != std::string::npos) options.marginalise = std::stoi(parts[i].substr(star + 1));
    }
  }
  return options;
}

template <typename Options>
Options read_options(const std::string& name, int budget) {
  Options options;
  options.budget = budget;
  NamedSettings settings(name);
  options.read(settings);
  settings.finish();
  return options;
}

}  // namespace

std::unique_ptr<MixedOptimiser> make_study_optimiser(const std::string& name, const MixedSpace& space,
                                                     int budget, std::uint64_t seed, int constraints) {
  const auto parts = split(name, ':');
  if (name == "random") return std::make_unique<RandomSearch>(space, seed);
  if (parts.front() == "tpe")
    return std::make_unique<TreeParzen>(space, read_options<TreeParzenOptions>(name, budget), seed);
  if (parts.front() == "bocs")
    return std::make_unique<Bocs>(space, read_options<BocsOptions>(name, budget), seed);
  if (parts.front() == "mvrsm")
    return std::make_unique<Mvrsm>(space, read_options<MvrsmOptions>(name, budget), seed);
  if (name == "one-hot") {
    BoxOptimiserOptions options;
    options.initial_points = 24;
    options.learn_noise = true;
    options.noise = 1e-3;
    return std::make_unique<OneHotSearch>(space, options, seed);
  }
  if (parts.front() == "one-hot-region")
    return std::make_unique<OneHotSearch>(space, read_options<TurboOptions>(name, budget), seed);
  if (parts.front() == "casmopolitan")
    return std::make_unique<Casmopolitan>(space, read_options<CasmopolitanOptions>(name, budget), seed);
  if (parts.front() == "combo")
    return std::make_unique<Combo>(space, read_options<ComboOptions>(name, budget), seed);
  if (parts.front() == "bayes") {
    BayesianOptions options = bayesian_options(parts);
    options.budget = budget;
    options.constraints = constraints;
    return std::make_unique<BayesianOptimiser>(space, options, seed);
  }
  if (name == "forest") {
    BayesianOptions options;
    options.constraints = constraints;
    return make_forest_optimiser(space, options, seed);
  }
  if (name == "exp3bo") {
    Exp3BoOptions options;
    options.budget = budget;
    return std::make_unique<Exp3Bo>(space, options, seed);
  }
  if (parts.front() == "cocabo" && parts.size() <= 2) {
    CocaboOptions options;
    options.budget = budget;
    if (parts.size() == 2) options.lambda = std::stod(parts[1]);
    return std::make_unique<Cocabo>(space, options, seed);
  }
  throw InputError(
      "--optimisers: '{}' is not one of "
      "bayes[:paper][:raw][:flat][:initial=N][:pending=POLICY][:margin=X][:points=N][:ACQUISITION[*DRAWS]], "
      "random, tpe, one-hot, one-hot-region[:SETTING...], forest, exp3bo, mvrsm[:SETTING...], bocs[:SETTING...], casmopolitan[:SETTING...], "
      "combo[:SETTING...], cocabo, cocabo:LAMBDA",
      name);
}

}  // namespace bora::tools
