// Searches for architectures, by name.
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

using Strategy = AskTell<SharedSpace>;

/// Task that a strategy is made for.
struct StrategyTask {
  SpacePtr space;
  int batch = 5;  ///< architectures asked for at a time, >= 1
  /// Policy of Bayesian optimisation for pending architectures, one of pending_policy_names(). With none, a
  /// batch consists of the best architectures of a single acquisition function.
  std::string pending = "none";
  /// Number of parameters of an architecture; required by the strategy `parameters`.
  std::function<double(const Architecture&)> parameters;
  /// Restriction of the space to architectures with motifs that were good on an earlier task (MotifSpace),
  /// for strategies with motifs=yes; null: none.
  SpacePtr motifs = nullptr;
  /// Ranker, which must outlive the maker; required by `one-shot`, `darts` and `drnas`.
  const SupernetRanker* ranker = nullptr;
  /// If true, `bowl` treats architectures of equal computation_hash() as the same, so that none is trained
  /// again under another name. Tables have a value for every name.
  bool distinct = false;
  /// If true, `space` is a MotifSpace, and each search teaches a copy of it (motifs=updated).
  bool update_motifs = false;
  /// Number of architectures planned, >= 0; 0: unknown. Below 30, `bowl` and `tpe` have fewer initial
  /// architectures (default_initial_points()); the others keep the published number.
  int budget = 0;
};

/// Returns the names of strategies. Options follow a name as name:option=value:option=value; every strategy
/// has motifs=no|yes, and those of Bayesian optimisation but bowl and treebo also motifs=updated:
///
///   bowl         Bayesian optimisation with the recipe (RecipeOptions); start=spread|random,
///                pool=whole|mutations|random, model=(a name of architecture_model_names()),
///                acquisition=ucb|log_ei|ei|pi, clip=yes|no, terms=(some of p, l, s, d: paths, labels,
///                statistics, their dot product)
///   nas-bowl     as Ru 2021, chapter 7: Weisfeiler-Lehman labels, h=auto (by the evidence) | 0 to 3,
///                base=dot|intersection (dot on NAS-Bench-201, intersection elsewhere), noise=0 (variance of
///                standardised targets; 0: learnt), initial=10 architectures at random first, then the best
///                of candidates=200 by acquisition=ei|pi|ucb|greedy|thompson|random, beta=2 (for ucb),
///                isomorphic ones passed over. drawn=0.5 is the share of candidates drawn at random, 0 on
///                NAS-Bench-201; the others are mutations of the parents=10 best. target=log-error|accuracy:
///                what the model sees
///   gcn          the same with the kernel of an untrained graph network (Sreedhar 2021, section 3.4);
///                without h, base and noise
///   sreedhar     as Sreedhar 2021 (graph_kernel_search.h), for which one is asked at a time:
///                kernel=gcn|wl|edge of graphs without direction, acquisition=lcb|ei|greedy|thompson,
///                xi=1 (for lcb; the thesis gives no number), xi=0.01 (for ei),
///                sampling=hybrid|random|mutation, drawn=0.25 (for hybrid: the share drawn at random),
///                parents=1, candidates=3000, initial=10. The model sees ten times the error, exp(-value)
///   nasbot       as Kandasamy et al. 2018: OTMANN's distances, expected improvement, candidates by
///                evolution; ten architectures at random first; clip=no|yes; lengths=24|6 (path lengths of
///                the distances), acquisition=ei|random (random: RAND there)
///   treebo       as TreeBO in Kandasamy et al. 2018: chains of layers alone, a kernel of shared paths
///                (make_tree_model), expected improvement, candidates by evolution; for the spaces mlp and
///                cnn
///   bananas      as White, Neiswanger and Savani 2021: five networks on path encodings, independent Thompson
///                sampling over 100 mutations of the ten best; epochs=150
///   local        local search (White, Nolen and Savani 2021): ten at random, then the first better
///                neighbour of the best; restarts from a random architecture where there is none
///   evolution    regularised evolution (Real et al. 2019): population=30, tournament=10
///   tpe          tree of Parzen estimators over an architecture's choices
///   one-shot     cells of nb201, best first by a supernet in which all share weights;
///                supernet=random|fair|multi, paths=5 (of multi), rank=tse|tse-late|accuracy|sovl|tlmini,
///                batches=100, cells=200, epochs=50, rate=.025
///   darts        cells of nb201, most probable first under a supernet's mixture of operations (Liu et al.
///                2019); gradient=validation|tse, interval=100 (of tse), alpha-rate=.0003, epochs=50,
///                rate=.025
///   drnas        the same with Dirichlet distributions (Chen et al. 2021); alpha-rate=.0006
///   parameters   all architectures, largest first, ties at random: what every search has to beat
///   random       architectures drawn from the space
const std::vector<std::string>& strategy_names();

/// Maker of strategies of one kind for one task, which share the results computed for the space.
class StrategyMaker {
 public:
  /// Throws InputError for an unknown name or option, or one that the task does not allow.
  StrategyMaker(const std::string& name, StrategyTask task);
  std::unique_ptr<Strategy> make(std::uint64_t seed) const { return make_(seed); }

 private:
  std::function<std::unique_ptr<Strategy>(std::uint64_t)> make_;
};

}  // namespace bora::nas
