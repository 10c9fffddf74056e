#include "surrogates/baselines/bocs.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/linear/horseshoe_sampler.h"
#include "surrogates/search/checked.h"
#include "surrogates/search/initial_points.h"
#include "surrogates/search/mixed/lower_tail_of.h"

namespace bora::surrogates {

void BocsOptions::set_as_printed() {
  sweeps = 1000;
  printed_annealing = true;
  raise_tail = false;
}

void BocsOptions::read(NamedSettings& settings) {
  std::string as = "tuned";
  settings.read("as", as, {"tuned", "paper"},
                "paper: sweeps=1000, annealing as published, values untransformed");
  if (as == "paper") set_as_printed();
  settings.read("initial", initial_points, 0, 10000,
                "first points, drawn uniformly; 0: 20, with fewer than 67 trials three tenths of them");
  settings.read("sweeps", sweeps, 1, 1000000, "sweeps of the Gibbs sampler before each point");
}

void BocsOptions::check() const {
  if (budget < 1) throw InputError("budget: {} is below 1", budget);
  if (initial_points < 0) throw InputError("initial_points: {} is below 0", initial_points);
  if (sweeps < 1) throw InputError("sweeps: {} is below 1", sweeps);
}

// Posterior of the weights, from which each call of score() draws.
class Bocs::Model {
 public:
  // values: standardised.
  Model(const PairMonomials& monomials, const std::vector<Eigen::VectorXd>& points,
        const Eigen::VectorXd& values, int sweeps, Rng& rng)
      : monomials_(monomials), sweeps_(sweeps), columns_(static_cast<std::size_t>(monomials.count()), -1) {
    std::vector<Eigen::Triplet<double>> ones;
    for (std::size_t i = 0; i < points.size(); ++i)
      monomials_.for_each(points[i], [&](int monomial) {
        int& column = columns_[static_cast<std::size_t>(monomial)];
        if (column < 0) column = seen_++;
        ones.emplace_back(static_cast<int>(i), column, 1);
      });
    if (seen_ == 0) return;
    Eigen::SparseMatrix<double> X(static_cast<Eigen::Index>(points.size()), seen_);
    X.setFromTriplets(ones.begin(), ones.end());
    sampler_.emplace(std::move(X), values, rng);
  }

  // Draws weights and returns the model's function under them: the sum of the weights of the monomials that
  // are 1 at a point.
  auto score(Rng& rng) {
    for (int i = 0; sampler_ && i < sweeps_; ++i) sampler_->sweep(rng);
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(monomials_.count());
    for (std::size_t monomial = 0; monomial < columns_.size(); ++monomial)
      if (columns_[monomial] >= 0)
        weights[static_cast<Eigen::Index>(monomial)] = sampler_->weights()[columns_[monomial]];
    return [this, weights = std::move(weights)](const Eigen::VectorXd& point) {
      double sum = 0;
      monomials_.for_each(point, [&](int monomial) { sum += weights[monomial]; });
      return sum;
    };
  }

 private:
  const PairMonomials& monomials_;
  int sweeps_;
  std::vector<int> columns_;  // column of each monomial in the regression; -1: none, as it is 0 everywhere
  int seen_ = 0;              // number of columns
  std::optional<HorseshoeSampler> sampler_;  // none if there is no column
};

Bocs::Bocs(MixedSpace space, BocsOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed), options_(checked(options)), monomials_(this->space().levels()) {
  constexpr int kUsual = 20;
  if (this->space().numbers() > 0)
    throw InputError("optimiser bocs: takes categories only, the space has {} and {} numbers",
                     this->space().categories(), this->space().numbers());
  if (options_.initial_points == 0) options_.initial_points = default_initial_points(kUsual, options_.budget);
}

Eigen::VectorXd Bocs::raised() const {
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values().data(), observations());
  if (!options_.raise_tail) return y;
  return lower_tail_of(space(), points(), y, options_.initial_points, unasked_).apply(y);
}

AnnealingOptions Bocs::annealing(double deviation) const {
  if (options_.printed_annealing) return {.steps = options_.budget, .temperature = 1 / deviation};
  constexpr int kStepsEach = 20;
  constexpr double kCoolest = 1e-3;
  int neighbours = 0;
  for (const int levels : space().levels()) neighbours += levels - 1;
  const int steps = kStepsEach * neighbours;
  return {.steps = steps, .cooling = std::pow(kCoolest, 1.0 / steps)};
}

std::vector<Eigen::VectorXd> Bocs::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Eigen::VectorXd> asked;
  std::optional<Model> model;
  AnnealingOptions options;
  const int known = observations() + static_cast<int>(failures().size()) + pending();
  for (int i = 0; i < q; ++i) {
    Eigen::VectorXd wanted;
    if (observations() < 2 || known + i < options_.initial_points) {
      wanted = space().sample(rng);
    } else {
      if (!model) {
        const Eigen::VectorXd y = raised();
        const auto standardisation = Standardisation::of(y);
        model.emplace(monomials_, points(), standardisation.apply(y), options_.sweeps, rng);
        options = annealing(standardisation.deviation);
      }
      wanted = annealed_search(space(), model->score(rng), options, rng);
    }
    asked.push_back(fresh(std::move(wanted), asked, rng));
  }
  return asked;
}

void Bocs::ended(std::int64_t trial, Outcome outcome) {
  unasked_ |= trial == 0 && outcome == Outcome::told;
}

}  // namespace bora::surrogates
