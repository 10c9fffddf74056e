// Local penalisation: reduces the acquisition around pending points, where the function is not expected to
// reach its maximum.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/pending/pending_policy.h"

namespace bora::surrogates {

/// Space of categories and numbers, as penalties need it. Points are in unit coordinates
/// (MixedSpace::to_unit).
struct PenaltySpace {
  std::vector<int> levels;       ///< number of values of each category; the numbers come after the categories
  Eigen::VectorXd lengthscales;  ///< lengthscales of the d_x >= 1 numbers, in unit coordinates
};

/// The four penalties of PLAyBOOK (Alvi, Ru, Calliess, Roberts and Osborne 2019; Ru 2021, section 4.5):
/// - lp, PLAyBOOK-L: SoftLocalPenalty with L the largest slope of the mean anywhere (Gonzalez et al. 2016);
/// - hlp, PLAyBOOK-H: HardLocalPenalty with the same L;
/// - local-lp, PLAyBOOK-LL: SoftLocalPenalty with L the largest slope of the mean near the pending point;
/// - local-hlp, PLAyBOOK-HL: HardLocalPenalty with the same local L.
///
/// The maximum M is estimated by the largest observed value. The radius of the hard penalty is (|mean - M| +
/// gamma sd) / L with gamma = 1. "Near" means in the box centred at the point whose sides are the
/// lengthscales. If the largest slope is below 1e-7 s per side of the unit cube, where s is the standard
/// deviation of the observed values, L is 10 s (in the authors' code 1e-7 and 10). Points with other
/// categories than the pending point are not penalised, and a local L is that for the categories of the
/// point.
class LocalPenalisation final : public PendingPolicy<Eigen::VectorXd> {
 public:
  /// name: one of local_penalisation_names(); posterior: not given pending points; y: the targets of its
  /// observations. Throws InputError for another name, a space without numbers, or a posterior that is not
  /// smooth.
  LocalPenalisation(const std::string& name, PosteriorPtr posterior, const Eigen::VectorXd& y,
                    PenaltySpace space);

  ScorePtr penalty(const Eigen::VectorXd& z, Rng& rng) override;

 private:
  std::optional<double> value(const Posterior<Eigen::VectorXd>& /*posterior*/,
                              const Eigen::MatrixXd& /*Z*/) const override {
    return std::nullopt;
  }
  // Returns L near a point; near: null for the whole space.
  double lipschitz(const Eigen::VectorXd* near, Rng& rng) const;

  bool hard_, local_;
  PosteriorPtr posterior_;
  PenaltySpace space_;
  double best_, scale_;           // M, and the standard deviation s of the targets
  std::optional<double> global_;  // L of the whole space, once it has been computed
};

/// Returns the names lp, hlp, local-lp and local-hlp.
const std::vector<std::string>& local_penalisation_names();
bool is_local_penalisation(const std::string& name);

/// Returns the largest norm, as found by a local search in `box`, of the gradient of the posterior mean
/// w.r.t. the numbers, which are the coordinates from `categories` on. The search starts at the point of
/// `starts` (m >= 1 points of the box, m x d) with the largest norm and keeps its categories. box: d bounds
/// each. Gonzalez et al. 2016 estimate a Lipschitz constant in this way. Throws std::logic_error unless the
/// posterior is smooth.
double steepest_slope(const Posterior<Eigen::VectorXd>& posterior, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts);

}  // namespace bora::surrogates
