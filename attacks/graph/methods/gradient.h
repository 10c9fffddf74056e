// White-box reference: greedy edits along the gradient (GradArgmax of Dai et al., ICML 2018, 3.3; the
// gradient baseline of Ru 2021, 6.6.4).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Settings that GradientEdits takes.
struct GradientEditsOptions {
  std::string loss = "label-gap";  ///< loss that is maximised
  /// Modes flip, add, remove: largest number of pairs considered for one edit. If a graph has more, its edges
  /// and random other pairs are considered.
  int pairs = 2000000;
  int samples = 1000;                   ///< other modes: number of random edits considered for one edit
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that queries the original, then makes one more edit for each query. Each answer comes with the
/// gradient of the loss w.r.t. the weights of edges, absent ones included. The next edit is the one with the
/// largest first-order increase of the loss, the sum over its pairs of gradient times change of weight, among
/// all edits that the threat model allows. No pair is edited twice. The attack ends when the edit budget is
/// spent or no edit increases the loss.
///
/// A node that is not injected yet has no gradient. It is injected with a random edge if no other edit
/// increases the loss.
class GradientEdits final : public Attack<Graph> {
 public:
  GradientEdits(GraphAttackProblem problem, GradientEditsOptions options);
  std::optional<Graph> ask() override;
  void tell(const Graph& queried, const Observation& seen) override;
  std::optional<GradientRequest> gradient_wanted() const override { return GradientRequest{loss_, pairs_}; }

 private:
  void collect_candidates();
  std::vector<NodePair> toggles();
  Edit toggle(NodePair pair) const;
  float rise(const Edit& edit, const Eigen::RowVectorXf& gradient) const;
  std::optional<Edit> best_edit(const Eigen::RowVectorXf& gradient) const;

  GraphAttackProblem problem_;
  GradientEditsOptions options_;
  Loss loss_;
  EditSampler sampler_;
  Rng rng_;
  EditableGraph graph_;
  std::set<NodePair> edited_;     // pairs that were edited
  std::vector<Edit> candidates_;  // candidates for the next edit; empty in the modes flip, add and remove
  std::vector<NodePair> pairs_;   // pairs that the candidates change, ascending; in the modes flip, add and
                                  // remove, each pair is a candidate: its edge is added or removed
  bool finished_ = false;
};

}  // namespace bora::attacks
