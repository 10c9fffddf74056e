// GRABNEL: Bayesian optimisation of graph perturbations (Wan et al., NeurIPS 2021; Ru 2021, 6.6, alg. 10).
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "attacks/graph/edit_search.h"
#include "attacks/graph/edit_surrogate.h"
#include "attacks/graph/graph_attack.h"
#include "attacks/graph/methods/leap.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct GrabnelOptions {
  int opening = 5;                   ///< random graphs with the whole edit budget, queried first
  int initial = 2;                   ///< random edits at the start of a stage
  std::string initial_in = "every";  ///< stages that start with them: every | first
  int batch = 8;                     ///< graphs chosen from one fit
  int stage = 0;                     ///< fewest queries of a stage; 0: initial + batch
  std::string incumbent = "stage";   ///< loss to improve on: the best of the stage | run
  std::string twins = "last";        ///< place of graphs with the features of a queried one: last | alike
  int leaps = 4;                     ///< leaps in a batch: graphs that spend all remaining edits at once
  std::string leaps_by = "model";    ///< chooses the edits of leaps: model | random
  EditSurrogateOptions surrogate;
  EditSearchOptions search;  ///< maximises the acquisition

  /// Reads the settings; as=paper takes the paper's values.
  void read(AttackSettings& settings);
  bool operator==(const GrabnelOptions&) const = default;
};

/// GRABNEL attack, which spends the edit budget Delta in stages, one edit and an equal share of queries each:
/// within a stage all graphs are one edit away from its base, and the best of them is the base of the next
/// stage. Earlier edits may be undone. The next edits are chosen by expected improvement under a sparse
/// Bayesian linear regression on Weisfeiler-Lehman features of all queried graphs.
///
/// as=paper follows algorithm 10 and sections 6.6.2 and 6.6.3 of Ru 2021: Delta stages; 5 random edits at the
/// start of the first stage alone; batches of 5; a regression on all features, with any number of weights,
/// fitted to convergence after every batch. Where these leave details open, edits to be mutated win
/// tournaments within a generation, as in ageing evolution (Real et al., AAAI 2019), and no graph is queried
/// twice in a stage.
///
/// The defaults differ from the paper, each difference with its own setting. Fewer stages are made where the
/// queries do not suffice for a batch each. The regression is on differences from the stage's base, which
/// keeps the meaning of its weights and needs no intercept common to all stages; it considers fewer features
/// and is fitted less often, so that the cost of a query does not grow with the number of earlier ones. Of
/// graphs with equal features only one is queried. And some queries are leaps: they spend all remaining edits
/// at once, on edits that the surrogate rates highly together. Where many edits are allowed, leaps succeed on
/// easy victims within a few queries, and they work even where no single edit improves the loss.
/// leaps-by=random draws their edits at random instead, as an ablation of the surrogate. Bases are never
/// leaps. When a stage has nothing new to query, its remaining queries go to the next stages, and in the end
/// to leaps.
class Grabnel final : public Attack<Graph> {
 public:
  Grabnel(GraphAttackProblem problem, const GrabnelOptions& options);

  std::optional<Graph> ask() override;
  void tell(const Graph& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override { return seconds_; }

  int stage() const { return stage_; }  ///< 1, 2, ...
  const EditSurrogate& surrogate() const { return surrogate_; }

 private:
  struct Asked {
    Edit edit;
    bool leap = false;
    std::vector<Edit> units = {};  // edits of a leap
  };
  struct PastLeap {
    std::vector<Edit> units;
    SparseRow features;  // minus those of the original
    double loss = 0;
  };
  struct Tried {
    Edit edit;
    double loss = 0;
  };
  bool prepare();  // fills queue_; false if there is nothing left to query
  void next_stage();
  void draw_initial();
  void choose();
  void remember_leap(Asked& leap, const SparseRow& features, double loss);
  void choose_leaps(int count, const std::vector<Edit>& pool);
  void draw_leaps(int count);

  GraphAttackProblem problem_;
  GrabnelOptions options_;
  Rng rng_;
  EditSampler sampler_;
  EditableGraph base_;
  EditSurrogate surrogate_;
  int stages_ = 1;
  int stage_ = 0;
  int asked_ = 0;                     // queries over all stages
  int stage_end_ = 0;                 // value of asked_ at which the stage ends
  std::vector<Tried> tried_;          // edits queried in this stage, without leaps
  EditSet known_;                     // queried in this stage
  std::deque<Asked> queue_;           // graphs to be queried
  Asked in_flight_;                   // the last query
  std::optional<double> best_;        // loss of the run
  std::vector<PastLeap> best_leaps_;  // leaps of the whole run, best first
  std::map<std::string, double> seconds_;
};

}  // namespace bora::attacks
