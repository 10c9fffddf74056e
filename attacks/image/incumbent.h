// Incumbent of a search.
#pragma once

#include "attacks/image/image_attack.h"

namespace bora::attacks {

/// Image with the largest loss of those queried so far; the first one of equal losses.
struct Incumbent {
  Pixels image;              ///< d values; empty before the first answer
  Eigen::RowVectorXd log_p;  ///< log-probability of each class
  double loss = 0;
  int number = 0;  ///< index of its query, counted from 0

  /// Replaces the incumbent if `value`, the loss of `queried`, is larger, or if there is no incumbent yet.
  /// Returns whether it was replaced. `query`: index of the query.
  bool offer(const Pixels& queried, const Eigen::RowVectorXd& seen, double value, int query) {
    if (image.size() > 0 && !(value > loss)) return false;
    *this = {queried, seen, value, query};
    return true;
  }
};

}  // namespace bora::attacks
