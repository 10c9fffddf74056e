#include "surrogates/baselines/mvrsm.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"

namespace bora::surrogates {

void MvrsmOptions::read(NamedSettings& settings) {
  std::string as = "tuned";
  settings.read("as", as, {"tuned", "paper"},
                "paper: the first value, not the deviation, is the unit of values");
  printed_unit = as == "paper";
  settings.read("initial", initial_points, 0, 10000,
                "first points, drawn uniformly; 0: 24, with fewer than 80 trials three tenths of them");
  settings.read("regularisation", regularisation, 1e-12, 1e6,
                "of the model's least squares; the authors advise 1e-3 for noisy values");
}

void MvrsmOptions::check() const {
  if (budget < 1) throw InputError("budget: {} is below 1", budget);
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (!(regularisation > 0)) throw InputError("regularisation: {} is not above 0", regularisation);
}

Mvrsm::Mvrsm(MixedSpace space, MvrsmOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed), options_(checked(options)) {
  constexpr int kUsual = 24;
  const MixedSpace& of = this->space();
  if (options_.initial_points == 0) options_.initial_points = default_initial_points(kUsual, options_.budget);
  for (int i = 0; i < of.categories(); ++i) order_.push_back(i);
  for (const bool whole : {true, false})
    for (int j = 0; j < of.numbers(); ++j)
      if (of.whole(j) == whole) order_.push_back(of.categories() + j);
  lower_ = Eigen::VectorXd::Constant(of.dimension(), -1);
  upper_ = Eigen::VectorXd::Constant(of.dimension(), 1);
  for (const int coordinate : order_) {
    const int j = coordinate - of.categories();
    if (j >= 0 && !of.whole(j)) break;
    lower_[whole_] = j < 0 ? 0 : of.lower()[j];
    upper_[whole_] = j < 0 ? of.levels()[static_cast<std::size_t>(coordinate)] - 1 : of.upper()[j];
    ++whole_;
  }
  Rng rng(mix_seed(seed, "mvrsm"));
  model_.emplace(lower_, upper_, whole_, rng);
}

Eigen::VectorXd Mvrsm::encoded(const Eigen::VectorXd& point) const {
  const Eigen::VectorXd unit = space().to_unit(point);
  Eigen::VectorXd variables(point.size());
  for (Eigen::Index i = 0; i < variables.size(); ++i) {
    const int coordinate = order_[static_cast<std::size_t>(i)];
    variables[i] = i < whole_ ? point[coordinate] : 2 * unit[coordinate] - 1;
  }
  return variables;
}

Eigen::VectorXd Mvrsm::decoded(const Eigen::VectorXd& variables) const {
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(variables.size());
  for (Eigen::Index i = 0; i < variables.size(); ++i) {
    const int coordinate = order_[static_cast<std::size_t>(i)];
    const bool category = coordinate < space().categories();
    unit[coordinate] = category ? variables[i] : (variables[i] - lower_[i]) / (upper_[i] - lower_[i]);
  }
  return space().from_unit(unit);
}

void Mvrsm::add_step(Eigen::VectorXd& variables, Rng& rng) const {
  const auto d = static_cast<double>(variables.size());
  for (int i = 0; i < whole_; ++i) {
    double draw = rng.uniform();
    const int direction = rng.sign();
    for (; draw < 1 / d; draw *= 2) {
      int step = direction;
      if (variables[i] <= lower_[i]) step = 1;
      if (variables[i] >= upper_[i]) step = -1;
      variables[i] += step;
    }
  }
  constexpr double kShare = 0.1;
  for (Eigen::Index i = whole_; i < variables.size(); ++i) {
    const double deviation = kShare * (upper_[i] - lower_[i]) / std::sqrt(d);
    double moved = 0;
    do {
      moved = variables[i] + deviation * rng.normal();
    } while (moved < lower_[i] || moved > upper_[i]);
    variables[i] = moved;
  }
}

std::vector<Eigen::VectorXd> Mvrsm::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Eigen::VectorXd> asked;
  std::optional<Eigen::VectorXd> minimum;  // minimum of the model, with rounded integers
  const int known = observations() + static_cast<int>(failures().size()) + pending();
  for (int i = 0; i < q; ++i) {
    if (observations() < 1 || known + i < options_.initial_points) {
      asked.push_back(sampled(asked, rng));
      continue;
    }
    if (!minimum) {
      // The model is minimised.
      const Eigen::VectorXd losses = -Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
      Standardisation scale = Standardisation::of(losses);
      scale.mean = losses[0];
      scale.rounding *= 2;  // differences from one of the values, not from their mean
      // As in the authors' code, a smaller first value counts as 0; the unit is then 1.
      constexpr double kZero = 1e-8;
      if (options_.printed_unit) scale.deviation = std::abs(losses[0]) > kZero ? std::abs(losses[0]) : 1;
      Eigen::MatrixXd X(observations(), space().dimension());
      for (Eigen::Index row = 0; row < X.rows(); ++row)
        X.row(row) = encoded(points()[static_cast<std::size_t>(row)]).transpose();
      model_->fit(X, scale.apply(losses), options_.regularisation);
      minimum = model_->minimum(encoded(incumbent()));
      minimum->head(whole_) = minimum->head(whole_).array().round();
    }
    Eigen::VectorXd variables = *minimum;
    if (known + i + 1 < options_.budget) add_step(variables, rng);
    asked.push_back(fresh(decoded(variables), asked, rng));
  }
  return asked;
}

}  // namespace bora::surrogates
