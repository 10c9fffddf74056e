// GRABNEL: Bayesian optimisation of graph perturbations (Wan et al., NeurIPS 2021; Ru 2021, 6.6, alg. 10).
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "attacks/graph/edit_sampler.h"
#include "attacks/graph/edit_search.h"
#include "attacks/graph/edit_surrogate.h"
#include "attacks/graph/graph_attack.h"
#include "attacks/graph/leap.h"
#include "attacks/settings/attack_settings.h"

namespace bora {

struct GrabnelOptions {
  int opening = 5;                   ///< random graphs of the whole edit budget, asked for first
  int initial = 2;                   ///< random edits at the start of a stage
  std::string initial_in = "every";  ///< stages that start with them: every | first
  int batch = 8;                     ///< graphs chosen from one fit
  int stage = 0;                     ///< fewest queries of a stage; 0: initial + batch
  std::string incumbent = "stage";   ///< whose best loss is to be surpassed: of the stage | run
  std::string twins = "last";        ///< graphs with the features of one asked for: last | alike
  int leaps = 4;                     ///< of a batch: graphs that spend all edits that are left at once
  std::string leaps_by = "model";    ///< what chooses their edits: model | random
  EditSurrogateOptions surrogate;
  EditSearchOptions search;  ///< maximises the acquisition

  /// Setting as=paper takes what the paper prints.
  void read(AttackSettings& settings);
  bool operator==(const GrabnelOptions&) const = default;
};

/// Spends the edit budget Delta in stages, one edit each, with an equal share of the queries: within a stage
/// all graphs are one edit away from its base, and the best of them is the base of the next. Earlier edits
/// may be taken back. Which edits to ask for next is decided by expected improvement under a sparse Bayesian
/// linear regression on Weisfeiler-Lehman features of everything asked so far.
///
/// as=paper does what algorithm 10 and sections 6.6.2 and 6.6.3 of Ru 2021 say: Delta stages; 5 random edits
/// at the start of the first alone; batches of 5; a regression on all features, with any number of weights,
/// fitted to convergence after every batch. What they leave open: within a generation the edits that are
/// mutated win tournaments, as in the ageing evolution (Real et al., AAAI 2019) that the search is; and no
/// graph is asked for twice in a stage.
///
/// The defaults depart from it, each by a setting of its own. Fewer stages are made where the queries would
/// not last for a batch each. The regression is on differences to the stage's base, which leaves its weights
/// what they are and spares it an intercept that fits all stages at once; it looks at fewer features and is
/// fitted less often, so that a query costs the same however many there were. Of graphs that the features
/// cannot tell apart one is asked for. And some queries leap: they spend all edits that are left at once, on
/// edits that the surrogate likes together. Where many edits are allowed these find easy victims in a few
/// queries, and where no single edit shows the way they need none to. leaps-by=random draws their edits
/// instead, which shows what the surrogate adds. Bases are never leaps. When a stage has nothing new to ask
/// for, what is left of its queries goes to the next ones, and in the end to leaps.
class Grabnel final : public GraphAttack {
 public:
  Grabnel(GraphAttackProblem problem, const GrabnelOptions& options);

  std::vector<Graph> ask(int q) override;
  void tell(const std::vector<Graph>& queried, const std::vector<Observation>& observations) override;
  std::map<std::string, double> seconds() const override { return seconds_; }

  int stage() const { return stage_; }  ///< 1, 2, ...
  const EditSurrogate& surrogate() const { return surrogate_; }

 private:
  struct Asked {
    Edit edit;
    bool leap = false;
    std::vector<Edit> units = {};  // of a leap
  };
  struct PastLeap {
    std::vector<Edit> units;
    SparseRow features;  // less those of the original
    double loss = 0;
  };
  struct Tried {
    Edit edit;
    double loss = 0;
  };
  bool prepare();  // fills queue_; false if there is nothing left to ask
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
  int asked_ = 0;                     // over all stages
  int stage_end_ = 0;                 // value of asked_ at which the stage ends
  std::vector<Tried> tried_;          // in this stage, but for leaps
  EditSet known_;                     // asked for in this stage
  std::deque<Asked> queue_;           // to be asked
  std::vector<Asked> in_flight_;      // asked, not told yet
  std::optional<double> best_;        // loss of the run
  std::vector<PastLeap> best_leaps_;  // of the whole run, best first
  std::map<std::string, double> seconds_;
};

}  // namespace bora
