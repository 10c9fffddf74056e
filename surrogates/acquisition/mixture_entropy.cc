#include "surrogates/acquisition/mixture_entropy.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/order.h"

namespace bora::surrogates {
namespace {

constexpr double kLogTwoPi = 1.8378770664093454836;

// Density of the mixture, and the terms of its components.
class Density {
 public:
  explicit Density(const NormalMixture& mixture)
      : mean_(mixture.mean.array()),
        scale_(mixture.variance.array().rsqrt()),
        weight_(scale_ * (std::exp(-0.5 * kLogTwoPi) / static_cast<double>(mixture.mean.size()))),
        scaled_(mean_.size()) {}
  double operator()(double y) const {
    scaled_ = (y - mean_) * scale_;
    return (weight_ * (-0.5 * scaled_.square()).exp()).sum();
  }
  // Returns the terms of the components, whose sum is the density.
  Eigen::ArrayXd parts(double y) const { return weight_ * (-0.5 * ((y - mean_) * scale_).square()).exp(); }

 private:
  Eigen::ArrayXd mean_, scale_, weight_;
  mutable Eigen::ArrayXd scaled_;
};

// Node of the quadrature.
struct Node {
  double y, weight, log_density;
};

// Integrates -p log p over panels. Appends the nodes that the result uses to `nodes` unless that is null.
class AdaptiveSimpson {
 public:
  AdaptiveSimpson(const Density& density, std::vector<Node>* nodes) : density_(density), nodes_(nodes) {}

  double operator()(const std::vector<double>& edges, double tolerance) {
    const double width = edges.back() - edges.front();
    double sum = 0;
    Sample left = at(edges.front());
    for (std::size_t i = 1; i < edges.size(); ++i) {
      const Sample right = at(edges[i]);
      const Sample middle = at(0.5 * (left.y + right.y));
      constexpr int kDepth = 40;
      sum += panel(left, middle, right, tolerance * (right.y - left.y) / width, kDepth);
      left = right;
    }
    return sum;
  }

 private:
  struct Sample {
    double y, log_density, value;
  };
  Sample at(double y) const {
    const double density = density_(y);
    if (!(density > 0)) return {y, 0, 0};
    const double log_density = std::log(density);
    return {y, log_density, -density * log_density};
  }
  double panel(const Sample& a, const Sample& m, const Sample& b, double tolerance, int depth) {
    const Sample left = at(0.5 * (a.y + m.y)), right = at(0.5 * (m.y + b.y));
    const double h = b.y - a.y;
    const double whole = h / 6 * (a.value + 4 * m.value + b.value);
    const double halves = h / 12 * (a.value + 4 * left.value + 2 * m.value + 4 * right.value + b.value);
    if (depth > 0 && std::abs(halves - whole) > 15 * tolerance)
      return panel(a, left, m, 0.5 * tolerance, depth - 1) + panel(m, right, b, 0.5 * tolerance, depth - 1);
    // Richardson's extrapolation of the five values is Boole's rule.
    if (nodes_ != nullptr) {
      const double w = h / 90;
      for (const auto& [sample, weight] :
           {std::pair{a, 7 * w}, {left, 32 * w}, {m, 12 * w}, {right, 32 * w}, {b, 7 * w}})
        nodes_->push_back({sample.y, weight, sample.log_density});
    }
    return halves + (halves - whole) / 15;
  }

  const Density& density_;
  std::vector<Node>* nodes_;
};

// Returns the ends of the integration range and, between them, means of components. A mean is left out if it
// is within a standard deviation of the edge before it.
std::vector<double> edges_of(const NormalMixture& mixture) {
  constexpr double kDeviations = 7;
  const Eigen::ArrayXd deviation = mixture.variance.array().sqrt();
  std::vector<Eigen::Index> order = consecutive(mixture.mean.size());
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return mixture.mean[a] < mixture.mean[b]; });
  const double upper = (mixture.mean.array() + kDeviations * deviation).maxCoeff();
  std::vector<double> edges{(mixture.mean.array() - kDeviations * deviation).minCoeff()};
  for (const Eigen::Index j : order)
    if (mixture.mean[j] - edges.back() > deviation[j]) edges.push_back(mixture.mean[j]);
  edges.push_back(upper);
  return edges;
}

}  // namespace

MixtureEntropy entropy_by_quadrature(const NormalMixture& mixture, bool slopes, double tolerance) {
  const Density density(mixture);
  std::vector<Node> nodes;
  MixtureEntropy entropy;
  entropy.value = AdaptiveSimpson(density, slopes ? &nodes : nullptr)(edges_of(mixture), tolerance);
  if (!slopes) return entropy;
  // dH = -integral of log p dp. The other term of d(p log p), dp, has integral 0.
  const Eigen::Index M = mixture.mean.size();
  Eigen::ArrayXd first = Eigen::ArrayXd::Zero(M), second = Eigen::ArrayXd::Zero(M);
  for (const Node& node : nodes) {
    const Eigen::ArrayXd part = (-node.weight * node.log_density) * density.parts(node.y);
    const Eigen::ArrayXd away = node.y - mixture.mean.array();
    first += part * away;
    second += part * (away.square() - mixture.variance.array());
  }
  entropy.mean_slope = first / mixture.variance.array();
  entropy.variance_slope = 0.5 * second / mixture.variance.array().square();
  return entropy;
}

MixtureEntropy entropy_by_moment_matching(const NormalMixture& mixture, bool slopes) {
  const double variance = mixture.total_variance();
  MixtureEntropy entropy;
  entropy.value = 0.5 * (kLogTwoPi + 1 + std::log(variance));
  if (!slopes) return entropy;
  const double share = 0.5 / (variance * static_cast<double>(mixture.mean.size()));
  entropy.mean_slope = 2 * share * (mixture.mean.array() - mixture.mean.mean());
  entropy.variance_slope = Eigen::VectorXd::Constant(mixture.mean.size(), share);
  return entropy;
}

MixtureEntropy mixture_entropy(EntropyMethod method, const NormalMixture& mixture, bool slopes) {
  switch (method) {
    case EntropyMethod::moment_matching:
      return entropy_by_moment_matching(mixture, slopes);
    case EntropyMethod::maximum_entropy:
      return entropy_by_maximum_entropy(mixture, slopes);
    case EntropyMethod::quadrature:
      break;
  }
  return entropy_by_quadrature(mixture, slopes);
}

}  // namespace bora::surrogates
