// Rules of the threat model of changes that preserve an image's meaning: the changes and their bounds.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/semantic/change.h"

namespace bora::attacks {

struct ChangeBound {
  int change = 0;            ///< index into all_changes()
  double low = 0, high = 0;  ///< bounds: low <= identity <= high, low < high
  bool operator==(const ChangeBound&) const = default;
};

/// Changes that an attacker may combine, each within its bounds (rotations and translations after Engstrom et
/// al., ICML 2019; the others after Hendrycks and Dietterich, ICLR 2019).
struct SemanticRules {
  std::vector<ChangeBound> bounds;  ///< at least one; each change has at most one
  bool any_order = false;           ///< the order of the groups is the attacker's choice, too
  Border border = Border::black;
  bool operator==(const SemanticRules&) const = default;

  /// Returns the text that parse_semantic_rules reads.
  std::string text() const;
};

/// Parses rules such as "rotate=-30:30,blur=0:2,order,border=edge": changes with their bounds. shift=L:H
/// stands for shift-x and shift-y. Bounds must include the identity of a change (the value that changes
/// nothing), from which severity is measured. "auto": default_semantic_rules(). Throws InputError naming the
/// change, also for a change of colours if images do not have three `channels`.
SemanticRules parse_semantic_rules(const std::string& text, int channels);
/// Throws the errors of parse_semantic_rules() that do not depend on the shape; accepts "auto".
void check_semantic_rules(const std::string& text);

/// Returns a description for users: "rotate -30 to 30 degrees, blur 0 to 2 pixels, in any order, black where
/// the image moved away".
std::string readable(const SemanticRules& rules);

/// Returns the default rules, within which people still recognise the class, as far as this holds for all
/// images: 30 degrees and a tenth of the side, as in Engstrom et al., and mild light, blur, noise and
/// compression.
SemanticRules default_semantic_rules(int channels);

/// Returns the size of a change, measured as a share of its bound: |value - identity| / |bound on that side -
/// identity|.
double share_of_bound(const ChangeBound& bound, double value);

/// Returns the same rules with each bound `factor` times as far from the identity of its change, up to its
/// limit.
SemanticRules widened(const SemanticRules& rules, double factor);

}  // namespace bora::attacks
