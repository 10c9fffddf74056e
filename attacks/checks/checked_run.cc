#include "attacks/checks/checked_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bora::attacks {
namespace {

constexpr int kMostEdits = std::numeric_limits<int>::max();

}  // namespace

NormBall widened(const NormBall& ball, Bound bound, const ImageShape& shape) {
  if (bound == Bound::own) return ball;
  // Smallest epsilon at which any image is allowed.
  const double any = ball.norm() == Norm::linf ? 1.0
                     : ball.norm() == Norm::l2 ? std::sqrt(shape.size())
                     : ball.norm() == Norm::l0 ? shape.height * shape.width
                                               : std::max(shape.height, shape.width);
  return {ball.norm(), bound == Bound::none ? any : std::min(any, 2 * ball.epsilon()), ball.continuous(),
          shape};
}

EditRules widened(const EditRules& rules, Bound bound) {
  EditRules wide = rules;
  if (bound == Bound::own) return wide;
  if (bound == Bound::twice) {
    wide.ratio = std::min(1.0, 2 * rules.ratio);
    wide.most_edits = rules.most_edits + std::min(rules.most_edits, kMostEdits - rules.most_edits);
    return wide;
  }
  wide.ratio = 0.5;  // share of n^2, about the number of pairs of nodes
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
