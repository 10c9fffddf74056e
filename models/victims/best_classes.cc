#include "models/victims/best_classes.h"

#include <cmath>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/answer_format.h"

namespace bora::models {

void check_best(const std::string& name, std::optional<int> classes, int top) {
  if (!classes || *classes < 2)
    throw InputError(
        "{}: gives its best classes only, so that its number of classes must be stated (--classes)", name);
  if (top < 0 || top > *classes)
    throw InputError("{}: states that it gives the {} best of {} classes", name, top, *classes);
}

Batch spread_out(const Batch& given, int top, int classes, const std::string& name) {
  if (given.cols() != 2 * static_cast<Eigen::Index>(top))
    throw VictimError(fmt::format("{}: gave {}, expected {}: the scores of the {} and which these are", name,
                                  count_of(given.cols(), "column"), 2 * top,
                                  count_of(top, "best class", "best classes")));
  Batch all = Batch::Constant(given.rows(), classes, kHidden);
  for (Eigen::Index row = 0; row < given.rows(); ++row)
    for (int rank = 0; rank < top; ++rank) {
      const float score = given(row, rank), label = given(row, top + rank);
      if (!std::isfinite(score))
        throw NotFiniteScores(fmt::format("{}: gave scores that are not finite: {}", name, score), row);
      if (rank > 0 && score > given(row, rank - 1))
        throw VictimError(fmt::format("{}: gave the score {} behind {}, expected the best class first", name,
                                      score, given(row, rank - 1)));
      if (!(label >= 0 && label < static_cast<float>(classes)) || label != std::floor(label))
        throw VictimError(
            fmt::format("{}: gave the class {} among the best, expected 0 to {}", name, label, classes - 1));
      float& place = all(row, static_cast<Eigen::Index>(label));
      if (place != kHidden)
        throw VictimError(fmt::format("{}: gave the class {} twice among the {} best", name, label, top));
      place = score;
    }
  return all;
}

}  // namespace bora::models
