#include "nas/space/nb101_space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"
#include "common/text.h"
#include "nas/space/numbers_in_text.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

constexpr int kCellNodes = Nb101Space::kNodes;
constexpr int kPairs = kCellNodes * (kCellNodes - 1) / 2;
constexpr int kInner = kCellNodes - 2;
constexpr int kFirst = Nb101Space::kPool;  // smallest label of an inner node
constexpr int kInnerLabels = 3;            // number of operations that an inner node may have

std::vector<Operation> nb101_operations() {
  return {{"input", Kind::input},
          {"output", Kind::output},
          {"maxpool3x3", Kind::pooling, 3},
          {"conv1x1-bn-relu", Kind::convolution, 1},
          {"conv3x3-bn-relu", Kind::convolution, 3}};
}

std::vector<int> nb101_levels() {
  std::vector<int> all(kPairs, 2);
  all.insert(all.end(), kInner, kInnerLabels);
  return all;
}

}  // namespace

Nb101Space::Nb101Space() : CodedSpace("nb101", nb101_operations(), nb101_levels()) {}

std::optional<Architecture> Nb101Space::decode(const std::vector<int>& code) const {
  Architecture::Record record;
  record.code = code;
  CellGraphs cell;
  std::vector<int> adjacency(kCellNodes * kCellNodes, 0);
  int place = 0;
  for (int from = 0; from < kCellNodes; ++from)
    for (int to = from + 1; to < kCellNodes; ++to)
      if (code[static_cast<std::size_t>(place++)] == 1) {
        adjacency[static_cast<std::size_t>(from * kCellNodes + to)] = 1;
        cell.whole.edges.emplace_back(from, to);
      }
  cell.whole.labels.push_back(kInput);
  for (int node = 0; node < kInner; ++node)
    cell.whole.labels.push_back(kFirst + code[static_cast<std::size_t>(kPairs + node)]);
  cell.whole.labels.push_back(kOutput);
  cell.pruned = pruned(cell.whole);
  if (cell.pruned.edges.empty() || static_cast<int>(cell.pruned.edges.size()) > kMostEdges)
    return std::nullopt;
  cell.contracted = cell.pruned;
  record.text = fmt::format("({}, {})", fmt::join(adjacency, ", "), fmt::join(cell.whole.labels, ", "));
  record.cells.push_back(std::move(cell));
  return Architecture(std::move(record));
}

std::vector<Architecture> Nb101Space::neighbours(const Architecture& architecture, int count,
                                                 Rng& rng) const {
  return stepped(architecture, count, rng);
}

Architecture Nb101Space::parse(const std::string& text) const {
  const auto refuse = [&](const std::string& why) {
    throw InputError("nb101: '{}' is not a cell, {}", printable(text), why);
  };
  const auto numbers = numbers_in(text);
  if (!numbers || numbers->size() != kCellNodes * kCellNodes + kCellNodes)
    refuse("expected 56 numbers: a 7 x 7 adjacency and seven operations");
  std::vector<int> code;
  for (int from = 0; from < kCellNodes; ++from)
    for (int to = 0; to < kCellNodes; ++to) {
      const int edge = (*numbers)[static_cast<std::size_t>(from * kCellNodes + to)];
      if (edge > 1 || (to <= from && edge != 0)) refuse("its adjacency is not upper triangular of 0 and 1");
      if (to > from) code.push_back(edge);
    }
  for (int node = 0; node < kCellNodes; ++node) {
    const int label = (*numbers)[static_cast<std::size_t>(kCellNodes * kCellNodes + node)];
    const bool inner = node > 0 && node + 1 < kCellNodes;
    const int end = node == 0 ? kInput : kOutput;
    if (inner ? label < kFirst || label >= kFirst + kInnerLabels : label != end)
      refuse("operation " + std::to_string(node + 1) + " is " + std::to_string(label) +
             ", expected 0 for the first, 1 for the last, 2 to 4 for the others");
    if (inner) code.push_back(label - kFirst);
  }
  auto made = decode(code);
  if (!made)
    refuse("no path leads from its input to its output, or it has more than nine edges on such paths");
  return std::move(*made);
}

}  // namespace bora::nas
