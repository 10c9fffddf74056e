// Rules of the semantic threat model: the changes that an attacker may make, and their bounds.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/semantic/change.h"

namespace bora::attacks {

/// Bounds on the value that one change has.
struct ChangeBound {
  int change = 0;            ///< index into all_changes()
  double low = 0, high = 0;  ///< smallest and largest of its values: low <= identity <= high, low < high
  bool operator==(const ChangeBound&) const = default;
};

/// Changes that an attacker may combine, each within its bounds (rotations and translations after Engstrom et
/// al., ICML 2019; the others after Hendrycks and Dietterich, ICLR 2019).
struct SemanticRules {
  std::vector<ChangeBound> bounds;  ///< at least one in all, at most one for each of the changes
  bool any_order = false;           ///< whether the attacker may also choose the order of the groups
  Border border = Border::black;
  bool operator==(const SemanticRules&) const = default;

  /// Returns the rules as a text that parse_semantic_rules() reads.
  std::string text() const;
};

/// Parses rules such as "rotate=-30:30,blur=0:2,order,border=edge": changes with their bounds. shift=L:H
/// means shift-x and shift-y. Bounds must include the identity of the change (the value that changes
/// nothing), from which severity is measured. "auto": default_semantic_rules(). Throws InputError naming the
/// change, also for a change of colours unless images have three `channels`.
SemanticRules parse_semantic_rules(const std::string& text, int channels);
/// Throws the errors of parse_semantic_rules() that do not depend on the channels; accepts "auto".
void check_semantic_rules(const std::string& text);

/// Returns a description for users: "rotate -30 to 30 degrees, blur 0 to 2 pixels, in any order, black where
/// the image moved away".
std::string readable(const SemanticRules& rules);

/// Returns the default rules, chosen so that people still recognise the class of most images: rotations to 30
/// degrees and shifts to a tenth of the side, as in Engstrom et al., and mild changes of scale, light, blur,
/// noise and compression.
SemanticRules default_semantic_rules(int channels);

/// Returns the size that a change has as a share of its bound: |value - identity| / |bound - identity|, where
/// `bound` is the one on the side of the value.
double share_of_bound(const ChangeBound& bound, double value);

/// Returns the rules with each bound `factor` times as far from the identity of its change, but not beyond
/// Change::least and Change::most.
SemanticRules widened(const SemanticRules& rules, double factor);

}  // namespace bora::attacks
