#include "surrogates/pending/local_penalisation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/pending/lipschitz.h"
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

}  // namespace bora::surrogates
