// What a search has learnt: which patterns go with good networks, and how far its model can be trusted.
#pragma once

#include <string>
#include <vector>

#include "nas/surrogate/motifs.h"

namespace bora {

/// A motif with what networks reach that have it and those that do not.
struct MotifEffect {
  Motif motif;
  int with = 0, without = 0;  ///< networks
  double mean_with = 0, mean_without = 0;
  double half_width =
      0;  ///< of the 95% interval of the difference (Welch); 0 where either side has one network
};

/// By the difference of the means, largest first: at most `most` of the best and as many of the worst. X: n,
/// values: n, larger being better. None where there are fewer than 12 networks.
std::vector<MotifEffect> motif_effects(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                                       const Eigen::VectorXd& values, int most = 4);

/// What the recipe predicts of each network from the others: leave one out up to 40 networks, ten folds
/// above.
struct Calibration {
  Eigen::VectorXd predicted, deviation, seen;  ///< n each; deviation includes the noise; seen is winsorised
  double correlation = 0;                      ///< Spearman's, of predicted and seen
  /// How many of the n lie within the interval that is to hold this share of them.
  int within(double share) const;
};
/// Empty where there are fewer than 12 networks or the model cannot be fitted.
Calibration calibration(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values);

/// Both as HTML; "" where there are too few networks. unit: of the values, e.g. "validation accuracy, %".
std::string insight_html(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values,
                         const std::string& unit);

}  // namespace bora
