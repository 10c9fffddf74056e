// Combinations of changes as points of a mixed space.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "attacks/record/semantic/rules.h"
#include "surrogates/space/mixed_space.h"

namespace bora::attacks {

/// Values that a point of a SemanticSpace consists of, by name.
struct SemanticValues {
  /// One value for each change of all_changes(); those that the rules do not allow change nothing.
  std::vector<double> changes;
  int order = 0;    ///< order of the groups, see groups_in_order
  int pattern = 0;  ///< number of the pattern that noise and fog have, below kPatterns
  int family = 0;   ///< index that the texture's family has in texture_names()
  /// Numbers of the texture: frequency in periods per width; angle, phase and tint in degrees. The tint is
  /// the difference of the phase between channels.
  double frequency = 4, angle = 0, phase = 0, tint = 0;
};

/// Space of the combinations that the rules allow. A point consists, in this order and as far as the rules
/// give a choice, of the categories order (of the groups), pattern (of noise and fog) and family (of the
/// texture), then of one number per bound and the texture's frequency, angle, phase and tint. Numbers lie on
/// a decimal grid of at least 200 steps per range, so that a combination can be read, typed and repeated:
/// 12.3 degrees. A variable without effect at a point (the order of a single group, the pattern without
/// noise) has one value.
class SemanticSpace {
 public:
  explicit SemanticSpace(SemanticRules rules);

  const SemanticRules& rules() const { return rules_; }
  const MixedSpace& space() const { return space_; }
  /// Returns the point that changes nothing.
  Eigen::VectorXd identity() const;
  SemanticValues values(const Eigen::VectorXd& point) const;

  /// Returns the size of each bounded change: |value - identity| as a share of its bound on that side, in [0,
  /// 1]; one value per bound.
  Eigen::VectorXd shares(const Eigen::VectorXd& point) const;
  /// Returns the sum of the shares: 0 is no change, 1 is one change up to its bound, or two half as far. The
  /// mildest successful combinations therefore consist of few changes, those that the model withstands worst.
  double severity(const Eigen::VectorXd& point) const { return shares(point).sum(); }

  /// Returns the place that the number of bound i has in a point.
  int place(int i) const { return space_.categories() + i; }
  int bounds() const { return static_cast<int>(rules_.bounds.size()); }

  /// Returns "" if the point belongs to the space, else what is wrong with it.
  std::string violation(const Eigen::VectorXd& point) const;

  /// Returns the changes as JSON, such as {"rotate": 12.3, "blur": 0.4, "order": "quality geometry colour"}.
  /// from_json() restores the same point, and throws InputError, naming `source`, for any other text.
  std::string to_json(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_json(const std::string& text, const std::string& source) const;

 private:
  struct Layout {
    int order = -1, pattern = -1, family = -1;  ///< places of the categories; -1: there is none
    int texture = -1;                           ///< place of the texture's frequency; -1: there is none
  };
  static Layout layout_of(const SemanticRules& rules);
  static MixedSpace space_of(const SemanticRules& rules, const Layout& layout);

  SemanticRules rules_;
  Layout layout_;
  MixedSpace space_;
};

}  // namespace bora::attacks
