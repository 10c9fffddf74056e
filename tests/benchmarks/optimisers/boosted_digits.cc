#include "benchmarks/optimisers/boosted_digits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "common/error.h"
#include "data/images/load.h"

namespace bora::tools {
namespace {

constexpr int kMostImages = 1000, kFewestImages = 100, kClasses = 10, kBins = 16, kRounds = 10,
              kMostLeaves = 16;

struct Digits {
  int features = 0;
  std::vector<std::uint8_t> bins;  // bins of each image, features apart
  std::vector<int> labels;

  int count() const { return static_cast<int>(labels.size()); }
  const std::uint8_t* image(int i) const { return bins.data() + static_cast<std::ptrdiff_t>(i) * features; }
};

Digits read(const std::string& folder, data::Part part) {
  const data::ImageDataset images = data::load_dataset(folder, part);
  if (images.size() < kFewestImages || images.shape.height % 2 != 0 || images.shape.width % 2 != 0)
    throw InputError("{}: {} images, expected at least {} of even sides", folder, images.size(),
                     kFewestImages);
  const int height = images.shape.height, width = images.shape.width;
  Digits digits;
  digits.features = height * width / 4;
  for (int i = 0; i < std::min(kMostImages, images.size()); ++i) {
    const auto pixels = images.image(i);
    for (int y = 0; y < height; y += 2)
      for (int x = 0; x < width; x += 2) {
        const int sum = pixels[static_cast<std::size_t>(y * width + x)] +
                        pixels[static_cast<std::size_t>(y * width + x + 1)] +
                        pixels[static_cast<std::size_t>((y + 1) * width + x)] +
                        pixels[static_cast<std::size_t>((y + 1) * width + x + 1)];
        digits.bins.push_back(static_cast<std::uint8_t>(sum * kBins / 1024));
      }
    digits.labels.push_back(images.labels[static_cast<std::size_t>(i)]);
  }
  return digits;
}

struct Settings {
  bool dart, by_loss;
  double rate;
  int depth;
  double least_gain, share, penalty;
};

struct Sums {
  double g = 0, h = 0;
  void add(const Sums& other) { g += other.g, h += other.h; }
  double score(double penalty) const { return h + penalty > 0 ? g * g / (h + penalty) : 0; }
};

struct Node {
  int feature = -1, bin = 0, left = -1, right = -1;  // left: bins up to `bin`
  double value = 0;                                  // value of a leaf
};
using Tree = std::vector<Node>;

double predicted(const Tree& tree, const std::uint8_t* image) {
  int at = 0;
  while (tree[static_cast<std::size_t>(at)].feature >= 0) {
    const Node& node = tree[static_cast<std::size_t>(at)];
    at = image[node.feature] <= node.bin ? node.left : node.right;
  }
  return tree[static_cast<std::size_t>(at)].value;
}

// A node that may be split, with its best split.
struct Open {
  int node, depth;
  std::vector<int> rows;
  Sums sums;
  double gain = 0;
  int feature = -1, bin = 0;
};

void find_split(const Digits& digits, const std::vector<Sums>& slopes, const Settings& of, Open& open) {
  constexpr double kLeastWeight = 1;  // least weight of a child: XGBoost's default
  if (open.depth >= of.depth) return;
  std::vector<Sums> histogram(static_cast<std::size_t>(digits.features * kBins));
  // Most pixels are 0. The sum of their bin is the total minus the sums of the other bins.
  for (const int row : open.rows) {
    const std::uint8_t* const image = digits.image(row);
    for (int f = 0; f < digits.features; ++f)
      if (image[f] > 0)
        histogram[static_cast<std::size_t>(f * kBins + image[f])].add(slopes[static_cast<std::size_t>(row)]);
  }
  const double whole = open.sums.score(of.penalty);
  for (int f = 0; f < digits.features; ++f) {
    const Sums* const bins = &histogram[static_cast<std::size_t>(f * kBins)];
    Sums right;
    for (int b = kBins - 1; b > 0; --b) {
      right.add(bins[b]);
      const Sums left{open.sums.g - right.g, open.sums.h - right.h};
      if (left.h < kLeastWeight || right.h < kLeastWeight) continue;
      const double gain = 0.5 * (left.score(of.penalty) + right.score(of.penalty) - whole) - of.least_gain;
      if (gain > open.gain) open.gain = gain, open.feature = f, open.bin = b - 1;
    }
  }
}

Tree grow(const Digits& digits, const std::vector<Sums>& slopes, std::vector<int> rows, const Settings& of) {
  Tree tree(1);
  const auto opened = [&](int node, int depth, std::vector<int> its) {
    Open open{node, depth, std::move(its), {}};
    for (const int row : open.rows) open.sums.add(slopes[static_cast<std::size_t>(row)]);
    const double weight = open.sums.h + of.penalty;
    tree[static_cast<std::size_t>(node)].value = weight > 0 ? -of.rate * open.sums.g / weight : 0;
    find_split(digits, slopes, of, open);
    return open;
  };
  std::vector<Open> open{opened(0, 0, std::move(rows))};
  for (int leaves = 1; !open.empty() && (!of.by_loss || leaves < kMostLeaves);) {
    const auto best = of.by_loss ? std::ranges::max_element(open, {}, &Open::gain) : open.begin();
    const Open split = std::move(*best);
    open.erase(best);
    if (split.feature < 0) continue;
    ++leaves;
    std::vector<int> left, right;
    for (const int row : split.rows)
      (digits.image(row)[split.feature] <= split.bin ? left : right).push_back(row);
    const auto first = static_cast<int>(tree.size());
    tree.resize(tree.size() + 2);
    Node& node = tree[static_cast<std::size_t>(split.node)];
    node.feature = split.feature, node.bin = split.bin, node.left = first, node.right = first + 1;
    open.push_back(opened(first, split.depth + 1, std::move(left)));
    open.push_back(opened(first + 1, split.depth + 1, std::move(right)));
  }
  return tree;
}

using Scores = std::vector<std::array<double, kClasses>>;

class XgMnist final : public MixedProblem {
 public:
  explicit XgMnist(const std::string& folder)
      : space_(space_of()), train_(read(folder, data::Part::train)), test_(read(folder, data::Part::test)) {
    if (train_.features != test_.features) throw InputError("{}: images of two sizes", folder);
  }
  std::string name() const override { return "xg-mnist"; }
  const MixedSpace& space() const override { return space_; }
  bool minimum_known() const override { return false; }
  double minimum() const override { return 0; }
  Eigen::MatrixXd minimisers() const override { return {0, space_.dimension()}; }

 private:
  static MixedSpace space_of() {
    MixedSpaceRules rules;
    rules.whole = {false, true, false, false, false};
    Eigen::VectorXd lower(5), upper(5);
    lower << 0, 1, 0, 0.001, 0;
    upper << 1, 10, 10, 1, 5;
    return {{2, 2, 2}, lower, upper, rules};
  }

  double at(const Eigen::VectorXd& point) const override {
    const Settings of{point[0] == 1, point[1] == 1, point[3], static_cast<int>(std::lround(point[4])),
                      point[5],      point[6],      point[7]};
    Rng rng(mix_seed(0, "boosting"));
    Scores train(train_.labels.size()), test(test_.labels.size());
    for (auto* scores : {&train, &test})
      for (auto& of_image : *scores) of_image.fill(0);
    std::vector<std::array<Tree, kClasses>> rounds;
    std::vector<double> weights;
    const auto add = [&](const std::array<Tree, kClasses>& trees, double weight) {
      const auto add_to = [&](Scores& scores, const Digits& digits) {
        for (int i = 0; i < digits.count(); ++i)
          for (std::size_t c = 0; c < kClasses; ++c)
            scores[static_cast<std::size_t>(i)][c] += weight * predicted(trees[c], digits.image(i));
      };
      add_to(train, train_);
      add_to(test, test_);
    };
    for (int round = 0; round < kRounds; ++round) {
      constexpr double kDropped = 0.1;
      std::vector<std::size_t> dropped;
      for (std::size_t k = 0; of.dart && k < rounds.size(); ++k)
        if (rng.uniform() < kDropped) dropped.push_back(k);
      for (const std::size_t k : dropped) add(rounds[k], -weights[k]);
      std::vector<int> rows;
      for (int i = 0; i < train_.count(); ++i)
        if (rng.uniform() < of.share) rows.push_back(i);
      rounds.push_back(round_of(of, rows, train));
      // As in DART's normalisation of trees (Rashmi and Gilad-Bachrach 2015).
      const double k = static_cast<double>(dropped.size());
      weights.push_back(1 / (k + 1));
      for (const std::size_t earlier : dropped) add(rounds[earlier], weights[earlier] *= k / (k + 1));
      add(rounds.back(), weights.back());
    }
    int wrong = 0;
    for (int i = 0; i < test_.count(); ++i) {
      const auto& scores = test[static_cast<std::size_t>(i)];
      const auto found = std::ranges::max_element(scores) - scores.begin();
      wrong += found != test_.labels[static_cast<std::size_t>(i)] ? 1 : 0;
    }
    return static_cast<double>(wrong) / test_.count();
  }

  std::array<Tree, kClasses> round_of(const Settings& of, const std::vector<int>& rows,
                                      const Scores& scores) const {
    std::array<Tree, kClasses> trees;
    for (std::size_t c = 0; c < kClasses; ++c) {
      std::vector<Sums> slopes(train_.labels.size());
      for (int i = 0; i < train_.count(); ++i) {
        const auto& s = scores[static_cast<std::size_t>(i)];
        const double largest = *std::ranges::max_element(s);
        double sum = 0;
        for (const double score : s) sum += std::exp(score - largest);
        const double p = std::exp(s[c] - largest) / sum;
        const bool its = train_.labels[static_cast<std::size_t>(i)] == static_cast<int>(c);
        slopes[static_cast<std::size_t>(i)] = {p - (its ? 1 : 0), 2 * p * (1 - p)};
      }
      trees[c] = grow(train_, slopes, rows, of);
    }
    return trees;
  }

  MixedSpace space_;
  Digits train_, test_;
};

}  // namespace

std::unique_ptr<MixedProblem> make_xg_mnist(const std::string& folder) {
  return std::make_unique<XgMnist>(folder);
}

}  // namespace bora::tools
