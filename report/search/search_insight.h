// Insights from a search: patterns of good and bad networks, and the calibration of the model of the values.
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
  int with = 0, without = 0;  ///< numbers of networks
  double mean_with = 0, mean_without = 0;
  /// Half the width of the 95% interval of the difference (Welch); 0 if a side has fewer than two networks.
  double half_width = 0;
};

/// Returns motifs by descending difference of the means: at most `most` of the best and as many of the worst.
/// The means are those of winsorised values. `X`: n networks; `values`: n, larger is better. Empty for fewer
/// than 12 networks or equal values.
std::vector<MotifEffect> motif_effects(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                                       const Eigen::VectorXd& values, int most = 4);

/// Cross-validated predictions for each of n networks by the model "recipe": leave-one-out for up to 40
/// networks, ten folds for more.
struct Calibration {
  /// Mean, standard deviation (with the noise) and observed, winsorised value; n each.
  Eigen::VectorXd predicted, deviation, seen;
  double correlation = 0;  ///< Spearman's rank correlation of predictions and values; see calibration()
  /// Returns the number of values within their central prediction interval of probability `share`.
  int within(double share) const;
};
/// Computes the calibration; empty if there are fewer than 12 networks, all values are equal, or the model
/// cannot be fitted. The correlation is that of the predictions minus the mean of their training values.
Calibration calibration(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values);

/// Returns the values of insight.html, which shows motifs and calibration; all are "" for too few networks.
/// `unit`: name and unit of the values, e.g. "validation accuracy, %".
Json insight_values(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values,
                    const std::string& unit);

}  // namespace bora::report
