// Conditions on a run's figures, as --fail-if states them: "asr(bo)@500 > 0.2".
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "common/relation.h"

namespace bora::report {

/// Figure that a condition is about.
enum class Figure {
  asr,              ///< share of instances on which an attack succeeds within the given number of queries
  robust_accuracy,  ///< share of inputs that stay classified correctly under every black-box attack
  clean_accuracy,   ///< share of clean inputs classified correctly
  median_queries,   ///< queries within which half of the instances succeed, failures counted as longer
  regression,       ///< asr of this run less that of a stored one, on the instances that both have
  checks_failed,    ///< checks of the evaluation itself that say fail
  checks_warnings,  ///< ... that say warn
  checks_open       ///< number of those that were not run or are undecided
};

/// Condition that was parsed from FIGURE [ (ATTACK) ] [ @QUERIES ] RELATION NUMBER.
struct Condition {
  std::string text;  ///< as typed, with blanks around the relation alone
  Figure figure = Figure::asr;
  std::string attack;  ///< as the run names it; "": the best black-box attack
  int queries = 0;     ///< 0: the budget
  Relation relation = Relation::more;
  double bound = 0;  ///< shares in [0, 1], their differences in [-1, 1]
};

/// Returns the name of a figure: "asr", "checks.failed".
std::string to_string(Figure figure);

/// Returns whether a figure is counted, not estimated: it has no interval, and its value alone decides.
bool is_count(Figure figure);

/// Parses `text`, which states one condition. Throws InputError that says what is wrong and what was
/// expected: an unknown figure (with the nearest one), an attack or a number of queries where the figure
/// takes none, a bound outside its range, a condition that can never be met.
Condition parse_condition(const std::string& text);

/// Parses each of `texts`; "none", which must be the only text, means no condition. Throws as
/// parse_condition(), and if a condition is given twice.
std::vector<Condition> parse_conditions(const std::vector<std::string>& texts);

/// Returns lines for --help: the possible conditions and how they are decided.
std::string conditions_help();

}  // namespace bora::report
