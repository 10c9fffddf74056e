// Local penalisation: the acquisition is reduced around pending points, where the function is not expected to
// reach its maximum.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/pending/pending_policy.h"

namespace bora::surrogates {

/// Description of a space of categories and numbers for a penalty. Points are in units (MixedSpace::to_unit).
struct PenaltySpace {
  std::vector<int> levels;       ///< number of values of each category; the numbers come after the categories
  Eigen::VectorXd lengthscales;  ///< d_x >= 1, lengthscales of the numbers
};

/// The four penalties of PLAyBOOK (Alvi, Ru, Calliess, Roberts and Osborne 2019; Ru 2021, section 4.5):
/// - lp, PLAyBOOK-L: SoftLocalPenalty, L the steepest slope of the mean anywhere (Gonzalez et al. 2016);
/// - hlp, PLAyBOOK-H: HardLocalPenalty with the same L;
/// - local-lp, PLAyBOOK-LL: SoftLocalPenalty, L the steepest slope near the pending point;
/// - local-hlp, PLAyBOOK-HL: HardLocalPenalty with that.
///
/// M, the maximum, is estimated by the largest observed value; the hard radius is (|mean - M| + gamma sd) / L
/// with gamma = 1. "Near" means in the box around the point whose sides are the lengthscales. If the steepest
/// slope is below 1e-7 standard deviations of the observed values per side of the unit cube, L is 10 of them
/// (in the authors' code both in units of the values). Points with other categories are not penalised, and
/// the slope near a point is that of its categories.
class LocalPenalisation final : public PendingPolicy<Eigen::VectorXd> {
 public:
  /// name: of local_penalisation_names(); posterior: without pending points; y: the targets that it was
  /// fitted to. Throws InputError for another name, a space without numbers, or a posterior that is not
  /// smooth.
  LocalPenalisation(const std::string& name, PosteriorPtr posterior, const Eigen::VectorXd& y,
                    PenaltySpace space);

  ScorePtr penalty(const Eigen::VectorXd& z, Rng& rng) override;

 private:
  std::optional<double> value(const Posterior<Eigen::VectorXd>& /*posterior*/,
                              const Eigen::MatrixXd& /*Z*/) const override {
    return std::nullopt;
  }
  double lipschitz(const Eigen::VectorXd* near, Rng& rng) const;

  bool hard_, local_;
  PosteriorPtr posterior_;
  PenaltySpace space_;
  double best_, scale_;           // M, and the deviation of the targets
  std::optional<double> global_;  // L, once asked for
};

/// Returns the names lp, hlp, local-lp and local-hlp.
const std::vector<std::string>& local_penalisation_names();
bool is_local_penalisation(const std::string& name);

}  // namespace bora::surrogates
