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

struct GradientEditsOptions {
  std::string loss = "label-gap";  ///< loss whose gradient is followed
  /// Maximum number of pairs considered for one edit (flip, add, remove). Where a graph has more, its edges
  /// and random other pairs are considered.
  int pairs = 2000000;
  int samples = 1000;                   ///< random edits considered for one edit (all other modes)
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Queries the original with the gradient of the loss w.r.t. the weights of edges, absent ones included, then
/// makes one edit a query: the one that promises the largest rise, sum over its pairs of gradient times
/// change of weight, of all edits that the threat model allows. No pair is edited twice. Ends when the edit
/// budget is spent or no edit promises a rise.
///
/// A node not yet injected has no gradient: it appears with a random edge when no other edit promises a rise.
class GradientEdits final : public Attack<Graph> {
 public:
  GradientEdits(GraphAttackProblem problem, GradientEditsOptions options);
  std::optional<Graph> ask() override;
  void tell(const Graph& queried, const Observation& seen) override;
  std::optional<GradientRequest> gradient_wanted() const override { return GradientRequest{loss_, pairs_}; }

 private:
  void look_around();
  std::vector<NodePair> toggles();
  Edit toggle(NodePair pair) const;
  float rise(const Edit& edit, const Eigen::RowVectorXf& gradient) const;  // promised, to first order
  std::optional<Edit> best_edit(const Eigen::RowVectorXf& gradient) const;

  GraphAttackProblem problem_;
  GradientEditsOptions options_;
  Loss loss_;
  EditSampler sampler_;
  Rng rng_;
  EditableGraph graph_;
  std::set<NodePair> edited_;
  std::vector<Edit> candidates_;  // for the next edit; flip, add, remove: none, since each pair is one
  std::vector<NodePair> pairs_;   // ascending; all that may be edited
  bool finished_ = false;
};

}  // namespace bora::attacks
