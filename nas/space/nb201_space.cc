#include "nas/space/nb201_space.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "nas/space/numbers_in_text.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

const std::vector<Operation>& nb201_operations() {
  static const std::vector<Operation> operations{
      {"input", Kind::input},
      {"output", Kind::output},
      {"none", Kind::none},
      {"skip_connect", Kind::skip},
      {"nor_conv_1x1", Kind::convolution, 1},
      {"nor_conv_3x3", Kind::convolution, 3},
      {"avg_pool_3x3", Kind::pooling, 3},
  };
  return operations;
}

Architecture make(const std::vector<int>& code) {
  const auto& ends = Nb201Space::kEnds;
  Architecture::Record record;
  record.code = code;
  for (int to = 1, edge = 0; to < Nb201Space::kPoints; ++to) {
    if (to > 1) record.text += "+";
    record.text += "|";
    for (int from = 0; from < to; ++from, ++edge) {
      const auto label =
          static_cast<std::size_t>(Nb201Space::kFirstOperation + code[static_cast<std::size_t>(edge)]);
      record.text += nb201_operations()[label].name + "~" + std::to_string(from) + "|";
    }
  }
  CellGraphs cell;
  cell.whole.labels.push_back(Nb201Space::kInput);
  for (const int choice : code) cell.whole.labels.push_back(Nb201Space::kFirstOperation + choice);
  cell.whole.labels.push_back(Nb201Space::kOutput);
  for (int i = 0; i < Nb201Space::kEdges; ++i) {
    const auto [from, to] = ends[static_cast<std::size_t>(i)];
    if (from == 0) cell.whole.edges.emplace_back(0, i + 1);
    if (to == Nb201Space::kPoints - 1) cell.whole.edges.emplace_back(i + 1, Nb201Space::kEdges + 1);
    for (int j = 0; j < Nb201Space::kEdges; ++j)
      if (ends[static_cast<std::size_t>(j)][0] == to) cell.whole.edges.emplace_back(i + 1, j + 1);
  }
  std::sort(cell.whole.edges.begin(), cell.whole.edges.end());
  cell.pruned = pruned(without(cell.whole, Nb201Space::kNone));
  cell.contracted = bridged(cell.pruned, Nb201Space::kSkip);
  record.cells.push_back(std::move(cell));
  return Architecture(std::move(record));
}

}  // namespace

Nb201Space::Nb201Space() : CodedSpace("nb201", nb201_operations(), std::vector<int>(kEdges, kOperations)) {
  list(make);
}

std::vector<Architecture> Nb201Space::neighbours(const Architecture& architecture, int count,
                                                 Rng& rng) const {
  return stepped(architecture, count, rng);
}

Architecture Nb201Space::parse(const std::string& text) const {
  const auto refuse = [&](const std::string& why) {
    throw InputError("nb201: '{}' is not a cell, {}; expected e.g. {}", printable(text), why,
                     all()->front().text());
  };
  if (text.starts_with("(")) {
    // NASLib numbers the operations differently and sorts edges by their source.
    constexpr std::array<int, kOperations> kOf{kSkip, kNone, kConv3, kConv1, kPool};
    constexpr std::array<int, kEdges> kPlace{0, 1, 3, 2, 4, 5};  // place in NASLib's text of each edge
    const auto numbers = numbers_in(text);
    if (!numbers || numbers->size() != kEdges || *std::ranges::max_element(*numbers) >= kOperations)
      refuse("it has not six numbers below 5");
    std::vector<int> code;
    for (const int place : kPlace)
      code.push_back(kOf[static_cast<std::size_t>((*numbers)[static_cast<std::size_t>(place)])] -
                     kFirstOperation);
    return *decode(code);
  }
  const auto points = split(text, '+');
  if (points.size() != kPoints - 1) refuse("it has not three parts joined by +");
  std::vector<int> code;
  for (std::size_t to = 0; to < points.size(); ++to) {
    const auto words = split(points[to], '|');
    if (words.size() != to + 3 || !words.front().empty() || !words.back().empty())
      refuse("part " + std::to_string(to + 1) + " has not " + std::to_string(to + 1) + " edges within |");
    for (std::size_t from = 0; from <= to; ++from) {
      const auto parts = split(words[from + 1], '~');
      if (parts.size() != 2 || parts[1] != std::to_string(from))
        refuse("an edge of part " + std::to_string(to + 1) + " comes not from ~" + std::to_string(from));
      const auto& known = operations();
      const auto found = std::find_if(known.begin() + kFirstOperation, known.end(),
                                      [&](const Operation& o) { return o.name == parts[0]; });
      if (found == known.end()) refuse(fmt::format("'{}' is not an operation", printable(parts[0])));
      code.push_back(static_cast<int>(found - known.begin()) - kFirstOperation);
    }
  }
  return *decode(code);
}

std::vector<double> Nb201Space::statistics(const Architecture& architecture) const {
  const LabelledDag& graph = architecture.cells().front().pruned;
  std::vector<double> numbers;
  for (const int label : {kConv1, kConv3, kSkip, kPool})
    numbers.push_back(static_cast<double>(std::count(graph.labels.begin(), graph.labels.end(), label)));
  const auto paths = path_statistics(graph, operations());
  for (const std::size_t which : {0, 1, 2, 4}) numbers.push_back(paths[which]);
  return numbers;
}

}  // namespace bora::nas
