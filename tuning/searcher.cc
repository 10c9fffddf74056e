#include "tuning/searcher.h"

#include <cmath>
#include <utility>

#include "common/setting_error.h"
#include "surrogates/acquisition/rules.h"
#include "surrogates/baselines/bocs.h"
#include "surrogates/baselines/combo.h"
#include "surrogates/baselines/exp3bo.h"
#include "surrogates/baselines/mvrsm.h"
#include "surrogates/baselines/one_hot_search.h"
#include "surrogates/baselines/tree_parzen.h"
#include "surrogates/baselines/turbo.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/pending/local_penalisation.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/pareto_optimiser.h"

namespace bora::tuning {
namespace {

// Returns the slacks of the constraints, which follow the values of the objectives.
std::vector<double> slacks_of(const std::vector<double>& values, int objectives) {
  return {values.begin() + objectives, values.end()};
}

// Searcher of an optimiser of a single objective, the first value. Random search, which uses no value, is one
// for any number of objectives.
class SingleSearcher final : public Searcher {
 public:
  SingleSearcher(std::unique_ptr<MixedOptimiser> optimiser, int objectives, bool per_second)
      : optimiser_(std::move(optimiser)),
        objectives_(objectives),
        costly_(per_second ? dynamic_cast<BayesianOptimiser*>(optimiser_.get()) : nullptr) {}
  Trial<Eigen::VectorXd> ask() override { return optimiser_->ask().front(); }
  void tell(std::int64_t trial, const std::vector<double>& values, double seconds) override {
    costly_ != nullptr ? costly_->tell_at_cost(trial, values.front(), seconds, slacks_of(values, objectives_))
                       : optimiser_->tell_constrained(trial, values.front(), slacks_of(values, objectives_));
  }
  void fail(std::int64_t trial) override { optimiser_->fail(trial); }
  void abandon(std::int64_t trial) override { optimiser_->abandon(trial); }
  void observe(const Eigen::VectorXd& point, const std::vector<double>& values) override {
    optimiser_->observe_constrained(point, values.front(), slacks_of(values, objectives_));
  }
  const BayesianOptimiser* model() const override {
    return dynamic_cast<const BayesianOptimiser*>(optimiser_.get());
  }

 private:
  std::unique_ptr<MixedOptimiser> optimiser_;
  int objectives_;
  BayesianOptimiser* costly_;  // optimiser_ if it maximises the acquisition per second; else null
};

class ParetoSearcher final : public Searcher {
 public:
  ParetoSearcher(ParetoOptimiser optimiser, int objectives)
      : optimiser_(std::move(optimiser)), objectives_(objectives) {}
  Trial<Eigen::VectorXd> ask() override { return optimiser_.ask().front(); }
  void tell(std::int64_t trial, const std::vector<double>& values, double /*seconds*/) override {
    optimiser_.tell(trial, objectives_of(values), slacks_of(values, objectives_));
  }
  void fail(std::int64_t trial) override { optimiser_.fail(trial); }
  void abandon(std::int64_t trial) override { optimiser_.abandon(trial); }
  void observe(const Eigen::VectorXd& point, const std::vector<double>& values) override {
    optimiser_.observe(point, objectives_of(values), slacks_of(values, objectives_));
  }

 private:
  Eigen::VectorXd objectives_of(const std::vector<double>& values) const {
    return Eigen::Map<const Eigen::VectorXd>(values.data(), objectives_);
  }
  ParetoOptimiser optimiser_;
  int objectives_;
};

BayesianOptions bayesian_options(const TuningOptions& options, NamedSettings& settings, int constraints) {
  BayesianOptions of;
  of.constraints = constraints;
  of.initial_points = options.initial_points;
  of.budget = options.horizon;
  of.acquisition = options.acquisition;
  of.marginalise = options.marginalise;
  of.pending = options.pending;
  if (settings.name() == "bayes") of.read(settings);
  return of;
}

using Made = std::unique_ptr<MixedOptimiser>;

Made bayes(const TuningOptions& options, NamedSettings& settings, const MixedSpace& space, int constraints) {
  return std::make_unique<BayesianOptimiser>(space, bayesian_options(options, settings, constraints),
                                             options.seed);
}

// Makes an optimiser whose `Options` are read from its settings, and which does not model constraints.
template <typename Optimiser, typename Options>
Made with_settings(const TuningOptions& options, NamedSettings& settings, const MixedSpace& space,
                   int /*constraints*/) {
  Options of;
  of.budget = options.horizon;
  of.initial_points = options.initial_points;
  of.read(settings);
  return std::make_unique<Optimiser>(space, of, options.seed);
}

Made forest(const TuningOptions& options, NamedSettings& settings, const MixedSpace& space, int constraints) {
  if (options.marginalise > 0)
    throw SettingError("marginalise", "{}, but a forest has no hyper-parameters to draw, expected 0",
                       options.marginalise);
  if (needs_process({.acquisition = options.acquisition}))
    throw SettingError("acquisition", "{} needs a Gaussian process, which optimiser bayes has",
                       options.acquisition);
  return make_forest_optimiser(space, bayesian_options(options, settings, constraints), options.seed);
}

Made exp3bo(const TuningOptions& options, NamedSettings& /*settings*/, const MixedSpace& space,
            int /*constraints*/) {
  Exp3BoOptions of;
  of.budget = options.horizon;
  double combinations = 1;
  for (const int levels : space.levels()) combinations *= levels;
  of.initial_points = options.initial_points;
  if (options.initial_points > 0)
    of.initial_per_arm = static_cast<int>(std::ceil(options.initial_points / combinations));
  return std::make_unique<Exp3Bo>(space, of, options.seed);
}

Made random(const TuningOptions& options, NamedSettings& /*settings*/, const MixedSpace& space,
            int /*constraints*/) {
  return std::make_unique<RandomSearch>(space, options.seed);
}

// Row of the table of optimisers. Tests and --help use the table, so a new optimiser needs only a row (and,
// if it has settings, a line in optimiser_settings()).
struct OptimiserEntry : OptimiserSupport {
  Made (*make)(const TuningOptions& options, NamedSettings& settings, const MixedSpace& space,
               int constraints);
};

const std::vector<OptimiserEntry>& optimisers() {
  // Columns: the fields of OptimiserSupport in their order, then `make`.
  static const std::vector<OptimiserEntry> entries{
      {{"bayes", true, true, Accepted::any, "modelled", "--pending", "learnt", "any"}, bayes},
      {{"bocs", false, false, Accepted::categorical, "not repeated", "not repeated", "learnt", "categories"},
       with_settings<Bocs, BocsOptions>},
      {{"casmopolitan", false, false, Accepted::any, "not repeated", "predicted", "learnt", "any"},
       with_settings<Casmopolitan, CasmopolitanOptions>},
      {{"cocabo", false, false, Accepted::any, "not repeated", "predicted", "learnt", "any"},
       with_settings<Cocabo, CocaboOptions>},
      {{"combo", false, false, Accepted::not_real, "not repeated", "predicted", "learnt",
        "categories and whole numbers"},
       with_settings<Combo, ComboOptions>},
      {{"forest", false, true, Accepted::any, "modelled", "--pending", "averaged", "any"}, forest},
      {{"exp3bo", false, false, Accepted::any, "not repeated", "predicted", "learnt",
        "categories and numbers"},
       exp3bo},
      {{"mvrsm", false, false, Accepted::any, "not repeated", "not repeated", "ignored", "any"},
       with_settings<Mvrsm, MvrsmOptions>},
      {{"tpe", false, false, Accepted::any, "as bad", "as bad", "ignored", "any"},
       with_settings<TreeParzen, TreeParzenOptions>},
      {{"turbo", false, false, Accepted::any, "not repeated", "not repeated", "learnt", "any"},
       with_settings<OneHotSearch, TurboOptions>},
      {{"random", true, false, Accepted::any, "not repeated", "not repeated", "ignored", "any"}, random}};
  return entries;
}

}  // namespace

const std::vector<std::string>& optimiser_names() {
  static const std::vector<std::string> names = names_of(optimisers());
  return names;
}

const OptimiserSupport& optimiser_support(const std::string& optimiser) {
  return entry_of(optimisers(), NamedSettings(optimiser, "optimiser").name(), "optimiser");
}

void check_accepts(const std::string& optimiser, const ParameterSpace& space) {
  const OptimiserSupport& support = optimiser_support(optimiser);
  const bool categorical = support.accepted == Accepted::categorical;
  for (const Parameter& parameter : space.parameters()) {
    const bool good = support.accepted == Accepted::any || is_frozen(parameter) ||
                      parameter.kind == Parameter::Kind::categorical ||
                      (!categorical && (is_listed(parameter) || is_whole(parameter)));
    if (good) continue;
    constexpr auto kWhy =
        "{} takes {}, and parameter '{}' is {}; expected another optimiser, or type = \"{}\" with listed values";
    const auto [kind, other] =
        categorical ? std::pair("not categorical", "categorical") : std::pair("real", "ordinal");
    throw SettingError("optimiser", kWhy, support.name, support.parameters, parameter.name, kind, other);
  }
}

std::vector<SettingDescription> optimiser_settings(const std::string& name) {
  NamedSettings settings(name);
  if (name == "bayes") BayesianOptions().read(settings);
  if (name == "bocs") BocsOptions().read(settings);
  if (name == "casmopolitan") CasmopolitanOptions().read(settings);
  if (name == "cocabo") CocaboOptions().read(settings);
  if (name == "combo") ComboOptions().read(settings);
  if (name == "mvrsm") MvrsmOptions().read(settings);
  if (name == "tpe") TreeParzenOptions().read(settings);
  if (name == "turbo") TurboOptions().read(settings);
  return settings.descriptions();
}

std::unique_ptr<Searcher> make_searcher(const TuningOptions& options, const MixedSpace& space, int objectives,
                                        int constraints) {
  NamedSettings settings(options.optimiser, "optimiser");
  const std::string& optimiser = settings.name();
  if (optimiser == "forest" && is_local_penalisation(options.pending))
    throw SettingError("pending", "{} is for optimiser bayes; forest has no slopes to penalise by",
                       options.pending);
  const TuningOptions plain;
  if (optimiser != "bayes" && optimiser != "forest") {
    const auto refuse = [&](bool changed, const char* option) {
      if (changed)
        throw SettingError(option, "is for optimiser bayes and forest, and optimiser is {}", optimiser);
    };
    refuse(options.acquisition != plain.acquisition, "acquisition");
    if (options.marginalise != plain.marginalise)
      throw SettingError("marginalise", "is for optimiser bayes, and optimiser is {}", optimiser);
    refuse(options.pending != plain.pending, "pending");
  }
  if (options.per_second && (objectives > 1 || optimiser != "bayes"))
    throw SettingError("per-second",
                       "is for one objective and optimiser bayes; with several, seconds may be one of them");
  if (options.per_second && !is_logarithm(options.acquisition))
    throw SettingError("per-second", "does not go with acquisition {}, which has no logarithm",
                       options.acquisition);
  if (objectives > 1 && optimiser == "bayes") {
    const BayesianOptions of = bayesian_options(options, settings, constraints);
    settings.finish();
    return std::make_unique<ParetoSearcher>(ParetoOptimiser(space, objectives, of, options.seed), objectives);
  }
  const OptimiserEntry& entry = entry_of(optimisers(), optimiser, "optimiser");
  if (objectives > 1 && !entry.several_objectives)
    throw SettingError("optimiser",
                       "{} searches by one objective, {} are asked for; bayes and random take several",
                       optimiser, objectives);
  auto made = entry.make(options, settings, space, constraints);
  settings.finish();
  return std::make_unique<SingleSearcher>(std::move(made), objectives, options.per_second);
}

}  // namespace bora::tuning
