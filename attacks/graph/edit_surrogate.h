// Surrogate of GRABNEL, which predicts the loss of graphs that were not queried.
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

/// Settings of EditSurrogate; equations are those of Ru 2021.
struct EditSurrogateOptions {
  int iterations = 1;  ///< number H of Weisfeiler-Lehman iterations
  /// Kind of features. labels: discrete, from node labels; degrees: discrete, with degrees as labels;
  /// attributes: continuous; auto: attributes if the nodes have some, else labels, else degrees.
  std::string features = "auto";
  /// Inputs that the regression has. base: differences of features and loss from the stage's base, without an
  /// intercept; mean: features and losses themselves, with an intercept; none: the same without an intercept,
  /// as in (6.11).
  std::string centre = "base";
  int bins = 8;            ///< continuous features: number of bins of each attribute's range; 0: only sums of
                           ///< attributes, as in the paper
  double gamma_shape = 0;  ///< shape k of the prior Gamma(k, theta) on precisions (6.13); 0: its flat limit
  double gamma_scale = 1;  ///< scale theta of this prior, if k > 0
  int least_rows = 2;      ///< from 100 graphs on: number of graphs in which a feature must differ to be used
  int weights = 100;       ///< largest number of weights that are not 0; 0: any number
  double refit = 0.025;    ///< relative growth in the number of graphs after which precisions and noise are
                           ///< refitted
  std::string fit = "quick";  ///< quick: at most 100 steps, with a gain above 1e-3; full: to convergence

  void read(AttackSettings& settings);  ///< throws InputError
  bool operator==(const EditSurrogateOptions&) const = default;
};

/// Sparse Bayesian linear regression (Ru 2021, 6.11-6.13) of the attack loss on Weisfeiler-Lehman features of
/// graphs. Each graph is given as one edit, of any size, of a base graph; the base may change.
class EditSurrogate {
 public:
  /// The first base is the original. `base_loss`: its loss; nullopt if it is unknown. Throws InputError if
  /// the graph lacks the labels or attributes that the options name.
  EditSurrogate(const Graph& original, const EditSurrogateOptions& options, std::optional<double> base_loss);

  /// Adds a queried graph: the base with `edit`. Returns its features minus those of the original.
  SparseRow append(const Edit& edit, double loss);
  /// Replaces the base by the base with `edit`, which has loss `loss`.
  void rebase(const Edit& edit, double loss);
  /// Computes the posterior given all graphs so far. Refits precisions and noise if enough graphs were added.
  void fit();

  /// Returns the log expected improvement over the loss `incumbent`, one value per edit. Requires fit().
  std::vector<double> improvements(const std::vector<Edit>& edits, double incumbent) const;
  /// Returns the log expected improvement of the base with `edit`, predicted from a similar graph with known
  /// features (minus those of the original) and loss: the model predicts only the difference in loss.
  double improvement_on(const SparseRow& features, double loss, const Edit& edit, double incumbent) const;

  /// Returns whether no queried graph, and no graph of an earlier call, has the features of the base with
  /// `edit`.
  bool is_new(const Edit& edit);

  double base_loss() const { return base_loss_.value_or(0); }  ///< loss of the base; 0 if it is unknown
  int graphs() const { return regression_.rows(); }            ///< number of graphs added
  int candidates() const { return regression_.candidates(); }  ///< number of features that fits consider
  int fits() const { return fits_; }                           ///< number of fits of precisions and noise

 private:
  std::vector<double> improvements_of_rows(const std::vector<SparseRow>& rows, double best) const;

  EditSurrogateOptions options_;
  std::unique_ptr<GraphFeatures> features_;  // features of the base
  ArdRegression regression_;
  std::optional<ArdPosterior> posterior_;  // after fit()
  SparseRow base_features_;                // features of the base; unless centre=none, less the original's
  std::optional<double> base_loss_;
  int fitted_at_ = 0;  // number of graphs at the last fit of precisions and noise
  int fits_ = 0;
  // Hashes of the features of graphs that were queried or passed to is_new(). Unless centre=none, the
  // features of the original are subtracted first, as in base_features_.
  std::set<std::int64_t> met_;
};

}  // namespace bora::attacks
