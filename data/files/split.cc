#include "data/files/split.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "common/error.h"
#include "common/random.h"

namespace bora::data {

namespace {

// Returns the rows of the part `train` or `test`, given the labels of all rows.
std::vector<int> rows_of(const std::vector<int>& labels, Part part, const SplitOptions& split,
                         const std::string& source) {
  std::map<int, std::vector<int>> members;
  for (std::size_t i = 0; i < labels.size(); ++i) members[labels[i]].push_back(static_cast<int>(i));
  std::vector<int> train, test;
  for (auto& [label, rows] : members) {
    // Each class has its own random stream, so that more images of one class do not change the split of
    // others.
    Rng rng(mix_seed(split.seed, static_cast<std::uint64_t>(label)));
    rng.shuffle(rows);
    const int count = static_cast<int>(rows.size());
    const int held_out =
        count < 2 ? 0 : std::clamp(static_cast<int>(std::lround(count * split.test_fraction)), 1, count - 1);
    test.insert(test.end(), rows.begin(), rows.begin() + held_out);
    train.insert(train.end(), rows.begin() + held_out, rows.end());
  }
  std::vector<int>& chosen = part == Part::test ? test : train;
  if (chosen.empty())
    throw InputError("{}: no class has two members, so none can be held out for a test part", source);
  Rng rng(mix_seed(split.seed, "order"));
  rng.shuffle(chosen);
  return chosen;
}

template <typename Dataset>
Dataset part_of(const Dataset& dataset, Part part, const SplitOptions& split) {
  if (!(split.test_fraction > 0 && split.test_fraction < 1))
    throw InputError("test fraction {}: expected more than 0 and less than 1", split.test_fraction);
  if (part == Part::all) return dataset;
  return select(dataset, rows_of(dataset.labels, part, split, dataset.source));
}

}  // namespace

namespace {

// Returns whether the labels come in blocks of one class: one block per class, or far fewer blocks than in a
// random order.
bool in_blocks(const std::vector<int>& labels) {
  std::map<int, double> members;
  int blocks = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++members[labels[i]];
    blocks += i == 0 || labels[i] != labels[i - 1] ? 1 : 0;
  }
  if (members.size() < 2 || members.size() == labels.size()) return false;
  if (blocks == static_cast<int>(members.size())) return true;
  // A random order has 1 + n - sum of n_c^2 / n blocks on average.
  const auto n = static_cast<double>(labels.size());
  double expected = 1 + n;
  for (const auto& [label, count] : members) expected -= count * (count / n);
  constexpr double kFewer = 0.5;
  constexpr std::size_t kEnough = 20;
  return labels.size() >= kEnough && blocks < kFewer * expected;
}

// Returns the order of spread_over_classes() for labels in any order.
std::vector<int> spread(const std::vector<int>& labels) {
  std::map<int, int> members, met;
  for (const int label : labels) ++members[label];
  // Member k of a class of n members goes to the relative position (k + 1/2) / n.
  std::vector<std::pair<double, int>> places;
  for (std::size_t i = 0; i < labels.size(); ++i)
    places.emplace_back((met[labels[i]]++ + 0.5) / members[labels[i]], static_cast<int>(i));
  std::ranges::sort(places);
  std::vector<int> order;
  for (const auto& [place, row] : places) order.push_back(row);
  return order;
}

}  // namespace

std::vector<int> spread_over_classes(const std::vector<int>& labels) {
  return in_blocks(labels) ? spread(labels) : std::vector<int>{};
}

std::vector<int> ordered(const std::vector<int>& labels, InputOrder order, std::uint64_t seed) {
  if (order == InputOrder::automatic) return spread_over_classes(labels);
  if (order == InputOrder::spread) return spread(labels);
  if (order == InputOrder::file) return {};
  Rng rng(mix_seed(seed, "order of inputs"));
  return rng.permutation(static_cast<int>(labels.size()));
}

ImageDataset take_part(const ImageDataset& dataset, Part part, const SplitOptions& split) {
  return part_of(dataset, part, split);
}

GraphDataset take_part(const GraphDataset& dataset, Part part, const SplitOptions& split) {
  return part_of(dataset, part, split);
}

}  // namespace bora::data
