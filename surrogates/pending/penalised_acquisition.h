// Acquisition function multiplied by penalties.
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Acquisition function (score - least) times the factors whose sum of logarithms is `penalties`, for a score
/// that is not a logarithm and may be negative. As in Gonzalez et al. 2016, except that the score is shifted,
/// as in Alvi et al. 2019, instead of transformed by a softplus.
template <typename Point>
class PenalisedAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  using ScorePtr = std::shared_ptr<const AcquisitionFunction<Point>>;
  PenalisedAcquisition(ScorePtr score, ScorePtr penalties, double least)
      : score_(std::move(score)), penalties_(std::move(penalties)), least_(least) {}

  Eigen::VectorXd values(const Batch& Z) const override {
    return (score_->values(Z).array() - least_) * penalties_->values(Z).array().exp();
  }
  bool smooth() const override { return score_->smooth() && penalties_->smooth(); }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    Eigen::VectorXd of_score, of_penalties;
    const double above = score_->value(z, of_score) - least_;
    const double factor = std::exp(penalties_->value(z, of_penalties));
    gradient = factor * (of_score + above * of_penalties);
    return above * factor;
  }

 private:
  ScorePtr score_, penalties_;
  double least_;
};

/// Returns `score` with all penalties applied, which are logarithms of factors: their sum if `score` is a
/// logarithm, otherwise PenalisedAcquisition. least(score): estimates the least value of a score; it is
/// called only in the latter case.
template <typename Point, typename Least>
std::shared_ptr<const AcquisitionFunction<Point>> penalised(
    std::shared_ptr<const AcquisitionFunction<Point>> score,
    std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> penalties, const Least& least) {
  if (penalties.empty()) return score;
  if (score->logarithmic()) {
    penalties.insert(penalties.begin(), std::move(score));
    return std::make_shared<const SumAcquisition<Point>>(std::move(penalties));
  }
  const double lowest = least(*score);
  return std::make_shared<const PenalisedAcquisition<Point>>(
      std::move(score), std::make_shared<const SumAcquisition<Point>>(std::move(penalties)), lowest);
}

}  // namespace bora::surrogates
