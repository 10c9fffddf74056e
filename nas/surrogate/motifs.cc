#include "nas/surrogate/motifs.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "common/error.h"
#include "common/text.h"
#include "nas/features/architecture_features.h"
#include "nas/surrogate/architecture_models.h"
#include "surrogates/gp/gaussian_process.h"

namespace bora::nas {
namespace {

// Returns the text of the motif at a node.
std::string pattern_of(const LabelledDag& graph, int node, bool with_neighbours,
                       const std::vector<Operation>& operations) {
  const auto name = [&](int v) {
    return operations[static_cast<std::size_t>(graph.labels[static_cast<std::size_t>(v)])].name;
  };
  if (!with_neighbours) return name(node);
  std::vector<std::string> beside;
  for (const auto& [from, to] : graph.edges) {
    if (from == node) beside.push_back(name(to));
    if (to == node) beside.push_back(name(from));
  }
  std::sort(beside.begin(), beside.end());
  return name(node) + " beside " + (beside.empty() ? "nothing" : join(beside));
}

}  // namespace

void MotifOptions::check() const {
  if (least < 1) throw InputError("least: {} is below 1", least);
  if (!(most_share > 0 && most_share <= 1)) throw InputError("most_share: {} is not in (0, 1]", most_share);
}

std::pair<double, double> motif_average(const std::vector<std::pair<double, double>>& counted,
                                        MotifScore score) {
  std::map<double, int> alike;  // number of architectures by number of occurrences
  for (const auto& [count, gradient] : counted) ++alike[count];
  double sum = 0, mean = 0, square = 0;
  for (const auto& [count, gradient] : counted) {
    const double weight = score == MotifScore::mean ? count : alike.at(count);
    sum += weight;
    mean += weight * gradient;
    square += weight * gradient * gradient;
  }
  mean /= sum;
  return {mean, std::sqrt(std::max(0.0, square / sum - mean * mean))};
}

Eigen::VectorXd normalised_product_gradient(const Eigen::VectorXd& counts, const Eigen::VectorXd& weights) {
  const double norm = counts.norm();
  const Eigen::VectorXd unit = counts / norm;
  return (weights - weights.dot(unit) * unit) / norm;
}

SparseRow Motifs::counts(const Architecture& architecture) {
  SparseRow all;
  for (const CellGraphs& cell : architecture.cells()) all = sum(all, counter_.counts(cell.contracted));
  return all;
}

// Motif before it is scored.
struct Motifs::Candidate {
  std::string pattern;
  int architectures = 0;  // number of architectures that have the motif
  double weight = 0;      // coefficient of the motif's normalised count in the posterior mean
  // Number of occurrences and gradient for each architecture that has the motif.
  std::vector<std::pair<double, double>> gradients = {};
};

Motifs::Motifs(const ArchitectureSpace& space, const std::vector<Architecture>& X, const Eigen::VectorXd& y,
               MotifOptions options)
    : options_(options) {
  options.check();
  if (X.size() < 2 || static_cast<Eigen::Index>(X.size()) != y.size())
    throw InputError("motifs: {} architectures with {} values, expected as many, at least 2", X.size(),
                     y.size());
  std::vector<SparseRow> rows;
  Candidates candidates = count(space, X, rows);
  add_weights(X, y, rows, candidates);
  add_gradients(rows, candidates);
  rank(candidates, X.size());
}

Motifs::Candidates Motifs::count(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                                 std::vector<SparseRow>& rows) {
  Candidates candidates;
  for (const Architecture& architecture : X) {
    for (const CellGraphs& cell : architecture.cells()) {
      const auto labels = counter_.labels(cell.contracted);
      for (std::size_t h = 0; h < labels.size(); ++h)
        for (int v = 0; v < cell.contracted.nodes(); ++v)
          if (Candidate& one = candidates[labels[h][static_cast<std::size_t>(v)]]; one.pattern.empty())
            one.pattern = pattern_of(cell.contracted, v, h > 0, space.operations());
    }
    rows.push_back(counts(architecture));
    for (const SparseEntry& entry : rows.back()) ++candidates[entry.column].architectures;
  }
  return candidates;
}

void Motifs::add_weights(const std::vector<Architecture>& X, const Eigen::VectorXd& y,
                         const std::vector<SparseRow>& rows, Candidates& candidates) {
  GaussianProcessOptions fit;
  fit.noise = 0.05;
  fit.learn_noise = true;
  fit.noise_lower = 1e-4;
  fit.starts = 1;
  auto counter = std::make_shared<WlCounter>(1, WlDirection::undirected);
  const ScaledOver<Architecture> kernel(
      std::make_unique<DotKernel<Architecture>>(counted(counter, CellView::contracted)));
  Rng rng(0);
  const auto fitted = GaussianProcess<Architecture>(kernel, fit).fit(X, winsorised(y), rng);
  if (!fitted.model) throw InputError("motifs: the values could not be fitted");
  const auto& learnt = static_cast<const ScaledOver<Architecture>&>(fitted.model->kernel());
  const double scale = learnt.variance() * fitted.model->standardisation().deviation;
  // The posterior mean is a constant + <w, phi>, where phi are the normalised counts.
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const SparseEntry& entry : normalised(rows[i]))
      candidates[entry.column].weight +=
          scale * fitted.model->alpha()[static_cast<Eigen::Index>(i)] * entry.value;
}

void Motifs::add_gradients(const std::vector<SparseRow>& rows, Candidates& candidates) {
  for (const SparseRow& row : rows) {
    Eigen::VectorXd occurring(static_cast<Eigen::Index>(row.size())), weights(occurring);
    for (std::size_t k = 0; k < row.size(); ++k) {
      occurring[static_cast<Eigen::Index>(k)] = row[k].value;
      weights[static_cast<Eigen::Index>(k)] = candidates[row[k].column].weight;
    }
    const Eigen::VectorXd slopes = normalised_product_gradient(occurring, weights);
    for (std::size_t k = 0; k < row.size(); ++k)
      candidates[row[k].column].gradients.emplace_back(row[k].value, slopes[static_cast<Eigen::Index>(k)]);
  }
}

void Motifs::rank(const Candidates& candidates, std::size_t architectures) {
  for (const auto& [column, one] : candidates) {
    const double share = one.architectures / static_cast<double>(architectures);
    if (one.architectures < options_.least || share > options_.most_share) continue;
    const auto [gradient, deviation] = motif_average(one.gradients, options_.score);
    ranked_.push_back({one.pattern, gradient, deviation, share, column});
  }
  const auto score = [&](const Motif& motif) {
    constexpr double kLeast = 1e-9;  // avoids a division by 0 if all gradients are equal
    return options_.score == MotifScore::mean ? motif.gradient
                                              : motif.gradient / std::max(motif.deviation, kLeast);
  };
  std::ranges::stable_sort(ranked_, std::greater(), score);
}

std::size_t Motifs::quarter() const {
  return ranked_.size() < 2 ? 0 : std::max<std::size_t>(1, ranked_.size() / 4);
}

std::vector<Motif> Motifs::good() const {
  return {ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(quarter())};
}

std::vector<Motif> Motifs::bad() const {
  return {ranked_.end() - static_cast<std::ptrdiff_t>(quarter()), ranked_.end()};
}

int Motifs::count_in(const Architecture& architecture, const std::vector<Motif>& motifs) {
  const SparseRow row = counts(architecture);
  return static_cast<int>(std::ranges::count_if(motifs, [&](const Motif& motif) {
    return std::ranges::any_of(row, [&](const SparseEntry& entry) { return entry.column == motif.column; });
  }));
}

}  // namespace bora::nas
