#include "surrogates/sampling/elliptical_slice.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "common/error.h"

namespace bora::surrogates {

EllipticalSlice::EllipticalSlice(Eigen::VectorXd mean, Eigen::VectorXd deviation,
                                 LogLikelihood log_likelihood, Eigen::VectorXd start)
    : mean_(std::move(mean)),
      deviation_(std::move(deviation)),
      log_likelihood_(std::move(log_likelihood)),
      state_(std::move(start)) {
  if (deviation_.size() != mean_.size() || state_.size() != mean_.size())
    throw InputError("elliptical slice: {} means, {} deviations and {} coordinates, expected as many",
                     mean_.size(), deviation_.size(), state_.size());
  if (!mean_.allFinite() || !deviation_.allFinite() || !state_.allFinite() || !(deviation_.array() > 0).all())
    throw InputError("elliptical slice: expected finite means and states, and deviations > 0");
  log_value_ = log_likelihood_(state_);
  if (!(log_value_ > -std::numeric_limits<double>::infinity()))
    throw InputError("elliptical slice: the likelihood of the start is 0");
}

const Eigen::VectorXd& EllipticalSlice::next(Rng& rng) {
  constexpr double kTurn = 2 * std::numbers::pi;
  // Number of times that the bracket shrinks. It is below rounding then, and the chain stays where it is.
  constexpr int kMost = 200;
  Eigen::VectorXd other(state_.size());
  for (Eigen::Index j = 0; j < other.size(); ++j) other[j] = deviation_[j] * rng.normal();
  // log(1 - u) rather than log(u), since u may be 0.
  const double threshold = log_value_ + std::log1p(-rng.uniform());
  double angle = rng.uniform(0, kTurn);
  double low = angle - kTurn, high = angle;
  const Eigen::VectorXd centred = state_ - mean_;
  for (int step = 0; step < kMost; ++step) {
    const Eigen::VectorXd proposed = mean_ + std::cos(angle) * centred + std::sin(angle) * other;
    const double value = log_likelihood_(proposed);
    ++evaluations_;
    // False for NaN.
    if (value >= threshold) {
      state_ = proposed;
      log_value_ = value;
      break;
    }
    (angle < 0 ? low : high) = angle;
    angle = rng.uniform(low, high);
  }
  return state_;
}

}  // namespace bora::surrogates
