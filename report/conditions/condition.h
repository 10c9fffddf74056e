// Conditions on a run's figures, as --fail-if states them: "asr(bo)@500 > 0.2".
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "common/relation.h"

namespace bora::report {

/// Figure of a run that a condition compares with a number.
enum class Figure {
  asr,              ///< share of instances on which an attack succeeds within the given number of queries
  robust_accuracy,  ///< share of inputs that stay classified correctly under every black-box attack
  clean_accuracy,   ///< share of clean inputs classified correctly
  median_queries,   ///< queries within which half of the instances succeed; failures count as longer
  regression,       ///< asr of this run minus that of a stored one, on the instances of both
  checks_failed,    ///< number of checks of the evaluation with the status fail
  checks_warnings,  ///< number of checks with the status warn
  checks_open       ///< number of checks with the status open: not made, or undecided
};

/// Condition that was parsed from FIGURE [ (ATTACK) ] [ @QUERIES ] RELATION NUMBER.
struct Condition {
  std::string text;  ///< the condition in normal form, with blanks around the relation only
  Figure figure = Figure::asr;
  std::string attack;  ///< one of the run's attacks; "": the best black-box attack
  int queries = 0;     ///< number of queries; 0: the budget
  Relation relation = Relation::more;
  double bound = 0;  ///< number to compare with: shares in [0, 1], their differences in [-1, 1]
};

/// Returns the name of a figure: "asr", "checks.failed".
std::string to_string(Figure figure);

/// Returns whether a figure is a count, which has no interval, so that its value decides.
bool is_count(Figure figure);

/// Parses the text of a condition as --fail-if takes it. Throws InputError that states the expected value,
/// for an unknown figure, an attack or a number of queries that the figure does not take, a bound outside its
/// range, or a condition that no run can meet.
Condition parse_condition(const std::string& text);

/// Parses each of `texts`; "none", which must be the only text, means no condition. Throws as
/// parse_condition(), and if a condition is given twice.
std::vector<Condition> parse_conditions(const std::vector<std::string>& texts);

/// Returns lines for --help: the possible conditions and how they are decided.
std::string conditions_help();

}  // namespace bora::report
