// Constraints on the values that a program reports: --constraint 'latency<=20'.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "common/relation.h"

namespace bora::tuning {

/// Bound on a value that the program reports besides the objectives. A trial that breaks it is infeasible.
struct OutcomeBound {
  std::string name;                       ///< field of the JSON object that the program prints, or "seconds"
  Relation relation = Relation::at_most;  ///< or at_least
  double bound = 0;

  /// Returns the slack of `value`: at least 0 if the bound is kept.
  double slack(double value) const { return relation == Relation::at_most ? bound - value : value - bound; }
  bool kept(double value) const { return holds(value, relation, bound); }
  /// Returns the bound in the format that --constraint accepts.
  std::string text() const;
};

/// Parses `texts`, each of which is NAME<=NUMBER or NAME>=NUMBER. Throws InputError if one is malformed, if a
/// name is that of another column of results.csv, or if a name has two upper or two lower bounds.
std::vector<OutcomeBound> parse_outcome_bounds(const std::vector<std::string>& texts);

}  // namespace bora::tuning
