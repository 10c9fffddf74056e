// The threat model of changes that leave an image's meaning as it is: which, and how far.
#pragma once

#include <string>
#include <vector>

#include "attacks/semantic/change.h"

namespace bora {

struct ChangeBound {
  int change = 0;            ///< index into all_changes()
  double low = 0, high = 0;  ///< low <= identity <= high, low < high
  bool operator==(const ChangeBound&) const = default;
};

/// Which changes an attacker may combine, each within its bounds (Engstrom et al., ICML 2019, of rotations
/// and translations; the others after Hendrycks and Dietterich, ICLR 2019).
struct SemanticRules {
  std::vector<ChangeBound> bounds;  ///< at least one; no change twice
  bool any_order = false;           ///< the order of the groups is the attacker's choice, too
  Border border = Border::black;
  bool operator==(const SemanticRules&) const = default;

  /// As parse_semantic_rules reads it.
  std::string text() const;
};

/// "rotate=-30:30,blur=0:2,order,border=edge": changes with their bounds; shift=L:H stands for shift-x and
/// shift-y. Bounds hold the value that changes nothing, since mildness is measured from there. "auto":
/// default_semantic_rules(). Throws InputError naming the change, and for changes of colours of images
/// that do not have three `channels`.
SemanticRules parse_semantic_rules(const std::string& text, int channels);
/// The same but for the shape, and nothing of "auto".
void check_semantic_rules(const std::string& text);

/// "rotate -30 to 30 degrees, blur 0 to 2 pixels, in any order, black where the image moved away": for
/// people.
std::string readable(const SemanticRules& rules);

/// Changes after which people still name the same class, as far as one may say so for all images: Engstrom et
/// al.'s 30 degrees and a tenth of the side, and mild light, blur, noise and compression.
SemanticRules default_semantic_rules(int channels);

/// How far a change goes: |value - identity| as a share of the bound on that side.
double share_of_bound(const ChangeBound& bound, double value);

/// The same changes, each bound `factor` times as far from the value that changes nothing, as far as it may
/// reach.
SemanticRules widened(const SemanticRules& rules, double factor);

}  // namespace bora
