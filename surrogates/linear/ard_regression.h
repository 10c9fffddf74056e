// Bayesian linear regression that selects relevant features among many.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/standardisation.h"
#include "surrogates/linalg/sparse_row.h"
#include "surrogates/linear/equal_columns.h"
#include "surrogates/linear/precision_prior.h"

namespace bora::surrogates {

struct ArdOptions {
  bool intercept = false;         ///< whether to fit an unpenalised intercept
  double smallest_noise = 1e-6;   ///< lower bound of the noise, as a share of the variance of the targets
  double tolerance = 1e-6;        ///< a step must increase the log evidence by at least this
  double noise_tolerance = 1e-4;  ///< relative change of the noise variance below which a fit ends
  int most_steps = 100000;        ///< maximum number of steps, including refreshes, of one fit()
  int most_active = 256;          ///< maximum number of weights that are not pruned; bounds the cost of a fit
  /// Number of rows in which a column must be different from 0 to be a candidate, >= 1. A column that is so
  /// in one row only explains that row alone. With at most `eager_rows` rows, all columns are candidates.
  int least_rows = 1;
  int eager_rows = 0;
  /// Prior of the precisions; by default flat. With a prior, precisions maximise evidence times prior, and a
  /// column is pruned if that increases the product (precision_value()).
  PrecisionPrior precision_prior;
  void check() const;  ///< throws InputError naming the field
};

/// Linear regression y = w'x + noise with separate precisions of the normal priors of the weights (automatic
/// relevance determination, MacKay 1994; Ru 2021, eqs. 6.11-6.13, by default with the flat limit of its Gamma
/// prior, shape and rate -> 0). Precisions and noise maximise the evidence. A weight whose precision would be
/// infinite is pruned: it is exactly 0.
///
/// A step changes the precision that increases the evidence most, to its optimum given all others (Tipping
/// and Faul, AISTATS 2003). A fit starts with no active column, or from the last fit. It works on sums of
/// products: with d distinct columns, of which m are active, a step takes O(d m) and a refresh, after at most
/// 50 steps, O(d m^2), for any number of rows. A step that makes a column active also reads all entries of
/// the distinct columns once. Columns that are equal in all rows are represented by the first: once its
/// precision is optimal, the others cannot increase the evidence.
class ArdRegression {
 public:
  explicit ArdRegression(ArdOptions options = {});

  /// Adds an observation. Throws InputError for a value or target that is not finite or a negative column.
  void append(const SparseRow& row, double target);

  /// Maximises the evidence of all rows. Throws InputError if there are none.
  void fit();
  /// Computes the posterior given all rows with the precisions and the noise of the last fit(), in O(m^3).
  /// Requires a fit().
  void update();

  int rows() const { return static_cast<int>(targets_.size()); }
  int columns() const { return distinct_.columns(); }                      ///< largest column plus one
  int candidates() const { return static_cast<int>(candidates_.size()); }  ///< number of distinct candidates

  /// Returns the m active columns, in the order of precisions(), means() and the rows of covariance().
  std::vector<int> active() const;
  int active_count() const { return static_cast<int>(active_.size()); }
  const Eigen::VectorXd& precisions() const { return precisions_; }  ///< prior precisions of the weights, m
  const Eigen::VectorXd& means() const { return means_; }            ///< posterior means of the weights, m
  const Eigen::MatrixXd& covariance() const { return covariance_; }  ///< covariance of the weights, m x m
  double noise() const { return 1 / beta_; }                         ///< noise variance
  double intercept() const;                                          ///< prediction at x = 0; 0 if not fitted
  double log_evidence() const;  ///< log p(y | precisions, noise), of centred data if there is an intercept
  /// Returns the index of a column in active(); -1 if it is not active or not the first of equal columns.
  int place(int column) const {
    const int candidate = candidate_at(column);
    return candidate < 0 ? -1 : place_[candidate];
  }

  bool has_intercept() const { return options_.intercept; }
  /// Returns the means of the m active columns over all rows; zeros if there is no intercept.
  Eigen::RowVectorXd centre() const;

 private:
  struct Step;
  // Returns the candidate whose first column this is; -1: none.
  int candidate_at(int column) const {
    const int group = distinct_.represented(column);
    return group < 0 ? -1 : candidate_of_[static_cast<std::size_t>(group)];
  }
  // Adds a candidate without sums and products, and returns its number.
  int add_candidate(int group);
  // Makes candidates of groups.
  void admit(const std::vector<int>& groups);
  // Adds a candidate for each group split off a candidate, whose sums and products it inherits.
  void split_groups(const std::vector<EqualColumns::Split>& splits);
  // Return inner products: of a candidate with active column k, of a candidate with the targets, and of the
  // targets with themselves. If there is an intercept, columns and targets are centred first.
  double gram(int candidate, int k) const;
  double with_targets(int candidate) const;
  double target_square() const;
  // Returns the inner products of one candidate with the candidates from `first` on, not centred.
  Eigen::VectorXd products_with(int candidate, int first) const;
  Eigen::VectorXd active_sums() const;
  // Returns beta phi_j' Phi_A weights for every candidate j, where Phi_A are the active columns; centred if
  // there is an intercept.
  Eigen::VectorXd scaled_products(const Eigen::VectorXd& weights) const;
  // Computes the posterior and the statistics of all candidates, which steps then update.
  void refresh();
  Eigen::MatrixXd active_gram() const;  // gram() of the active columns, m x m
  // Returns the step that increases the evidence (times prior) most.
  Step best_step() const;
  // Subtracts their mean from the targets if sums of their squares would lose most digits of their variance.
  void shift_targets();
  void take(const Step& step);
  void add(int candidate, double precision);
  void reestimate(int k, double precision);
  void remove(int k);
  // Updates the noise. Returns whether its logarithm changed by more than noise_tolerance.
  bool update_noise();

  ArdOptions options_;
  Standardisation shift_;                       // subtracted from targets; its deviation is 1
  double target_sum_ = 0, target_squares_ = 0;  // sums over the shifted targets
  std::vector<double> targets_;                 // not shifted
  EqualColumns distinct_;
  // Candidates are the groups of equal columns that are different from 0 in at least least_rows rows,
  // numbered in the order in which they became candidates.
  std::vector<int> candidate_of_;                     // by group; -1: none yet
  std::vector<int> candidates_;                       // group of each candidate
  Eigen::VectorXd squares_, sums_, target_products_;  // by candidate; products with shifted targets
  std::vector<int> place_;                            // by candidate: index in active_; -1: not active
  std::vector<int> active_;                           // candidates that are active
  Eigen::MatrixXd products_;                          // inner products of all candidates with the active ones
  double beta_ = 0;                                   // precision of the noise; 0 before the first fit
  Eigen::VectorXd precisions_, means_;
  Eigen::MatrixXd covariance_;
  Eigen::VectorXd sparsity_, quality_;  // S and Q of Tipping and Faul, by candidate
};

}  // namespace bora::surrogates
