#include "nas/strategy/strategy.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "nas/features/row_cache.h"
#include "nas/strategy/coded_search.h"
#include "nas/strategy/graph_kernel_search.h"
#include "nas/strategy/model_strategy.h"
#include "nas/strategy/simple_strategies.h"
#include "nas/surrogate/network_ensemble.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/propose/evolved_pool.h"
#include "surrogates/search/tree_parzen.h"

namespace bora {
namespace {

using Maker = std::function<std::unique_ptr<Strategy>(std::uint64_t)>;

// name:option=value:option=value; every option must be asked for.
class Description {
 public:
  explicit Description(const std::string& text) {
    const auto parts = split(text, ':');
    name = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const auto equals = parts[i].find('=');
      if (equals == std::string::npos)
        throw InputError("--strategy {}: '{}' is no option=value", name, printable(parts[i]));
      if (!options_.emplace(parts[i].substr(0, equals), parts[i].substr(equals + 1)).second)
        throw InputError("--strategy {}: {} is given twice", name, parts[i].substr(0, equals));
    }
  }
  std::string name;

  std::string word(const std::string& option, const std::string& otherwise) {
    if (std::ranges::find(known_, option) == known_.end()) known_.push_back(option);
    const auto found = options_.find(option);
    return found == options_.end() ? otherwise : found->second;
  }
  std::string choice(const std::string& option, const std::string& otherwise,
                     const std::vector<std::string>& names) {
    std::string chosen = word(option, otherwise);
    if (std::ranges::find(names, chosen) == names.end()) {
      const std::string nearest = nearest_name(chosen, names);
      throw InputError("--strategy {}: {} '{}' is none of {}{}", name, option, printable(chosen), join(names),
                       nearest.empty() ? "" : "; did you mean " + nearest + "?");
    }
    return chosen;
  }
  int number(const std::string& option, int otherwise) {
    const std::string text = word(option, std::to_string(otherwise));
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1)
      throw InputError("--strategy {}: {} '{}' is no whole number of at least 1", name, option,
                       printable(text));
    return value;
  }
  double real(const std::string& option, double otherwise) {
    const double value = parsed(option, otherwise);
    if (!(value > 0 && std::isfinite(value)))
      throw InputError("--strategy {}: {} '{}' is no positive number", name, option,
                       printable(word(option, "")));
    return value;
  }
  double real_within(const std::string& option, double otherwise, double least, double most) {
    const double value = parsed(option, otherwise);
    if (!(value >= least && value <= most))
      throw InputError("--strategy {}: {} '{}' is no number from {} to {}", name, option,
                       printable(word(option, "")), least, most);
    return value;
  }
  // Throws InputError if there is an option that was not asked for.
  void finish() const {
    for (const auto& [option, value] : options_)
      if (std::ranges::find(known_, option) == known_.end()) {
        throw InputError("--strategy {}: no option '{}', it has {}", name, printable(option), join(known_));
      }
  }

 private:
  // Not a number where the text is none.
  double parsed(const std::string& option, double otherwise) {
    const std::string text = word(option, fmt::to_string(otherwise));
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
  }
  std::map<std::string, std::string> options_;
  std::vector<std::string> known_;
};

RecipeOptions recipe_of(Description& description, const ArchitectureSpace& space) {
  RecipeOptions recipe = RecipeOptions::for_space(space);
  const std::string terms = description.word("terms", recipe.paths ? "plsd" : "lsd");
  if (!recipe.paths && terms.find('p') != std::string::npos)
    throw InputError("--strategy {}: terms '{}' has p, paths, which are too many to count in {}",
                     description.name, printable(terms), space.name());
  for (const char term : terms)
    if (std::string("plsd").find(term) == std::string::npos)
      throw InputError("--strategy {}: terms '{}' has other letters than p, l, s, d", description.name,
                       printable(terms));
  for (const char term : terms)
    if (std::ranges::count(terms, term) > 1)
      throw InputError("--strategy {}: terms '{}' has {} twice", description.name, terms, term);
  if (terms.empty()) throw InputError("--strategy {}: terms has none of p, l, s, d", description.name);
  const auto has = [&](char term) { return terms.find(term) != std::string::npos; };
  recipe.paths = has('p');
  recipe.labels = has('l');
  recipe.statistics = has('s');
  recipe.linear = has('d');
  recipe.relevances = recipe.relevances && recipe.statistics;
  return recipe;
}

SharedSpace searched_space(const StrategyTask& task) {
  if (!task.distinct) return SharedSpace(task.space);
  const auto hashes = std::make_shared<RowCache<std::string>>(canonical_hash);
  return SharedSpace(task.space, [hashes](const Architecture& a) { return *hashes->rows({a}).front(); });
}

constexpr int kInitial = 10;  // initial architectures; bowl has half when asked for one at a time

Maker bowl(Description& description, const StrategyTask& task) {
  const bool spread = description.choice("start", "spread", {"spread", "random"}) == "spread";
  const bool listed = task.space->all() != nullptr;
  const std::string pool_name =
      description.choice("pool", listed ? "whole" : "mutations", {"whole", "mutations", "random"});
  const bool whole = pool_name == "whole";
  if (whole && !listed)
    throw InputError("--strategy {}: pool=whole needs a space that can be listed, {} cannot",
                     description.name, task.space->name());
  const bool clip = description.choice("clip", "yes", {"yes", "no"}) == "yes";
  const AcquisitionKind kind =
      parse_acquisition(description.choice("acquisition", "ucb", {"ucb", "log_ei", "ei", "pi"}));
  const std::string name = description.choice("model", "recipe", architecture_model_names());
  const RecipeOptions recipe = name == "recipe" ? recipe_of(description, *task.space) : RecipeOptions{};
  description.finish();
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
    const int initial = task.batch == 1 ? kInitial / 2 : kInitial;
    if (spread) {
      parts.design = spread_architectures(*task.space, initial, rng);
    } else {
      for (int i = 0; i < initial; ++i) parts.design.push_back(task.space->sample(rng));
    }
    return std::make_unique<ModelStrategy>(space, std::move(parts), ModelStrategyOptions{clip}, seed);
  };
}

// Bayesian optimisation that begins with architectures drawn at random; `complete` adds what is still
// missing.
using Parts = ModelOptimiserParts<Architecture>;
Maker from_random_start(const StrategyTask& task, const std::shared_ptr<const ArchitectureModel>& model,
                        const ModelStrategyOptions& options, const std::function<void(Parts&)>& complete,
                        int initial = kInitial) {
  return [=](std::uint64_t seed) {
    Parts parts;
    parts.model = model->fresh();
    parts.pending = task.pending;
    complete(parts);
    Rng rng(mix_seed(seed, "start"));
    for (int i = 0; i < initial; ++i) parts.design.push_back(task.space->sample(rng));
    return std::make_unique<ModelStrategy>(SharedSpace(task.space), std::move(parts), options, seed);
  };
}

// NAS-BOWL's loop around another model.
Maker as_printed(Description& description, const StrategyTask& task, const std::string& model_name) {
  description.finish();
  return from_random_start(task, make_architecture_model(model_name, task.space), {false}, [=](Parts& parts) {
    parts.rule = acquisition_rule<Architecture>(AcquisitionKind::log_ei, 0);
    MutationPoolOptions pool;
    if (task.space->name() == "nb201") pool.mutated = 1;
    parts.proposer = std::make_unique<WithoutIsomorphs>(SharedSpace(task.space), pool);
  });
}

// The model sees ten times the error, with the sign of a value (section 4.2 there).
double negative_error_times_ten(double value) {
  constexpr double kFactor = 10, kLeastValue = -50;
  return -kFactor * std::exp(-std::max(value, kLeastValue));
}

Maker sreedhar(Description& description, const StrategyTask& task) {
  constexpr double kEiXi = 0.01, kLcbXi = 1, kMostXi = 1e6;
  const std::string kernel = description.choice("kernel", "gcn", {"gcn", "wl", "edge"});
  const std::string acquisition = description.choice("acquisition", "lcb", sreedhar_rule_names());
  double xi = 0;
  if (acquisition == "ei" || acquisition == "lcb")
    xi = description.real_within("xi", acquisition == "ei" ? kEiXi : kLcbXi, 0, kMostXi);
  SampledPoolOptions pool;
  const std::string sampling = description.choice("sampling", "hybrid", {"hybrid", "random", "mutation"});
  if (sampling == "hybrid") pool.drawn = description.real_within("drawn", pool.drawn, 0, 1);
  if (sampling == "random") pool.drawn = 1;
  if (sampling == "mutation") pool.drawn = 0;
  if (sampling != "random") pool.parents = description.number("parents", pool.parents);
  pool.size = description.number("candidates", pool.size);
  const int initial = description.number("initial", kInitial);
  description.finish();
  const std::string model = kernel == "wl" ? "wl-undirected" : kernel;
  return from_random_start(
      task, make_architecture_model(model, task.space), {false, negative_error_times_ten},
      [=](Parts& parts) {
        parts.rule = sreedhar_rule(acquisition, xi);
        parts.proposer = std::make_unique<SampledPool>(SharedSpace(task.space), pool);
      },
      initial);
}

Maker bananas(Description& description, const StrategyTask& task) {
  NetworkEnsembleOptions options;
  options.epochs = description.number("epochs", options.epochs);
  description.finish();
  return from_random_start(task, make_network_ensemble(task.space, options), {false}, [=](Parts& parts) {
    parts.rule = independent_thompson_rule();
    MutationPoolOptions pool;
    pool.size = 100;
    pool.mutated = 1;
    parts.proposer = std::make_unique<MutationPool<SharedSpace>>(SharedSpace(task.space), pool);
  });
}

Maker nasbot(Description& description, const StrategyTask& task) {
  const bool clip = description.choice("clip", "no", {"yes", "no"}) == "yes";
  description.finish();
  return from_random_start(task, make_architecture_model("otmann", task.space), {clip}, [=](Parts& parts) {
    parts.rule = acquisition_rule<Architecture>(AcquisitionKind::log_ei, 0);
    parts.proposer =
        std::make_unique<EvolvedPool<SharedSpace>>(SharedSpace(task.space), EvolvedPoolOptions{});
  });
}

Maker by_parameters(Description& description, const StrategyTask& task) {
  description.finish();
  const auto all = task.space->all();
  if (!all) throw InputError("--strategy parameters: needs a space that can be listed");
  if (!task.parameters)
    throw InputError("--strategy parameters: needs a table with the architectures' parameters");
  return [=](std::uint64_t seed) {
    // Many have the same number: among them chance decides, so that no order of a table is an advantage.
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

Maker parzen(Description& description, const StrategyTask& task) {
  description.finish();
  if (task.space->levels().empty())
    throw InputError("--strategy tpe: needs a space whose architectures are made of choices, {} is not",
                     task.space->name());
  return [=](std::uint64_t seed) {
    return std::make_unique<CodedSearch>(
        SharedSpace(task.space),
        std::make_unique<TreeParzen>(CodedSearch::choices(*task.space), TreeParzenOptions{}, seed), seed);
  };
}

Maker from_supernet(Description& description, const StrategyTask& task) {
  SupernetPlan plan;
  plan.kind = description.name;
  plan.epochs = description.number("epochs", plan.epochs);
  plan.rate = description.real("rate", plan.rate);
  if (plan.one_shot()) {
    plan.supernet = description.choice("supernet", plan.supernet, supernet_names());
    if (plan.supernet == "multi") plan.paths = description.number("paths", plan.paths);
    plan.rank = description.choice("rank", plan.rank, rank_names());
    plan.batches = description.number("batches", plan.batches);
    plan.cells = description.number("cells", plan.cells);
  } else {
    plan.gradient = description.choice("gradient", plan.gradient, {"validation", "tse"});
    if (plan.gradient == "tse") plan.interval = description.number("interval", plan.interval);
    constexpr double kDrnasRate = 6e-4;
    plan.alpha_rate = description.real("alpha-rate", plan.kind == "drnas" ? kDrnasRate : plan.alpha_rate);
  }
  description.finish();
  if (task.space->name() != "nb201")
    throw InputError("--strategy {}: there is a supernet of nb201 only, not of {}", plan.kind,
                     task.space->name());
  if (task.ranker == nullptr)
    throw InputError("--strategy {}: is for --data, it needs images to train a supernet on", plan.kind);
  plan.check();
  task.ranker->check(plan, *task.space);
  return [=](std::uint64_t seed) {
    return std::make_unique<ListedOrder>(
        SharedSpace(task.space),
        std::make_shared<const std::vector<Architecture>>(task.ranker->ranked(plan, *task.space, seed)),
        seed);
  };
}

}  // namespace

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names{"bowl",    "nas-bowl", "gcn",        "sreedhar", "nasbot",
                                              "bananas", "local",    "evolution",  "tpe",      "one-shot",
                                              "darts",   "drnas",    "parameters", "random"};
  return names;
}

StrategyMaker::StrategyMaker(const std::string& text, StrategyTask task) {
  check_told_policy(task.pending, "architectures");
  if (task.batch < 1) throw InputError("--batch: {} is below 1", task.batch);
  Description description(text);
  const std::string& name = description.name;
  if (description.choice("motifs", "no", {"no", "yes"}) == "yes") {
    if (!task.motifs)
      throw InputError("--strategy {}: motifs=yes needs --motifs, a file to learn them from", name);
    task.space = task.motifs;
  }
  const SharedSpace space(task.space);
  if (name == "bowl") {
    make_ = bowl(description, task);
  } else if (name == "nas-bowl") {
    make_ = as_printed(description, task, task.space->name() == "nb201" ? "wl" : "wl-oa");
  } else if (name == "gcn") {
    make_ = as_printed(description, task, "gcn");
  } else if (name == "sreedhar") {
    make_ = sreedhar(description, task);
  } else if (name == "bananas") {
    make_ = bananas(description, task);
  } else if (name == "nasbot") {
    make_ = nasbot(description, task);
  } else if (name == "parameters") {
    make_ = by_parameters(description, task);
  } else if (name == "one-shot" || name == "darts" || name == "drnas") {
    make_ = from_supernet(description, task);
  } else if (name == "tpe") {
    make_ = parzen(description, task);
  } else if (name == "evolution") {
    EvolutionOptions options;
    options.population = description.number("population", options.population);
    options.tournament = description.number("tournament", options.tournament);
    description.finish();
    options.check();
    make_ = [=](std::uint64_t seed) { return std::make_unique<RegularisedEvolution>(space, options, seed); };
  } else if (name == "local") {
    description.finish();
    make_ = [=](std::uint64_t seed) { return std::make_unique<LocalSearch>(space, seed); };
  } else if (name == "random") {
    description.finish();
    make_ = [=](std::uint64_t seed) { return std::make_unique<UniformSearch<SharedSpace>>(space, seed); };
  } else {
    const std::string nearest = nearest_name(name, strategy_names());
    throw InputError("--strategy: '{}' is none of {}{}", printable(name), join(strategy_names()),
                     nearest.empty() ? "" : "; did you mean " + nearest + "?");
  }
}

}  // namespace bora
