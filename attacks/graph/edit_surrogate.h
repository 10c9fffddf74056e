// Surrogate of GRABNEL: predicts the loss of graphs that have not been queried.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attacks/graph/edit.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/kernels/graph/graph_features.h"
#include "surrogates/linear/ard_posterior.h"

namespace bora::attacks {

struct EditSurrogateOptions {
  int iterations = 1;  ///< H of the Weisfeiler-Lehman features
  /// labels: discrete features of node labels; degrees: discrete, with degrees as labels; attributes:
  /// continuous; auto: attributes where the nodes have some, else labels, else degrees.
  std::string features = "auto";
  /// base: the regression is on differences of features and loss from the stage's base, without an intercept;
  /// mean: on features and loss themselves, with an intercept; none: the same without, as printed in (6.11).
  std::string centre = "base";
  int bins = 8;  ///< continuous features: parts of each attribute's range; 0: sums alone, as printed
  double gamma_shape = 0;     ///< k of the precisions' prior Gamma(k, theta) (6.13); 0: its flat limit
  double gamma_scale = 1;     ///< theta, where k is not 0
  int least_rows = 2;         ///< graphs in which a feature must differ to be considered, once there are 100
  int weights = 100;          ///< maximum number of weights that are not pruned; 0: any number
  double refit = 0.025;       ///< relative growth in the number of graphs after which precisions and noise
                              ///< are refitted
  std::string fit = "quick";  ///< quick: 100 steps of a gain above 1e-3 at most; full: to convergence

  void read(AttackSettings& settings);
  bool operator==(const EditSurrogateOptions&) const = default;
};

/// Sparse Bayesian linear regression (Ru 2021, 6.11-6.13) of the attack loss on Weisfeiler-Lehman features of
/// graphs that are one edit, however large, away from a base. The base may change.
class EditSurrogate {
 public:
  /// `base_loss`: loss of the original; none where only labels are visible.
  EditSurrogate(const Graph& original, const EditSurrogateOptions& options, std::optional<double> base_loss);

  /// Appends a graph that was queried. Returns its features minus those of the original.
  SparseRow append(const Edit& edit, double loss);
  /// Uses the graph that results from `edit` as the new base.
  void rebase(const Edit& edit, double loss);
  /// Computes the posterior given all graphs so far. Refits precisions and noise if enough graphs were added.
  void fit();

  /// Returns the log expected improvement over `incumbent`, one value per edit. Call after fit().
  std::vector<double> improvements(const std::vector<Edit>& edits, double incumbent) const;
  /// Returns the same for a graph close to another one with known features (minus those of the original) and
  /// loss: the model predicts only the effect of their difference.
  double improvement_on(const SparseRow& features, double loss, const Edit& edit, double incumbent) const;

  /// Returns true if no queried graph has the features that this edit leads to. Records them, so that the
  /// second of two edits with equal features is not new. An edit that leads to unseen features is new.
  bool is_new(const Edit& edit);

  double base_loss() const { return base_loss_.value_or(0); }
  int graphs() const { return regression_.rows(); }
  int columns_looked_at() const { return regression_.candidates(); }
  int fits() const { return fits_; }  ///< number of fits of precisions and noise

 private:
  std::vector<double> improvements_of_rows(const std::vector<SparseRow>& rows, double best) const;

  EditSurrogateOptions options_;
  std::unique_ptr<GraphFeatures> features_;  // features of the base
  ArdRegression regression_;
  std::optional<ArdPosterior> posterior_;  // after fit()
  SparseRow base_features_;                // minus those of the original, unless centre is none
  std::optional<double> base_loss_;
  int fitted_at_ = 0;  // graphs
  int fits_ = 0;
  std::set<std::int64_t> met_;  // hashes of features, minus those of the original, of queried graphs
};

}  // namespace bora::attacks
