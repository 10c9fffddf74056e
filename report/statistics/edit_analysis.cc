#include "report/statistics/edit_analysis.h"

#include <algorithm>
#include <map>

#include "common/statistics.h"
#include "report/statistics/resampling.h"

namespace bora::report {
namespace {

/// Figures of one set of edits (see EditPatterns); none where a figure is not defined.
struct Figures {
  std::optional<double> distance, common_end, added_crossing, removed_crossing;
};

/// Returns the number of steps in the original between the nearest ends of two pairs. Ends that are injected
/// nodes are ignored, as they are not in the original.
int distance_between(const GraphStructure& structure, const NodePair& one, const NodePair& other) {
  int nearest = structure.nodes();
  for (const int a : {one.u, one.v})
    for (const int b : {other.u, other.v})
      if (a < structure.nodes() && b < structure.nodes())
        nearest = std::min(nearest, structure.distance(a, b));
  return nearest;
}

/// Returns the share of pairs that lie between two communities; none if there is a single community or no
/// pair of the original's nodes.
std::optional<double> crossing_share(const GraphStructure& structure, const std::vector<NodePair>& pairs) {
  if (structure.community_count() < 2) return std::nullopt;
  int inside = 0;
  int crossing = 0;
  for (const auto& [u, v] : pairs) {
    if (v >= structure.nodes()) continue;
    (structure.communities()[u] == structure.communities()[v] ? inside : crossing) += 1;
  }
  if (inside + crossing == 0) return std::nullopt;
  return static_cast<double>(crossing) / (inside + crossing);
}

/// Computes the figures. More than EditAnalysis::kMostEdits edits are sampled at random by `rng`.
Figures figures_of(const GraphStructure& structure, const EditedPairs& pairs, Rng& rng) {
  std::vector<NodePair> edited;
  for (const auto* list : {&pairs.added, &pairs.removed, &pairs.reweighted})
    for (const NodePair& pair : *list)
      if (pair.u < structure.nodes()) edited.push_back(pair);
  if (edited.size() > EditAnalysis::kMostEdits) {
    rng.shuffle(edited);
    edited.resize(EditAnalysis::kMostEdits);
  }
  Figures figures{{}, {}, crossing_share(structure, pairs.added), crossing_share(structure, pairs.removed)};
  if (edited.size() < 2) return figures;
  double distance = 0;
  double common = 0;
  for (std::size_t i = 0; i < edited.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const NodePair& a = edited[i];
      const NodePair& b = edited[j];
      distance += distance_between(structure, a, b);
      common += a.u == b.u || a.u == b.v || a.v == b.u || a.v == b.v ? 1 : 0;
    }
  }
  const double count = static_cast<double>(edited.size()) * static_cast<double>(edited.size() - 1) / 2;
  figures.distance = distance / count;
  figures.common_end = common / count;
  return figures;
}

}  // namespace

double NullComparison::p_either() const {
  return std::min(1.0, 2 * std::min(p_low, p_high));
}

void EditAnalysis::add(int input, const GraphStructure& structure, const Graph& original,
                       const Graph& adversarial) {
  const GraphChanges changes = changes_between(original, adversarial);
  if (changes.edited().empty()) return;
  // Seeded by the input, so that the draws do not depend on the other examples.
  Rng rng(mix_seed(seed_, static_cast<std::uint64_t>(input)));
  const Figures seen = figures_of(structure, {changes.added, changes.removed, changes.reweighted}, rng);
  const EditNullModel null_model(structure, rules_);
  std::vector<Figures> draws;
  for (int i = 0; i < kDraws; ++i) {
    const auto drawn = null_model.draw(changes, rng);
    if (!drawn) {
      ++patterns_.without_draw;
      return;
    }
    draws.push_back(figures_of(structure, *drawn, rng));
  }
  const auto keep = [&](std::vector<Sample>& samples, std::optional<double> Figures::*figure) {
    if (!(seen.*figure)) return;
    Sample sample{input, *(seen.*figure), {}};
    for (const Figures& draw : draws) {
      if (!(draw.*figure)) return;
      sample.drawn.push_back(*(draw.*figure));
    }
    samples.push_back(std::move(sample));
  };
  keep(distance_, &Figures::distance);
  keep(common_end_, &Figures::common_end);
  keep(added_crossing_, &Figures::added_crossing);
  keep(removed_crossing_, &Figures::removed_crossing);
}

NullComparison EditAnalysis::compare(const std::vector<Sample>& samples, std::uint64_t seed) {
  NullComparison result;
  result.examples = static_cast<int>(samples.size());
  if (samples.empty()) return result;
  std::map<int, int> clusters;  // input -> 0, 1, ...
  std::vector<int> cluster;
  std::vector<double> excess;  // observed value minus expectation of each sample
  std::vector<double> means(kDraws, 0.0);
  const double n = static_cast<double>(samples.size());
  for (const Sample& sample : samples) {
    cluster.push_back(clusters.try_emplace(sample.input, static_cast<int>(clusters.size())).first->second);
    const double expected = mean_of(sample.drawn).value;
    excess.push_back(sample.observed - expected);
    result.observed += sample.observed / n;
    result.expected += expected / n;
    for (int i = 0; i < kDraws; ++i) means[i] += sample.drawn[i] / n;
  }
  result.graphs = static_cast<int>(clusters.size());
  // Sums of the same values in different orders differ by rounding, which does not count as a difference.
  constexpr double kRounding = 1e-9;
  int below = 0;
  int above = 0;
  for (const double mean : means) {
    below += mean <= result.observed + kRounding ? 1 : 0;
    above += mean >= result.observed - kRounding ? 1 : 0;
  }
  result.p_low = (1.0 + below) / (1.0 + kDraws);
  result.p_high = (1.0 + above) / (1.0 + kDraws);
  std::sort(means.begin(), means.end());
  result.expected_range = {sample_quantile(means, 0.025), sample_quantile(means, 0.975)};
  BootstrapOptions bootstrap;
  bootstrap.seed = seed;
  result.excess = percentile_intervals(result.graphs, 1, bootstrap,
                                       [&](const std::vector<int>& weights, std::vector<double>& values) {
                                         double sum = 0;
                                         double weight = 0;
                                         for (std::size_t i = 0; i < excess.size(); ++i) {
                                           sum += weights[cluster[i]] * excess[i];
                                           weight += weights[cluster[i]];
                                         }
                                         values[0] = sum / weight;
                                       })
                      .front();
  if (result.excess && result.excess->low == result.excess->high) result.excess = std::nullopt;
  return result;
}

EditPatterns EditAnalysis::result() const {
  EditPatterns patterns = patterns_;
  patterns.distance = compare(distance_, seed_);
  patterns.common_end = compare(common_end_, seed_);
  patterns.added_crossing = compare(added_crossing_, seed_);
  patterns.removed_crossing = compare(removed_crossing_, seed_);
  return patterns;
}

}  // namespace bora::report
