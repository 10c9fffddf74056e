#include "attacks/checks/checked_run.h"

#include <algorithm>

namespace bora::attacks {

LinfBall widened(const LinfBall& ball, Bound bound) {
  if (bound == Bound::own) return ball;
  return {bound == Bound::none ? 1.0 : std::min(1.0, 2 * ball.epsilon()), ball.continuous()};
}

EditRules widened(const EditRules& rules, Bound bound) {
  EditRules wide = rules;
  if (bound == Bound::own) return wide;
  if (bound == Bound::twice) {
    wide.ratio = std::min(1.0, 2 * rules.ratio);
    wide.most_edits = 2 * rules.most_edits;
    return wide;
  }
  wide.ratio = 0.5;  // share of n^2: as many edits as there are pairs of nodes
  wide.most_edits = kMostFreeEdits;
  wide.hops = 0;
  wide.keep_connected = false;
  return wide;
}

std::vector<InputRow> attacked_inputs(const RunDatabase& database, int most) {
  std::vector<InputRow> attacked;
  for (auto& row : database.inputs())
    if (row.attacked) attacked.push_back(std::move(row));
  return spread(attacked, most);
}

}  // namespace bora::attacks
