#include "surrogates/search/mixed/tree_parzen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "common/error.h"
#include "surrogates/acquisition/normal.h"

namespace bora::surrogates {
namespace {

// Density of one number in [0, 1].
class NumberDensity {
 public:
  explicit NumberDensity(std::vector<double> centres) : centres_(std::move(centres)) {
    centres_.push_back(0.5);
    std::sort(centres_.begin(), centres_.end());
    const std::size_t n = centres_.size();
    // No narrower than this share of the box, which gets less as observations come.
    const double narrowest = 1.0 / std::min<double>(100, 1 + static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      const double before = i > 0 ? centres_[i] - centres_[i - 1] : centres_[i];
      const double after = i + 1 < n ? centres_[i + 1] - centres_[i] : 1 - centres_[i];
      widths_.push_back(std::clamp(std::max(before, after), narrowest, 1.0));
    }
    widths_[static_cast<std::size_t>(std::find(centres_.begin(), centres_.end(), 0.5) - centres_.begin())] =
        1;
  }

  double draw(Rng& rng) const {
    constexpr int kTries = 100;
    const auto i = static_cast<std::size_t>(rng.index(static_cast<int>(centres_.size())));
    for (int tries = 0; tries < kTries; ++tries)
      if (const double x = centres_[i] + widths_[i] * rng.normal(); x >= 0 && x <= 1) return x;
    return rng.uniform();
  }

  double log_density(double x) const {
    double sum = 0;
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      const double z = (x - centres_[i]) / widths_[i];
      const double inside =
          normal_cdf((1 - centres_[i]) / widths_[i]) - normal_cdf(-centres_[i] / widths_[i]);
      sum += std::exp(-0.5 * z * z) / (widths_[i] * inside);
    }
    return std::log(std::max(sum / static_cast<double>(centres_.size()), 1e-300));
  }

 private:
  std::vector<double> centres_, widths_;
};

// Distribution of one categorical variable.
class CategoryDensity {
 public:
  CategoryDensity(const std::vector<double>& seen, int levels) : counts_(Eigen::VectorXd::Ones(levels)) {
    for (const double level : seen) counts_[static_cast<Eigen::Index>(level)] += 1;
    counts_ /= counts_.sum();
  }
  double draw(Rng& rng) const {
    double left = rng.uniform();
    for (Eigen::Index i = 0; i + 1 < counts_.size(); ++i)
      if ((left -= counts_[i]) < 0) return static_cast<double>(i);
    return static_cast<double>(counts_.size() - 1);
  }
  double log_density(double level) const { return std::log(counts_[static_cast<Eigen::Index>(level)]); }

 private:
  Eigen::VectorXd counts_;
};

template <typename Density>
double best_of(const Density& good, const Density& others, int candidates, Rng& rng) {
  double best = 0;
  double highest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < candidates; ++i) {
    const double x = good.draw(rng);
    const double ratio = good.log_density(x) - others.log_density(x);
    if (ratio > highest) {
      highest = ratio;
      best = x;
    }
  }
  return best;
}

}  // namespace

void TreeParzenOptions::check() const {
  if (initial_points < 2) throw InputError("initial_points: {} is below 2", initial_points);
  if (!(good > 0 && std::isfinite(good))) throw InputError("good: {} is not a number above 0", good);
  if (most_good < 1) throw InputError("most_good: {} is below 1", most_good);
  if (candidates < 1) throw InputError("candidates: {} is below 1", candidates);
}

TreeParzen::TreeParzen(MixedSpace space, TreeParzenOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed), options_(options) {
  options_.check();
}

Eigen::VectorXd TreeParzen::promising(const std::vector<Eigen::VectorXd>& believed, Rng& rng) const {
  std::vector<std::size_t> order(points().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values()[a] > values()[b]; });
  const auto good = static_cast<std::size_t>(std::min<double>(
      options_.most_good, std::ceil(options_.good * std::sqrt(static_cast<double>(order.size())))));
  std::vector<Eigen::VectorXd> best, others = believed;
  for (std::size_t i = 0; i < order.size(); ++i)
    (i < good ? best : others).push_back(space().to_unit(points()[order[i]]));
  const auto column = [](const std::vector<Eigen::VectorXd>& of, int j) {
    std::vector<double> values;
    for (const Eigen::VectorXd& point : of) values.push_back(point[j]);
    return values;
  };
  Eigen::VectorXd unit(space().dimension());
  for (int j = 0; j < space().dimension(); ++j) {
    if (j < space().categories()) {
      const int levels = space().levels()[static_cast<std::size_t>(j)];
      unit[j] = best_of(CategoryDensity(column(best, j), levels), CategoryDensity(column(others, j), levels),
                        options_.candidates, rng);
    } else {
      unit[j] =
          best_of(NumberDensity(column(best, j)), NumberDensity(column(others, j)), options_.candidates, rng);
    }
  }
  return space().from_unit(unit);
}

std::vector<Eigen::VectorXd> TreeParzen::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Eigen::VectorXd> points, believed;
  // Pending and failed points count among those that are not good.
  for (const auto& [trial, point] : waiting()) believed.push_back(space().to_unit(point));
  for (const Eigen::VectorXd& point : failures()) believed.push_back(space().to_unit(point));
  for (int i = 0; i < q; ++i) {
    const bool known = observations() >= 2 &&
                       observations() + static_cast<int>(failures().size()) >= options_.initial_points;
    Eigen::VectorXd wanted = known ? promising(believed, rng) : space().sample(rng);
    points.push_back(fresh(std::move(wanted), points, rng));
    believed.push_back(space().to_unit(points.back()));
  }
  return points;
}

}  // namespace bora::surrogates
