// Constraints on the values that a program reports: --constraint 'latency<=20'.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "common/relation.h"

namespace bora::tuning {

/// Bound that a value reported with the objective must keep for its trial to count.
struct OutcomeBound {
  std::string name;  ///< name of a column, or of a field of the JSON object that the program prints
  Relation relation = Relation::at_most;  ///< or at_least
  double bound = 0;

  /// Returns the slack of `value`: at least 0 where the bound is kept.
  double slack(double value) const { return relation == Relation::at_most ? bound - value : value - bound; }
  bool kept(double value) const { return holds(value, relation, bound); }
  /// Returns the bound in the format that --constraint accepts.
  std::string text() const;
};

/// Parses `texts`, each of which is NAME<=NUMBER or NAME>=NUMBER. Throws InputError, also where a name is
/// bounded twice from the same side.
std::vector<OutcomeBound> parse_outcome_bounds(const std::vector<std::string>& texts);

}  // namespace bora::tuning
