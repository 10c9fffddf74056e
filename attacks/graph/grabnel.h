// GRABNEL: Bayesian optimisation of graph perturbations (Wan et al., NeurIPS 2021; Ru 2021, 6.6, alg. 10).
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attacks/graph/edit_sampler.h"
#include "attacks/graph/edit_search.h"
#include "attacks/graph/graph_attack.h"
#include "attacks/graph/leap.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/kernels/graph/graph_features.h"
#include "surrogates/linear/ard_regression.h"

namespace bora {

struct GrabnelOptions {
  int iterations = 1;             ///< H of the Weisfeiler-Lehman features
  std::string features = "auto";  ///< auto | labels | degrees | attributes, see graph_surrogate.h
  int opening = 5;                ///< random graphs of the whole edit budget, asked for first
  int initial = 2;                ///< random edits at the start of each stage; the paper takes 5
  int batch = 8;                  ///< graphs chosen from one fit; the paper takes 5
  int leaps = 4;                  ///< of a batch: graphs that spend what is left of the edit budget at once
  EditSearchOptions search;       ///< maximises the acquisition

  /// Setting as=paper takes what the paper prints: 5 initial edits, batches of 5, no opening, no leaps.
  void read(AttackSettings& settings);
};

/// Spends the edit budget Delta in as many stages (fewer where the queries would not last for a batch each),
/// one edit each, with an equal share of the queries: within a stage all graphs are one edit away from its
/// base, and the best of them is the base of the next. Earlier edits may be taken back. Which edits to ask
/// for next is decided by expected improvement under a sparse Bayesian linear regression on Weisfeiler-Lehman
/// features of everything asked so far.
///
/// Departs from the paper in two things. The regression is on differences to the stage's base, of features
/// and of loss, which leaves its weights what they are and spares it an intercept that fits all stages at
/// once. And some queries leap (as=paper: none): they spend all edits that are left at once, on edits that
/// the surrogate likes together. Where many edits are allowed these find easy victims in a few queries, and
/// where no single edit shows the way they need none to. Bases are never leaps. When a stage has nothing new
/// to ask for, what is left of its queries goes to the next ones, and in the end to leaps.
class Grabnel final : public GraphAttack {
 public:
  Grabnel(GraphAttackProblem problem, const GrabnelOptions& options);
  ~Grabnel() override;

  std::vector<Graph> ask(int q) override;
  void tell(const std::vector<Graph>& queried, const std::vector<Observation>& observations) override;
  std::map<std::string, double> seconds() const override { return seconds_; }

  int stage() const { return stage_; }  ///< 1, 2, ...

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
  void open();
  void draw_initial();
  void choose();
  Eigen::MatrixXd active_parts(const std::vector<Edit>& edits) const;
  Eigen::RowVectorXd active_part(const SparseRow& row) const;
  std::vector<double> improvements(const Eigen::MatrixXd& X, double start, double incumbent) const;
  bool is_new(const Edit& edit);
  void remember_leap(Asked& leap, const SparseRow& features, double loss);
  void choose_leaps(int count, const std::vector<Edit>& pool);

  GraphAttackProblem problem_;
  GrabnelOptions options_;
  Rng rng_;
  EditSampler sampler_;
  EditableGraph base_;
  std::unique_ptr<GraphFeatures> features_;  // of the base
  ArdRegression regression_;
  int fitted_at_ = 0;                // rows
  SparseRow base_features_;          // less those of the original
  std::optional<double> base_loss_;  // unknown at the start where only labels are visible
  int stages_ = 1;
  int stage_ = 0;
  int asked_ = 0;                     // over all stages
  int stage_end_ = 0;                 // value of asked_ at which the stage ends
  std::vector<Tried> tried_;          // in this stage, but for leaps
  EditSet known_;                     // asked for in this stage
  std::deque<Asked> queue_;           // to be asked
  std::vector<Asked> in_flight_;      // asked, not told yet
  std::set<std::int64_t> met_;        // hashes of features, less those of the original, of graphs asked for
  std::vector<PastLeap> best_leaps_;  // of the whole run, best first
  std::map<std::string, double> seconds_;
};

}  // namespace bora
