#include "nas/strategy/strategy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "common/named_settings.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "nas/features/row_cache.h"
#include "nas/space/connected_space.h"
#include "nas/strategy/coded_search.h"
#include "nas/strategy/graph_kernel_search.h"
#include "nas/strategy/model_strategy.h"
#include "nas/strategy/motif_space.h"
#include "nas/strategy/simple_strategies.h"
#include "nas/surrogate/network_ensemble.h"
#include "nas/surrogate/tree_kernel.h"
#include "surrogates/baselines/tree_parzen.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/propose/evolved_pool.h"

namespace bora::nas {
namespace {

// Maker of a search from a seed.
struct Maker : std::function<std::unique_ptr<Strategy>(std::uint64_t)> {
  using function::function;
  // Number of random architectures with which a search begins; 0: none, or a share of the budget.
  int random = 0;
};

constexpr int kMostWhole = std::numeric_limits<int>::max();
constexpr double kLeastReal = std::numeric_limits<double>::denorm_min(),
                 kMostReal = std::numeric_limits<double>::max();

// Reads the setting `terms` of bowl.
RecipeOptions recipe_of(NamedSettings& settings, const ArchitectureSpace& space) {
  RecipeOptions recipe = RecipeOptions::for_space(space);
  const std::string terms = settings.text("terms", recipe.paths ? "plsd" : "lsd");
  if (!recipe.paths && terms.find('p') != std::string::npos)
    settings.fail("terms '{}' has p, paths, which are too many to count in {}", printable(terms),
                  space.name());
  for (const char term : terms)
    if (std::string("plsd").find(term) == std::string::npos)
      settings.fail("terms '{}' has other letters than p, l, s, d", printable(terms));
  for (const char term : terms)
    if (std::ranges::count(terms, term) > 1) settings.fail("terms '{}': {} occurs twice", terms, term);
  if (terms.empty()) settings.fail("terms: expected some of p, l, s, d");
  const auto has = [&](char term) { return terms.find(term) != std::string::npos; };
  recipe.paths = has('p');
  recipe.labels = has('l');
  recipe.statistics = has('s');
  recipe.linear = has('d');
  recipe.relevances = recipe.relevances && recipe.statistics;
  return recipe;
}

// Returns the space, whose key is the computation_hash() if task.distinct.
SharedSpace searched_space(const StrategyTask& task) {
  if (!task.distinct) return SharedSpace(task.space);
  const auto hashes = std::make_shared<RowCache<std::string>>(computation_hash);
  return SharedSpace(task.space, [hashes](const Architecture& a) { return *hashes->rows({a}).front(); });
}

constexpr int kInitial = 10;  // number of initial architectures; bowl has half of them if batch is 1

// Returns the budget of a short search, which has fewer initial architectures; otherwise 0.
int short_budget(const StrategyTask& task) {
  constexpr int kLong = 30;
  return task.budget < kLong ? task.budget : 0;
}

Maker bowl(NamedSettings& settings, const StrategyTask& task) {
  const bool spread = settings.choice("start", "spread", {"spread", "random"}) == "spread";
  const bool listed = task.space->all() != nullptr;
  const std::string pool_name =
      settings.choice("pool", listed ? "whole" : "mutations", {"whole", "mutations", "random"});
  const bool whole = pool_name == "whole";
  if (whole && !listed)
    settings.fail("pool=whole needs a space that can be listed, {} cannot", task.space->name());
  const bool clip = settings.choice("clip", "yes", {"yes", "no"}) == "yes";
  const AcquisitionKind kind =
      parse_acquisition(settings.choice("acquisition", "ucb", {"ucb", "log_ei", "ei", "pi"}));
  const std::string name = settings.choice("model", "recipe", architecture_model_names());
  const RecipeOptions recipe = name == "recipe" ? recipe_of(settings, *task.space) : RecipeOptions{};
  settings.finish();
  const std::shared_ptr<const ArchitectureModel> model =
      name == "recipe" ? make_recipe(task.space, recipe) : make_architecture_model(name, task.space);
  const SharedSpace space = searched_space(task);
  return [=](std::uint64_t seed) {
    constexpr double kDeviations = 1;  // weight of the deviation in ucb
    ModelOptimiserParts<Architecture> parts;
    parts.model = model->fresh();
    parts.rule = acquisition_rule<Architecture>(kind, kDeviations);
    if (whole) {
      parts.proposer = std::make_unique<WholePool<Architecture>>(task.space->all());
    } else {
      MutationPoolOptions pool;
      pool.mutated = pool_name == "random" ? 0 : 1;
      pool.second_step = 0.3;
      parts.proposer = std::make_unique<MutationPool<SharedSpace>>(space, pool);
    }
    parts.pending = task.pending;
    Rng rng(mix_seed(seed, "start"));
    const int initial = default_initial_points(task.batch == 1 ? kInitial / 2 : kInitial, short_budget(task));
    if (spread) {
      parts.design = spread_architectures(*task.space, initial, rng);
    } else {
      for (int i = 0; i < initial; ++i) parts.design.push_back(task.space->sample(rng));
    }
    return std::make_unique<ModelStrategy>(space, std::move(parts), ModelStrategyOptions{clip}, seed);
  };
}

// Makes Bayesian optimisation with `initial` random initial architectures. complete: sets acquisition and
// proposer for a space. With task.update_motifs each search has its own copy of the MotifSpace, which learns.
using Parts = ModelOptimiserParts<Architecture>;
using Complete = std::function<void(Parts&, const SharedSpace&)>;
Maker from_random_start(const StrategyTask& task, const std::shared_ptr<const ArchitectureModel>& model,
                        const ModelStrategyOptions& options, const Complete& complete,
                        int initial = kInitial) {
  const auto motifs = task.update_motifs ? std::dynamic_pointer_cast<const MotifSpace>(task.space) : nullptr;
  Maker maker = [=](std::uint64_t seed) {
    const std::shared_ptr<MotifSpace> taught = motifs ? motifs->copy() : nullptr;
    const SharedSpace space(taught ? SpacePtr(taught) : task.space);
    ModelStrategyOptions how = options;
    if (taught) how.observed = [taught](const auto& X, const auto& y) { taught->learn(X, y); };
    Parts parts;
    parts.model = model->fresh();
    parts.pending = task.pending;
    complete(parts, space);
    Rng rng(mix_seed(seed, "start"));
    for (int i = 0; i < initial; ++i) parts.design.push_back(space.sample(rng));
    return std::make_unique<ModelStrategy>(space, std::move(parts), std::move(how), seed);
  };
  maker.random = initial;
  return maker;
}

// Returns accuracy - 1 for a value, which is -log(1 - accuracy).
double negative_error(double value) {
  constexpr double kLeastValue = -50;
  return -std::exp(-std::max(value, kLeastValue));
}

// Throws SettingError if the values are not those that negative_error() inverts. what: the strategy or
// setting.
void need_accuracies(const NamedSettings& settings, const StrategyTask& task, const char* what,
                     const char* instead) {
  if (!task.other_values.empty())
    settings.fail(
        "{} models 1 - accuracy, but the values are of {}; expected the estimator accuracy and the only "
        "objective accuracy, or {}",
        what, task.other_values, instead);
}

// Makes the loop of NAS-BOWL (Ru 2021, algorithm 11). model: makes the model.
Maker bowl_loop(NamedSettings& settings, const StrategyTask& task,
                const std::function<std::unique_ptr<ArchitectureModel>()>& model) {
  MutationPoolOptions pool;
  settings.read("candidates", pool.size, 1, 1'000'000);
  double drawn = task.space->name() == "nb201" ? 0 : 0.5;
  settings.read("drawn", drawn, 0, 1);
  pool.mutated = 1 - drawn;
  if (drawn < 1) settings.read("parents", pool.parents, 1, kMostWhole);
  const std::string acquisition =
      settings.choice("acquisition", "ei", {"ei", "pi", "ucb", "greedy", "thompson", "random"});
  double beta = 2;
  if (acquisition == "ucb") settings.read("beta", beta, 0, kMostReal);
  if (acquisition == "greedy") beta = 0;
  AcquisitionRule<Architecture> rule;
  if (acquisition == "thompson") {
    rule = independent_thompson_rule();
  } else if (acquisition == "random") {
    rule = uniform_rule();
  } else {
    rule = acquisition_rule<Architecture>(
        acquisition == "greedy" ? AcquisitionKind::ucb : parse_acquisition(acquisition), beta);
  }
  ModelStrategyOptions options{false};
  if (settings.choice("target", "log-error", {"log-error", "accuracy"}) == "accuracy") {
    need_accuracies(settings, task, "target=accuracy", "target=log-error");
    options.scale = negative_error;
  }
  int initial = kInitial;
  settings.read("initial", initial, 1, kMostWhole);
  settings.finish();
  return from_random_start(
      task, model(), options,
      [=](Parts& parts, const SharedSpace& space) {
        parts.rule = rule;
        parts.proposer = std::make_unique<WithoutIsomorphs>(space, pool);
      },
      initial);
}

// Returns -10 (1 - accuracy) for a value (Sreedhar 2021, section 4.2, with the sign of a value).
double negative_error_times_ten(double value) {
  return 10 * negative_error(value);
}

Maker sreedhar(NamedSettings& settings, const StrategyTask& task) {
  need_accuracies(settings, task, "the strategy", "the strategy gcn or nas-bowl");
  constexpr double kEiXi = 0.01, kLcbXi = 1, kMostXi = 1e6;
  const std::string kernel = settings.choice("kernel", "gcn", {"gcn", "wl", "edge"});
  const std::string acquisition = settings.choice("acquisition", "lcb", sreedhar_rule_names());
  double xi = 0;
  if (acquisition == "ei" || acquisition == "lcb")
    settings.read("xi", xi = acquisition == "ei" ? kEiXi : kLcbXi, 0, kMostXi);
  SampledPoolOptions pool;
  const std::string sampling = settings.choice("sampling", "hybrid", {"hybrid", "random", "mutation"});
  if (sampling == "hybrid") settings.read("drawn", pool.drawn, 0, 1);
  if (sampling == "random") pool.drawn = 1;
  if (sampling == "mutation") pool.drawn = 0;
  if (sampling != "random") settings.read("parents", pool.parents, 1, kMostWhole);
  settings.read("candidates", pool.size, 1, 1'000'000);
  int initial = kInitial;
  settings.read("initial", initial, 1, kMostWhole);
  settings.finish();
  const std::string model = kernel == "wl" ? "wl-undirected" : kernel;
  return from_random_start(
      task, make_architecture_model(model, task.space), {false, negative_error_times_ten},
      [=](Parts& parts, const SharedSpace& space) {
        parts.rule = sreedhar_rule(acquisition, xi);
        parts.proposer = std::make_unique<SampledPool>(space, pool);
      },
      initial);
}

Maker bananas(NamedSettings& settings, const StrategyTask& task) {
  int epochs = kEnsembleEpochs;
  settings.read("epochs", epochs, 1, kMostWhole);
  settings.finish();
  return from_random_start(task, make_network_ensemble(task.space, epochs), {false},
                           [](Parts& parts, const SharedSpace& space) {
                             parts.rule = independent_thompson_rule();
                             MutationPoolOptions pool;
                             pool.size = 100;
                             pool.mutated = 1;
                             parts.proposer = std::make_unique<MutationPool<SharedSpace>>(space, pool);
                           });
}

// Sets an acquisition function and the candidates of NASBOT, which are found by evolution.
Complete evolved_for(const AcquisitionRule<Architecture>& rule) {
  return [rule](Parts& parts, const SharedSpace& space) {
    parts.rule = rule;
    parts.proposer = std::make_unique<EvolvedPool<SharedSpace>>(space, EvolvedPoolOptions{});
  };
}

Maker nasbot(NamedSettings& settings, const StrategyTask& task) {
  const bool clip = settings.choice("clip", "no", {"yes", "no"}) == "yes";
  const bool random = settings.choice("acquisition", "ei", {"ei", "random"}) == "random";
  OtmannOptions distance;
  distance.lengths = settings.choice("lengths", "24", {"6", "24"}) == "6" ? 6 : 24;
  settings.finish();
  const AcquisitionRule<Architecture> rule =
      random ? uniform_rule() : acquisition_rule<Architecture>(AcquisitionKind::log_ei, 0);
  return from_random_start(task, make_otmann_model(task.space, distance), {clip}, evolved_for(rule));
}

Maker treebo(NamedSettings& settings, const StrategyTask& task) {
  settings.finish();
  if (task.space->name() != "mlp" && task.space->name() != "cnn")
    settings.fail("needs a space of networks with layers (mlp, cnn), {} is none", task.space->name());
  StrategyTask chains = task;
  chains.space = std::make_shared<ConditionedSpace>(task.space, is_chain, "layers in a chain");
  const auto rule = acquisition_rule<Architecture>(AcquisitionKind::log_ei, 0);
  return from_random_start(chains, make_tree_model(chains.space), {false}, evolved_for(rule));
}

Maker by_parameters(NamedSettings& settings, const StrategyTask& task) {
  settings.finish();
  const auto all = task.space->all();
  if (!all) settings.fail("needs a space that can be listed");
  if (!task.parameters) settings.fail("needs a table with the architectures' parameters");
  return [=](std::uint64_t seed) {
    // Ties, which are frequent, are broken at random, so that the result does not depend on the table's
    // order.
    Rng rng(mix_seed(seed, "ties"));
    std::vector<Architecture> sorted = *all;
    rng.shuffle(sorted);
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Architecture& a, const Architecture& b) {
      return task.parameters(a) > task.parameters(b);
    });
    return std::make_unique<ListedOrder>(
        SharedSpace(task.space), std::make_shared<const std::vector<Architecture>>(std::move(sorted)), seed);
  };
}

Maker parzen(NamedSettings& settings, const StrategyTask& task) {
  settings.finish();
  if (task.space->levels().empty())
    settings.fail("needs a space whose architectures are made of choices, {} is not", task.space->name());
  return [=](std::uint64_t seed) {
    return std::make_unique<CodedSearch>(
        SharedSpace(task.space),
        std::make_unique<TreeParzen>(CodedSearch::choices(*task.space),
                                     TreeParzenOptions{.budget = short_budget(task)}, seed),
        seed);
  };
}

Maker from_supernet(NamedSettings& settings, const StrategyTask& task) {
  SupernetPlan plan;
  plan.kind = settings.name();
  settings.read("epochs", plan.epochs, 1, kMostWhole);
  settings.read("rate", plan.rate, kLeastReal, kMostReal);
  if (plan.one_shot()) {
    plan.supernet = settings.choice("supernet", plan.supernet, supernet_names());
    if (plan.supernet == "multi") settings.read("paths", plan.paths, 1, kMostWhole);
    plan.rank = settings.choice("rank", plan.rank, rank_names());
    settings.read("batches", plan.batches, 1, kMostWhole);
    settings.read("cells", plan.cells, 1, kMostWhole);
  } else {
    plan.gradient = settings.choice("gradient", plan.gradient, {"validation", "tse"});
    if (plan.gradient == "tse") settings.read("interval", plan.interval, 1, kMostWhole);
    constexpr double kDrnasRate = 6e-4;
    if (plan.kind == "drnas") plan.alpha_rate = kDrnasRate;
    settings.read("alpha-rate", plan.alpha_rate, kLeastReal, kMostReal);
  }
  settings.finish();
  if (task.space->name() != "nb201")
    settings.fail("there is a supernet of nb201 only, not of {}", task.space->name());
  if (task.ranker == nullptr) settings.fail("needs images to train a supernet on (data), not a table");
  plan.check();
  task.ranker->check(plan, *task.space);
  return [=](std::uint64_t seed) {
    return std::make_unique<ListedOrder>(
        SharedSpace(task.space),
        std::make_shared<const std::vector<Architecture>>(task.ranker->ranked(plan, *task.space, seed)),
        seed);
  };
}

Maker evolution(NamedSettings& settings, const StrategyTask& task) {
  EvolutionOptions options;
  settings.read("population", options.population, 1, kMostWhole);
  options.tournament = std::min(options.tournament, options.population);
  settings.read("tournament", options.tournament, 1, kMostWhole);
  options.initial = std::min(default_initial_points(options.initial, short_budget(task)), options.population);
  settings.read("initial", options.initial, 1, kMostWhole);
  settings.finish();
  options.check();
  const SharedSpace space(task.space);
  Maker maker = [=](std::uint64_t seed) {
    return std::make_unique<RegularisedEvolution>(space, options, seed);
  };
  maker.random = options.initial;
  return maker;
}

template <typename Search, int random = 0>
Maker without_settings(NamedSettings& settings, const StrategyTask& task) {
  settings.finish();
  const SharedSpace space(task.space);
  Maker maker = [=](std::uint64_t seed) { return std::make_unique<Search>(space, seed); };
  maker.random = random;
  return maker;
}

Maker nas_bowl(NamedSettings& settings, const StrategyTask& task) {
  LabelModelOptions labels;
  const std::string base = settings.choice("base", task.space->name() == "nb201" ? "dot" : "intersection",
                                           {"dot", "intersection"});
  labels.intersection = base == "intersection";
  const std::string h = settings.choice("h", "auto", {"auto", "0", "1", "2", "3"});
  if (h != "auto") labels.iterations = h.front() - '0';
  settings.read("noise", labels.noise, 0, kMostReal);
  return bowl_loop(settings, task, [&] { return make_label_model(task.space, labels); });
}

Maker gcn(NamedSettings& settings, const StrategyTask& task) {
  return bowl_loop(settings, task, [&] { return make_architecture_model("gcn", task.space); });
}

// Entry of the table of strategies, which the conformance tests and --help use. A new strategy needs an
// entry.
struct StrategyEntry {
  std::string name;
  Maker (*make)(NamedSettings& settings, const StrategyTask& task);
  bool updates_motifs = false;  // whether it is made by from_random_start() in any space
};

const std::vector<StrategyEntry>& strategies() {
  static const std::vector<StrategyEntry> entries{
      {"bowl", bowl},
      {"nas-bowl", nas_bowl, true},
      {"gcn", gcn, true},
      {"sreedhar", sreedhar, true},
      {"nasbot", nasbot, true},
      {"treebo", treebo},
      {"bananas", bananas, true},
      {"local", without_settings<LocalSearch, LocalSearch::kInitial>},
      {"evolution", evolution},
      {"tpe", parzen},
      {"one-shot", from_supernet},
      {"darts", from_supernet},
      {"drnas", from_supernet},
      {"parameters", by_parameters},
      {"random", without_settings<UniformSearch<SharedSpace>>}};
  return entries;
}

}  // namespace

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names = names_of(strategies());
  return names;
}

StrategyMaker::StrategyMaker(const std::string& text, StrategyTask task) : name_(text) {
  check_imputing_policy(task.pending, "architectures");
  check_range("batch", task.batch, 1);
  NamedSettings settings(text, "strategy");
  const StrategyEntry& entry = entry_of(strategies(), settings.name(), "strategy");
  const std::string motifs = settings.choice("motifs", "no", {"no", "yes", "updated"});
  if (motifs != "no") {
    if (!task.motifs) settings.fail("motifs={} needs motifs, a file to learn them from", motifs);
    task.space = task.motifs;
    task.update_motifs = motifs == "updated";
    if (task.update_motifs && !entry.updates_motifs)
      settings.fail("motifs=updated is not for this strategy, expected no or yes");
    if (!task.update_motifs) motifs_ = task.motifs;
  }
  const Maker maker = entry.make(settings, task);
  make_ = maker;
  random_ = maker.random;
}

std::string StrategyMaker::check_budget(int budget) const {
  if (const auto all = motifs_ ? motifs_->all() : nullptr; all && budget > std::ssize(*all))
    throw SettingError(
        "budget",
        "{} is more than the {} architectures of {} with a good motif, to which the strategy {} is limited",
        budget, all->size(), motifs_->name(), name_);
  if (budget > random_) return "";
  return fmt::format(
      "strategy {}: begins with {} random architectures, so with a budget of {} all are random", name_,
      random_, budget);
}

}  // namespace bora::nas
