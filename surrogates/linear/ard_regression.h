// Bayesian linear regression that finds out which of many features matter.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/linalg/sparse_row.h"
#include "surrogates/linear/equal_columns.h"
#include "surrogates/linear/precision_prior.h"

namespace bora::surrogates {

struct ArdOptions {
  bool intercept = false;         ///< fits an unpenalised intercept, as centring rows and targets does
  double smallest_noise = 1e-6;   ///< smallest variance of the noise, as a share of the targets'
  double tolerance = 1e-6;        ///< tolerance of the log evidence: a step that gains less is not made
  double noise_tolerance = 1e-4;  ///< relative: a fit ends when its noise changes by less
  int most_steps = 100000;  ///< in one fit(): changes of one precision, a sweep over them counted as one
  int most_active = 256;    ///< weights not pruned; bounds the cost of a fit
  /// Number of rows in which a column must not be 0 to be considered: a column of a single row explains only
  /// that row. With at most `eager_rows` rows, all columns are considered.
  int least_rows = 1;
  int eager_rows = 0;
  /// Prior of the precisions. Not flat: precisions maximise evidence times prior, and a column is pruned
  /// where that leaves less than the evidence without it (precision_value).
  PrecisionPrior precision_prior;
  void check() const;  ///< throws InputError naming the field
};

/// Linear regression fitted to y = w'x + noise, with a separate precision for each weight (automatic
/// relevance determination; Ru 2021, 6.11-6.13, by default with the flat limit of its Gamma prior, shape and
/// rate -> 0; MacKay 1994). Precisions and noise maximise the evidence; a weight whose precision would be
/// infinite is pruned, that is exactly 0.
///
/// The maximisation changes one precision at a time, the one that gains most, to the value at which the
/// evidence is greatest given all others (Tipping and Faul, AISTATS 2003). It starts with no active column,
/// or from the last fit if rows have been added since. It works on sums of products: for d distinct columns
/// of which m are active, a step costs O(d m) and a sweep O(d m^2), whatever the number of rows; a step that
/// makes a column active reads all entries of the distinct columns once. The first of the columns that have
/// been equal in all rows represents them all: once its precision is chosen, no other can gain.
class ArdRegression {
 public:
  explicit ArdRegression(ArdOptions options = {});

  /// Throws InputError for a value or target that is not finite or a negative column.
  void append(const SparseRow& row, double target);

  /// Maximises the evidence of all rows so far. Throws InputError if there is none.
  void fit();
  /// Computes the posterior given all rows so far, with precisions and noise of the last fit: O(m^3). After
  /// fit().
  void update();

  int rows() const { return static_cast<int>(targets_.size()); }
  int columns() const { return distinct_.columns(); }                      ///< the largest seen, plus one
  int candidates() const { return static_cast<int>(candidates_.size()); }  ///< distinct columns looked at

  /// Returns the m columns of the last fit; parallel to means() and the rows of covariance().
  std::vector<int> active() const;
  int active_count() const { return static_cast<int>(active_.size()); }
  const Eigen::VectorXd& precisions() const { return precisions_; }  ///< precisions of the prior
  const Eigen::VectorXd& means() const { return means_; }            ///< means of the posterior
  const Eigen::MatrixXd& covariance() const { return covariance_; }  ///< covariances of the posterior, m x m
  double noise() const { return 1 / beta_; }                         ///< variance of the noise
  double intercept() const;                                          ///< at x = 0; 0 unless fitted
  double log_evidence() const;  ///< log p(y | precisions, noise); of centred data with an intercept
  /// Returns the index of a column in active(), -1 if its weight is pruned.
  int place(int column) const {
    const int candidate = candidate_at(column);
    return candidate < 0 ? -1 : place_[candidate];
  }

  bool has_intercept() const { return options_.intercept; }
  /// Returns the means of the m active columns over all rows; zeros without an intercept.
  Eigen::RowVectorXd centre() const;

 private:
  struct Step;
  /// Returns the candidate of which this is the first column; -1: none.
  int candidate_at(int column) const {
    const int group = distinct_.represented(column);
    return group < 0 ? -1 : candidate_of_[static_cast<std::size_t>(group)];
  }
  int add_candidate(int group);
  void admit(const std::vector<int>& groups);
  void split_groups(const std::vector<EqualColumns::Split>& splits);
  double gram(int candidate, int k) const;   // centred if there is an intercept
  double with_targets(int candidate) const;  // likewise
  double target_square() const;
  /// Returns the inner products of one candidate with the candidates from `first` on, not centred.
  Eigen::VectorXd products_with(int candidate, int first) const;
  Eigen::VectorXd active_sums() const;
  /// Returns beta phi_j' f for every candidate j, f = Phi_A weights, centred if there is an intercept.
  Eigen::VectorXd scaled_products(const Eigen::VectorXd& weights) const;
  void refresh();                       // posterior, and quality of all candidates
  Eigen::MatrixXd active_gram() const;  // centred, m x m
  Step best_step() const;
  void take(const Step& step);
  void add(int candidate, double precision);
  void reestimate(int k, double precision);
  void remove(int k);
  bool update_noise();

  ArdOptions options_;
  double target_sum_ = 0, target_squares_ = 0;
  std::vector<double> targets_;
  EqualColumns distinct_;
  // Candidates are the groups of equal columns with least_rows rows; they are numbered in the order in which
  // they became so.
  std::vector<int> candidate_of_;                     // by group; -1: none yet
  std::vector<int> candidates_;                       // groups
  Eigen::VectorXd squares_, sums_, target_products_;  // by candidate
  std::vector<int> place_;                            // by candidate; -1: not active
  std::vector<int> active_;                           // candidates
  Eigen::MatrixXd products_;                          // products of all candidates with the active ones
  double beta_ = 0;                                   // precision of the noise; 0 before the first fit
  Eigen::VectorXd precisions_, means_;
  Eigen::MatrixXd covariance_;
  Eigen::VectorXd sparsity_, quality_;  // S and Q of Tipping and Faul, by candidate
};

}  // namespace bora::surrogates
