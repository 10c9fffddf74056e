// The incumbent of a search.
#pragma once

#include "attacks/image/image_attack.h"

namespace bora::attacks {

/// Best of the images queried so far, by a loss.
struct Incumbent {
  Pixels image;  ///< d values; empty before the first answer
  Eigen::RowVectorXd log_p;
  double loss = 0;
  int number = 0;  ///< number of its query, counted from 0

  /// Becomes an image whose loss `value` is larger, or the first image. Returns whether it does.
  bool offer(const Pixels& queried, const Eigen::RowVectorXd& seen, double value, int query) {
    if (image.size() > 0 && !(value > loss)) return false;
    *this = {queried, seen, value, query};
    return true;
  }
};

}  // namespace bora::attacks
