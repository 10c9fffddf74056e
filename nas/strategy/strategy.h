// Search strategies by name.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"
#include "nas/supernet/supernet_plan.h"
#include "nas/surrogate/architecture_models.h"
#include "surrogates/search/ask_tell.h"

namespace bora::nas {

/// Search by ask and tell of numbered trials.
using Strategy = AskTell<SharedSpace>;

/// Task that a strategy is made for.
struct StrategyTask {
  SpacePtr space;
  int batch = 5;  ///< number of architectures asked for at a time, >= 1
  /// Policy of Bayesian optimisation for pending architectures, one of pending_policy_names(). With none, a
  /// batch consists of the best architectures of a single acquisition function.
  std::string pending = "none";
  /// Number of parameters of an architecture; required by the strategy `parameters`.
  std::function<double(const Architecture&)> parameters;
  /// Restriction of the space to architectures with motifs that were good on an earlier task (MotifSpace),
  /// for strategies with motifs=yes; null: none.
  SpacePtr motifs = nullptr;
  /// Ranker of cells by a supernet, required by `one-shot`, `darts` and `drnas`; must outlive the maker.
  const SupernetRanker* ranker = nullptr;
  /// If true, `bowl` treats architectures of equal computation_hash() as the same, so that no network is
  /// trained twice under different names. False for tables, which have a value for every name.
  bool distinct = false;
  /// If true, `space` is a MotifSpace, and each search has a copy of it that learns (motifs=updated).
  bool update_motifs = false;
  /// Description of the values if they are not -log(1 - accuracy), such as "estimator tse"; else "".
  /// Strategies that model the accuracy then refuse the task: `sreedhar`, and target=accuracy of `nas-bowl`
  /// and `gcn`.
  std::string other_values = "";
  /// Planned number of architectures, >= 0; 0: unknown. Below 30, `bowl`, `evolution` and `tpe` have fewer
  /// initial architectures (default_initial_points()); other strategies keep the published number.
  int budget = 0;
};

/// Returns the names of strategies, below with their settings, which follow a name as
/// name:setting=value:setting=value. Every strategy has motifs=no|yes; nas-bowl, gcn, sreedhar, nasbot and
/// bananas also have motifs=updated.
///
///   bowl         Bayesian optimisation with the recipe (RecipeOptions); start=spread|random,
///                pool=whole|mutations|random, model=(a name of architecture_model_names()),
///                acquisition=ucb|log_ei|ei|pi, clip=yes|no, terms=(some of p, l, s, d: paths, labels,
///                statistics, their dot product)
///   nas-bowl     as in Ru 2021, chapter 7: Weisfeiler-Lehman kernel with depth h=auto (by evidence) | 0 to
///                3; base=dot|intersection (default: dot on NAS-Bench-201, else intersection); noise=0
///                (variance of the standardised targets; 0: learnt); initial=10 random architectures; then
///                the best of candidates=200 of different texts, of which isomorphic ones are left out, by
///                acquisition=ei|pi|ucb|greedy|thompson|random, beta=2 (of ucb). drawn=0.5 (on NAS-Bench-201:
///                0) is the fraction of random candidates; the others are mutations of the parents=10 best.
///                target=log-error|accuracy: quantity that is modelled (accuracy: only if values are
///                accuracies)
///   gcn          nas-bowl with the kernel of an untrained graph network (Sreedhar 2021, section 3.4);
///                without h, base and noise
///   sreedhar     as in Sreedhar 2021 (graph_kernel_search.h), which asks for one architecture at a time:
///                kernel=gcn|wl|edge on undirected graphs, acquisition=lcb|ei|greedy|thompson, xi=1 (of lcb;
///                the thesis gives no number), xi=0.01 (of ei), sampling=hybrid|random|mutation, drawn=0.25
///                (of hybrid: fraction of random candidates), parents=1, candidates=3000, initial=10. The
///                modelled quantity is ten times the error, 10 exp(-value), so that values must be accuracies
///   nasbot       as in Kandasamy et al. 2018: kernel of OTMANN distances, expected improvement, candidates
///                by evolution, ten random initial architectures; clip=no|yes; lengths=24|6 (path lengths of
///                the distances); acquisition=ei|random (random: RAND of the paper)
///   treebo       TreeBO as in Kandasamy et al. 2018, for the spaces mlp and cnn: only chains of layers, a
///                kernel of shared paths (make_tree_model) that compares the first eight layers, expected
///                improvement, candidates by evolution
///   bananas      as in White, Neiswanger and Savani 2021: five networks on path encodings, independent
///                Thompson sampling over 100 mutations of the ten best; epochs=150
///   local        local search (LocalSearch)
///   evolution    regularised evolution (RegularisedEvolution): population=30, tournament=10 and initial=10
///                random architectures, both at most the population by default. Real et al. 2019 have as many
///                initial ones as the population
///   tpe          tree-structured Parzen estimator over the codes of architectures
///   one-shot     cells of nb201 in the order of a ranking by a supernet with shared weights;
///                supernet=random|fair|multi, paths=5 (of multi), rank=tse|tse-late|accuracy|sovl|tlmini,
///                batches=100, cells=200, epochs=50, rate=.025
///   darts        cells of nb201 in the order of their probability under a supernet's mixture of operations
///                (Liu et al. 2019); gradient=validation|tse, interval=100 (of tse), alpha-rate=.0003,
///                epochs=50, rate=.025
///   drnas        darts with Dirichlet distributions (Chen et al. 2021); alpha-rate=.0006
///   parameters   all architectures by decreasing number of parameters, ties at random; a baseline
///   random       random architectures of the space
const std::vector<std::string>& strategy_names();

/// Maker of strategies of one kind for one task. The strategies share features computed for the space.
class StrategyMaker {
 public:
  /// name: a strategy, with settings if wanted. Throws InputError for an unknown name or setting, or one that
  /// the task does not allow.
  StrategyMaker(const std::string& name, StrategyTask task);
  /// Returns a new search with this seed.
  std::unique_ptr<Strategy> make(std::uint64_t seed) const { return make_(seed); }

  /// Returns a warning if all architectures of a search with this budget are random, since the strategy
  /// begins with as many; else "". Throws SettingError if the strategy may propose fewer architectures than
  /// `budget`.
  std::string check_budget(int budget) const;

 private:
  std::function<std::unique_ptr<Strategy>(std::uint64_t)> make_;
  std::string name_;
  SpacePtr motifs_;  // space of a strategy with motifs=yes; null for others
  int random_ = 0;   // number of random architectures with which a search begins
};

}  // namespace bora::nas
