#include "benchmarks/optimisers/nas_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/architectures/nas_table.h"

namespace bora::tools {
namespace {

constexpr int kNodes = 7, kInner = kNodes - 2;

struct Cell {
  std::array<std::array<bool, kNodes>, kNodes> edge{};
  std::array<int, kInner> operation{};  // 0 to 2; -1: on no path
  bool connected = false;
};

// Removes nodes and edges that are on no path from the first node to the last.
Cell pruned(Cell cell) {
  std::array<bool, kNodes> forward{true}, backward{};
  backward[kNodes - 1] = true;
  for (std::size_t to = 1; to < kNodes; ++to)
    for (std::size_t from = 0; from < to; ++from)
      forward[to] = forward[to] || (forward[from] && cell.edge[from][to]);
  for (std::size_t from = kNodes - 1; from-- > 0;)
    for (std::size_t to = from + 1; to < kNodes; ++to)
      backward[from] = backward[from] || (backward[to] && cell.edge[from][to]);
  for (std::size_t from = 0; from < kNodes; ++from)
    for (std::size_t to = 0; to < kNodes; ++to)
      cell.edge[from][to] = cell.edge[from][to] && forward[from] && backward[to];
  for (std::size_t i = 0; i < kInner; ++i)
    if (!forward[i + 1] || !backward[i + 1]) cell.operation[i] = -1;
  cell.connected = forward[kNodes - 1];
  return cell;
}

int distance(const Cell& a, const Cell& b) {
  std::array<std::size_t, kNodes> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  int least = kNodes * kNodes;
  do {
    int differ = 0;
    for (std::size_t i = 0; i < kInner; ++i)
      differ += a.operation[i] != b.operation[order[i + 1] - 1] ? 1 : 0;
    for (std::size_t from = 0; from < kNodes; ++from)
      for (std::size_t to = 0; to < kNodes; ++to)
        differ += a.edge[from][to] != b.edge[order[from]][order[to]] ? 1 : 0;
    least = std::min(least, differ);
  } while (std::next_permutation(order.begin() + 1, order.end() - 1));
  return least;
}

// Parses a tuple of 56 numbers: the adjacency row by row, and the operations (2 to 4 of inner nodes).
Cell parsed(std::string text, const std::string& file) {
  std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
  std::vector<int> numbers;
  for (const std::string& part : split(text, ','))
    if (!part.empty()) numbers.push_back(to_number<int>(part, 0, 9).value_or(-1));
  if (numbers.size() != kNodes * kNodes + kNodes) throw InputError("{}: '{}' is not a cell", file, text);
  Cell cell;
  for (std::size_t from = 0; from < kNodes; ++from)
    for (std::size_t to = 0; to < kNodes; ++to) cell.edge[from][to] = numbers[from * kNodes + to] == 1;
  for (std::size_t i = 0; i < kInner; ++i) cell.operation[i] = numbers[kNodes * kNodes + 1 + i] - 2;
  return pruned(cell);
}

class NasCifar10 final : public MixedProblem {
 public:
  explicit NasCifar10(const std::string& file)
      : space_(std::vector<int>(kInner, 3), Eigen::VectorXd::Zero(kEdges + 1), upper()) {
    const data::NasTable table = data::read_nas_table(file);
    const std::vector<double> accuracies = table.column("val_accuracy");
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
      cells_.push_back(parsed(table.architectures[i], file));
      errors_.push_back(100 - accuracies[i]);
    }
    if (cells_.empty()) throw InputError("{}: no cells", file);
  }
  std::string name() const override { return "nas-cifar10"; }
  const MixedSpace& space() const override { return space_; }
  double minimum() const override { return *std::ranges::min_element(errors_); }
  Eigen::MatrixXd minimisers() const override { return {0, space_.dimension()}; }

 private:
  static constexpr int kEdges = kNodes * (kNodes - 1) / 2;
  static Eigen::VectorXd upper() {
    Eigen::VectorXd of = Eigen::VectorXd::Ones(kEdges + 1);
    of[kEdges] = 9;
    return of;
  }

  double at(const Eigen::VectorXd& point) const override {
    std::vector<std::pair<double, std::pair<std::size_t, std::size_t>>> edges;
    Eigen::Index k = kInner;
    for (std::size_t from = 0; from < kNodes; ++from)
      for (std::size_t to = from + 1; to < kNodes; ++to) edges.push_back({point[k++], {from, to}});
    std::ranges::stable_sort(edges, [](const auto& a, const auto& b) { return a.first > b.first; });
    Cell cell;
    const auto taken = static_cast<std::size_t>(std::lround(point[k]));
    for (std::size_t i = 0; i < taken; ++i) cell.edge[edges[i].second.first][edges[i].second.second] = true;
    for (std::size_t i = 0; i < kInner; ++i)
      cell.operation[i] = static_cast<int>(point[static_cast<Eigen::Index>(i)]);
    cell = pruned(cell);
    constexpr double kWrong = 90;
    if (!cell.connected) return kWrong;
    std::size_t nearest = 0;
    int least = kNodes * kNodes;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (const int apart = distance(cell, cells_[i]); apart < least) least = apart, nearest = i;
    return errors_[nearest];
  }

  MixedSpace space_;
  std::vector<Cell> cells_;
  std::vector<double> errors_;
};

}  // namespace

std::unique_ptr<MixedProblem> make_nas_cifar10(const std::string& file) {
  return std::make_unique<NasCifar10>(file);
}

}  // namespace bora::tools
