// Insights from a search: patterns that occur in good networks, and the calibration of its model.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/surrogate/motifs.h"
#include "report/views/formats/figures_json.h"

namespace bora::report {

/// Mean values of the networks with and without a motif.
struct MotifEffect {
  Motif motif;
  int with = 0, without = 0;  ///< number of networks
  double mean_with = 0, mean_without = 0;
  double half_width =
      0;  ///< half width of the 95% interval of the difference (Welch); 0 if a side has one network
};

/// Returns the motifs by the difference of the means, descending: at most `most` of the best and as many of
/// the worst. X: n, values: n, larger is better. Empty for fewer than 12 networks or equal values.
std::vector<MotifEffect> motif_effects(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                                       const Eigen::VectorXd& values, int most = 4);

/// Cross-validated predictions of the recipe for each network: leave-one-out up to 40 networks, ten folds
/// for more.
struct Calibration {
  Eigen::VectorXd predicted, deviation, seen;  ///< n each; deviation includes the noise; seen is winsorised
  double correlation = 0;                      ///< rank correlation (Spearman) of predicted and seen
  /// Returns how many of the n lie within the central interval of this probability.
  int within(double share) const;
};
/// Computes the calibration; empty if there are fewer than 12 networks, all values are equal, or the model
/// cannot be fitted.
Calibration calibration(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values);

/// Returns the values of insight.html, which shows both; all are "" for too few networks. unit: unit of the
/// values, e.g. "validation accuracy, %".
Json insight_values(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values,
                    const std::string& unit);

}  // namespace bora::report
