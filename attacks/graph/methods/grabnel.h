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

/// Settings of Grabnel.
struct GrabnelOptions {
  int opening = 5;                   ///< number of random leaps that are queried first
  int initial = 2;                   ///< number of random edits at the start of a stage
  std::string initial_in = "every";  ///< stages that start with random edits: every | first
  int batch = 8;                     ///< number of graphs chosen with one fit of the surrogate
  int stage = 0;                     ///< smallest number of queries of a stage; 0: initial + batch
  std::string incumbent = "stage";   ///< loss to improve on: that of the best graph of the stage | run
  std::string twins = "last";        ///< graphs that have the features of a queried one are chosen: last
                                     ///< (after all others) | alike (like others)
  int leaps = 4;                     ///< number of leaps (leap.h) in a batch
  std::string leaps_by = "model";    ///< choice of the edits of leaps: model | random
  EditSurrogateOptions surrogate;
  EditSearchOptions search;  ///< search for edits with the largest acquisition values

  /// Reads the settings; as=paper selects the paper's values. Throws InputError.
  void read(AttackSettings& settings);
  bool operator==(const GrabnelOptions&) const = default;
};

/// GRABNEL attack, which spends the edit budget Delta in stages with one edit and an equal share of the
/// queries each. Within a stage, all graphs are one edit away from its base, and the best of them is the base
/// of the next stage. Earlier edits may be undone. Edits are chosen by expected improvement under a sparse
/// Bayesian linear regression on Weisfeiler-Lehman features of all queried graphs.
///
/// as=paper follows algorithm 10 and sections 6.6.2 and 6.6.3 of Ru 2021: Delta stages; 5 random edits at the
/// start of the first stage only; batches of 5; a regression on all features, with any number of weights,
/// fitted to convergence after every batch. In two details that these leave open, it selects the edits to
/// mutate by tournaments, as in ageing evolution (Real et al., AAAI 2019), and queries no graph twice in a
/// stage.
///
/// The defaults differ from the paper; each difference has a setting:
/// - There are fewer stages if the queries do not suffice for a batch in each.
/// - The regression is on differences from the stage's base, so that its weights have the same meaning in all
///   stages and no common intercept is needed.
/// - It considers fewer features and is fitted less often, so that the cost of a query does not grow with the
///   number of earlier ones.
/// - Graphs with the features of a queried one are queried last.
/// - Some queries are leaps, which spend all remaining edits at once, on edits that together have a large
///   expected improvement. With a large edit budget, leaps succeed on weak victims within a few queries, and
///   they help where no single edit improves the loss. leaps-by=random draws their edits at random, as an
///   ablation of the surrogate. A base is never a leap.
///
/// If a stage has no new single edit to query, its remaining queries go to the next stages; the last stage
/// then queries leaps only.
class Grabnel final : public Attack<Graph> {
 public:
  Grabnel(GraphAttackProblem problem, const GrabnelOptions& options);

  std::optional<Graph> ask() override;
  void tell(const Graph& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override { return seconds_; }

  int stage() const { return stage_; }  ///< number of the current stage, counted from 1
  const EditSurrogate& surrogate() const { return surrogate_; }

 private:
  // Graph to query, as an edit of the base.
  struct Asked {
    Edit edit;
    bool leap = false;
    std::vector<Edit> units = {};  // Leap::units of a leap
  };
  // Leap that was queried.
  struct PastLeap {
    std::vector<Edit> units;
    SparseRow features;  // features minus those of the original
    double loss = 0;
  };
  // Edit that was queried.
  struct Tried {
    Edit edit;
    double loss = 0;
  };
  bool prepare();  // fills queue_; returns false if no graph is left to query
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
  int stages_ = 1;                    // number of stages
  int stage_ = 0;                     // number of the current stage
  int asked_ = 0;                     // number of queries in all stages
  int stage_end_ = 0;                 // value of asked_ at which the stage ends
  std::vector<Tried> tried_;          // edits queried in this stage, without leaps
  EditSet known_;                     // edits queried or queued in this stage, with leaps
  std::deque<Asked> queue_;           // graphs to query next
  Asked in_flight_;                   // graph of the last query
  std::optional<double> best_;        // largest loss in all stages
  std::vector<PastLeap> best_leaps_;  // leaps of the whole run, best first
  std::map<std::string, double> seconds_;
};

}  // namespace bora::attacks
