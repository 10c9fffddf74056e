// Combinations of changes as points of a mixed space.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "attacks/semantic/rules.h"
#include "surrogates/space/mixed_space.h"

namespace bora {

/// What a point says, by name.
struct SemanticValues {
  /// One a change of all_changes(); what the rules do not allow changes nothing.
  std::vector<double> changes;
  int order = 0;    ///< of the groups, see groups_in_order
  int pattern = 0;  ///< of noise and fog, below kPatterns
  int family = 0;   ///< family of the texture, see texture_names
  double frequency = 4, angle = 0, phase = 0,
         tint = 0;  ///< of the texture: periods in the width, degrees; tint:
                    ///< by how much the phase differs between channels
};

/// A point is, in this order, as far as the rules give a choice: the categories order (of the groups),
/// pattern (of noise and fog), family (of the texture), then a number a bound and the texture's frequency,
/// angle, phase and tint. Numbers lie on a decimal grid of at least 200 steps a range, so that a combination
/// can be read, typed and repeated: 12.3 degrees. What means nothing at a point (the order of a single group,
/// the pattern of no noise) has one value.
class SemanticSpace {
 public:
  explicit SemanticSpace(SemanticRules rules);

  const SemanticRules& rules() const { return rules_; }
  const MixedSpace& space() const { return space_; }
  /// The point that changes nothing.
  Eigen::VectorXd identity() const;
  SemanticValues values(const Eigen::VectorXd& point) const;

  /// How far each bounded change goes: |value - identity| as a share of its bound on that side, in [0, 1];
  /// one a bound.
  Eigen::VectorXd shares(const Eigen::VectorXd& point) const;
  /// The sum of the shares: 0 is no change, 1 is one change as far as it may go, or two half as far. The
  /// mildest combinations are therefore of few changes, and say what a model stands worst.
  double severity(const Eigen::VectorXd& point) const { return shares(point).sum(); }

  /// Where the number of bound i stands in a point.
  int place(int i) const { return space_.categories() + i; }
  int bounds() const { return static_cast<int>(rules_.bounds.size()); }

  /// "" if the point is one of the space, else what is wrong with it.
  std::string violation(const Eigen::VectorXd& point) const;

  /// {"rotate": 12.3, "blur": 0.4, "order": "quality geometry colour"}: what is changed, as JSON, and back to
  /// the same point. Throws InputError, naming `source`, for a text that is none.
  std::string to_json(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_json(const std::string& text, const std::string& source) const;

 private:
  struct Layout {
    int order = -1, pattern = -1, family = -1;  ///< places of the categories; -1: there is none
    int texture = -1;                           ///< place of the texture's frequency
  };
  static Layout layout_of(const SemanticRules& rules);
  static MixedSpace space_of(const SemanticRules& rules, const Layout& layout);

  SemanticRules rules_;
  Layout layout_;
  MixedSpace space_;
};

}  // namespace bora
