#include "surrogates/pending/local_penalisation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/optim/bounded_lbfgs.h"
#include "surrogates/pending/local_penalty.h"

namespace bora::surrogates {

const std::vector<std::string>& local_penalisation_names() {
  static const std::vector<std::string> names{"lp", "hlp", "local-lp", "local-hlp"};
  return names;
}

bool is_local_penalisation(const std::string& name) {
  return std::ranges::count(local_penalisation_names(), name) > 0;
}

LocalPenalisation::LocalPenalisation(const std::string& name, PosteriorPtr posterior,
                                     const Eigen::VectorXd& y, PenaltySpace space)
    : hard_(name.ends_with("hlp")),
      local_(name.starts_with("local-")),
      posterior_(std::move(posterior)),
      space_(std::move(space)),
      best_(y.maxCoeff()),
      scale_(Standardisation::of(y).deviation) {
  if (!is_local_penalisation(name))
    throw InputError("pending: '{}' is not one of {}", name, join(local_penalisation_names()));
  if (space_.lengthscales.size() == 0) check_imputing_policy(name, "points of categories alone");
  if (!posterior_->smooth())
    throw InputError("pending: '{}' uses the slope of the posterior mean, which this model cannot compute",
                     name);
}

LocalPenalisation::ScorePtr LocalPenalisation::penalty(const Eigen::VectorXd& z, Rng& rng) {
  constexpr double kGamma = 1;
  if (!local_ && !global_) global_ = lipschitz(nullptr, rng);
  const double slope = local_ ? lipschitz(&z, rng) : *global_;
  const MarginalPosterior at = posterior_->marginal(z.transpose());
  const double gap = std::abs(at.mean[0] - best_), deviation = std::sqrt(at.variance[0]);
  const auto categories = static_cast<int>(space_.levels.size());
  if (hard_)
    return std::make_shared<const HardLocalPenalty>(z, categories, (gap + kGamma * deviation) / slope);
  return std::make_shared<const SoftLocalPenalty>(z, categories, gap, deviation, slope);
}

double LocalPenalisation::lipschitz(const Eigen::VectorXd* near, Rng& rng) const {
  constexpr int kDrawn = 500;  // random points at which the search starts, as in the code of Gonzalez et al.
  constexpr double kFlat = 1e-7, kWhereFlat = 10;
  const auto categories = static_cast<Eigen::Index>(space_.levels.size());
  const Eigen::Index numbers = space_.lengthscales.size(), d = categories + numbers;
  Bounds box{Eigen::VectorXd::Zero(d), Eigen::VectorXd::Ones(d)};
  if (near != nullptr) {
    const Eigen::VectorXd centre = near->tail(numbers);
    box.lower << near->head(categories), (centre - 0.5 * space_.lengthscales).cwiseMax(0.0);
    box.upper << near->head(categories), (centre + 0.5 * space_.lengthscales).cwiseMin(1.0);
  }
  Eigen::MatrixXd drawn(kDrawn, d);
  for (auto row : drawn.rowwise()) {
    for (Eigen::Index i = 0; i < categories; ++i)
      row[i] = near != nullptr ? (*near)[i] : rng.index(space_.levels[static_cast<std::size_t>(i)]);
    for (Eigen::Index j = categories; j < d; ++j) row[j] = rng.uniform(box.lower[j], box.upper[j]);
  }
  const double slope = steepest_slope(*posterior_, static_cast<int>(categories), box, drawn);
  return slope < kFlat * scale_ ? kWhereFlat * scale_ : slope;
}

double steepest_slope(const Posterior<Eigen::VectorXd>& posterior, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts) {
  constexpr int kEvaluations = 20;
  constexpr double kStep = 1e-5;
  const Eigen::Index d = starts.cols(), numbers = d - categories;
  Eigen::Index steepest = 0;
  double slope = posterior.mean_gradient(starts).rightCols(numbers).rowwise().norm().maxCoeff(&steepest);
  if (!(slope > 0)) return 0;

  // The gradient of the norm is the Hessian of the mean times the unit vector along its gradient. It is a
  // directional derivative of the gradient, so two further gradients give it by finite differences for any d.
  const SmoothFunction flatness = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    gradient = Eigen::VectorXd::Zero(d);
    const Eigen::VectorXd along = posterior.mean_gradient(x.transpose()).row(0).tail(numbers).transpose();
    const double norm = along.norm();
    if (!(norm > 0)) return 0.0;
    Eigen::MatrixXd ends(2, d);
    ends << x.transpose(), x.transpose();
    ends.row(0).tail(numbers) += (kStep / norm) * along.transpose();
    ends.row(1).tail(numbers) -= (kStep / norm) * along.transpose();
    const Eigen::MatrixXd at_ends = posterior.mean_gradient(ends);
    gradient.tail(numbers) = -(at_ends.row(0) - at_ends.row(1)).tail(numbers).transpose() / (2 * kStep);
    return -norm;
  };
  Eigen::VectorXd start = starts.row(steepest).transpose();
  Bounds around = box;
  around.lower.head(categories) = around.upper.head(categories) = start.head(categories);
  BoundedLbfgsOptions search;
  search.max_evaluations = kEvaluations;
  return std::max(slope, -minimise_bounded(flatness, start, around.lower, around.upper, search).value);
}

}  // namespace bora::surrogates
