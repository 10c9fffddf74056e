// Space of combinations of semantic changes, as a mixed space.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "attacks/record/semantic/rules.h"
#include "surrogates/space/mixed_space.h"

namespace bora::attacks {

/// Values that a point of a SemanticSpace has, by name.
struct SemanticValues {
  /// Value of each change of all_changes(); Change::identity for those that the rules do not allow.
  std::vector<double> changes;
  int order = 0;    ///< order of the groups, index into group_orders()
  int pattern = 0;  ///< number of the random pattern that noise and fog have, in [0, kPatterns)
  int family = 0;   ///< family that the texture has, index into texture_names()
  /// Parameters of the texture: frequency in periods per width of the image; angle, phase and tint in
  /// degrees. The tint is the difference in phase between one channel and the next.
  double frequency = 4, angle = 0, phase = 0, tint = 0;
};

/// Space of the combinations that the rules allow. A point has the categories order (of the groups), pattern
/// (of noise and fog) and family (of the texture), as far as the rules leave a choice; then one number per
/// bound; then, with texture, its frequency, angle, phase and tint. Numbers lie on a decimal grid with at
/// least 200 steps per range, so that a combination has a short exact text: 12.3 degrees. A variable without
/// effect at a point (the order of a single group, the pattern without noise) must have its default value.
class SemanticSpace {
 public:
  explicit SemanticSpace(SemanticRules rules);

  const SemanticRules& rules() const { return rules_; }
  const MixedSpace& space() const { return space_; }
  /// Returns the point that changes nothing.
  Eigen::VectorXd identity() const;
  /// Returns the values of a point by name.
  SemanticValues values(const Eigen::VectorXd& point) const;

  /// Returns the sizes of the changes as shares of their bounds, in [0, 1] (share_of_bound()); one value per
  /// bound.
  Eigen::VectorXd shares(const Eigen::VectorXd& point) const;
  /// Returns the sum of the shares: 0 is no change, 1 is one change at its bound, or two at half of it. As an
  /// L1 norm it prefers combinations of few changes, those against which the model is least robust.
  double severity(const Eigen::VectorXd& point) const { return shares(point).sum(); }

  /// Returns the index that the number of bound i has in a point.
  int place(int i) const { return space_.categories() + i; }
  int bounds() const { return static_cast<int>(rules_.bounds.size()); }  ///< number of bounds

  /// Returns "" if the point belongs to the space, else a line that says what is wrong.
  std::string violation(const Eigen::VectorXd& point) const;

  /// Returns the changes as JSON, such as {"rotate": 12.3, "blur": 0.4, "order": "quality geometry colour"}.
  std::string to_json(const Eigen::VectorXd& point) const;
  /// Returns the point from which to_json() made the text. Ignores unknown keys. Throws InputError that names
  /// `source` if the text is not a JSON object, or the values are not those of a point of the space.
  Eigen::VectorXd from_json(const std::string& text, const std::string& source) const;

 private:
  struct Layout {
    int order = -1, pattern = -1, family = -1;  // indices of the categories in a point; -1: none
    int texture = -1;                           // index of the texture's frequency in a point; -1: none
  };
  static Layout layout_of(const SemanticRules& rules);
  static MixedSpace space_of(const SemanticRules& rules, const Layout& layout);

  SemanticRules rules_;
  Layout layout_;
  MixedSpace space_;
};

}  // namespace bora::attacks
