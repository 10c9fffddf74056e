// What GRABNEL expects of graphs that it has not asked for.
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
#include "surrogates/linear/ard_belief.h"

namespace bora {

struct EditSurrogateOptions {
  int iterations = 1;             ///< H of the Weisfeiler-Lehman features
  std::string features = "auto";  ///< auto | labels | degrees | attributes, see graph_surrogate.h
  /// base: the regression is of differences to the stage's base, of features and of loss, and has no
  /// intercept; mean: of features and loss themselves, with an intercept.
  std::string centre = "base";
  int least_rows = 2;         ///< graphs that a feature must differ in to be looked at, once there are 100
  int weights = 100;          ///< the most that are not pruned; 0: any number
  double refit = 0.025;       ///< growth of the graphs' number at which precisions and noise are relearnt
  std::string fit = "quick";  ///< quick: 100 steps of a gain above 1e-3 at most; full: to convergence

  void read(AttackSettings& settings);
  bool operator==(const EditSurrogateOptions&) const = default;
};

/// Sparse Bayesian linear regression (Ru 2021, 6.11-6.13) of the attack loss on Weisfeiler-Lehman features of
/// graphs that are one edit, however large, away from a base. The base may move.
class EditSurrogate {
 public:
  /// `base_loss`: of the original; none where only labels are visible.
  EditSurrogate(const Graph& original, const EditSurrogateOptions& options, std::optional<double> base_loss);

  /// Appends a graph that was asked for. Returns its features, less those of the original.
  SparseRow append(const Edit& edit, double loss);
  /// Makes the graph behind `edit` the base.
  void rebase(const Edit& edit, double loss);
  /// The posterior given all graphs so far. Precisions and noise are learnt anew if it is time to.
  void fit();

  /// The log expected improvement over `incumbent`, one value an edit. After fit().
  std::vector<double> improvements(const std::vector<Edit>& edits, double incumbent) const;
  /// The same for a graph that is like another one of known features (less those of the original) and loss:
  /// only what differs between them is left to the model.
  double improvement_on(const SparseRow& features, double loss, const Edit& edit, double incumbent) const;

  /// Whether no graph asked for has the features that this edit would lead to. Notes them, so that the second
  /// of two like it is not new. An edit that leads to features never seen is.
  bool is_new(const Edit& edit);

  double base_loss() const { return base_loss_.value_or(0); }
  int graphs() const { return regression_.rows(); }
  int columns_looked_at() const { return regression_.candidates(); }
  int fits() const { return fits_; }  ///< how often precisions and noise were learnt

 private:
  std::vector<double> improvements_of_rows(const std::vector<SparseRow>& rows, double best) const;

  EditSurrogateOptions options_;
  std::unique_ptr<GraphFeatures> features_;  // of the base
  ArdRegression regression_;
  std::optional<ArdBelief> belief_;  // after fit()
  SparseRow base_features_;          // less those of the original
  std::optional<double> base_loss_;
  int fitted_at_ = 0;  // graphs
  int fits_ = 0;
  std::set<std::int64_t> met_;  // hashes of features, less those of the original, of graphs asked for
};

}  // namespace bora
