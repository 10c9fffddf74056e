#include "nas/space/darts_space.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"
#include "common/text.h"
#include "nas/space/numbers_in_text.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

constexpr int kPoints = DartsSpace::kPoints, kChoices = DartsSpace::kChoices;
constexpr int kOfPoint = 3;  // places of a code for each point: sources, first operation, second operation
constexpr int kOfCell = kPoints * kOfPoint;
constexpr int kSkip = 2;  // choice of an operation that is a skip connection

// Returns the number of pairs of sources that a point may have.
int pairs_at(int point) {
  return (point + 2) * (point + 1) / 2;
}

// Returns the pair of sources with a number; the first one is below the second.
std::pair<int, int> sources_of(int point, int number) {
  for (int second = 1; second < point + 2; ++second) {
    if (number < second) return {number, second};
    number -= second;
  }
  return {0, 1};
}

// Returns the number of a pair of sources, first < second.
int number_of(int first, int second) {
  return second * (second - 1) / 2 + first;
}

// Makes the graphs of a cell. code: its kOfCell places; first_label: label of its first operation; text:
// receives its text.
CellGraphs make_cell(const int* code, int first_label, std::string& text) {
  CellGraphs cell;
  LabelledDag& graph = cell.whole;
  graph.labels = {DartsSpace::kInput, DartsSpace::kBeforeLast, DartsSpace::kLast};
  graph.edges = {{0, 1}, {0, 2}};
  std::vector<std::vector<int>> ends{{1}, {2}};  // nodes of each input and point, whose sum is its value
  std::vector<std::string> parts;
  for (int point = 0; point < kPoints; ++point) {
    const int* choice = code + kOfPoint * point;
    const auto [first, second] = sources_of(point, choice[0]);
    ends.emplace_back();
    for (const auto& [source, operation] : {std::pair{first, choice[1]}, std::pair{second, choice[2]}}) {
      for (const int node : ends[static_cast<std::size_t>(source)])
        graph.edges.emplace_back(node, graph.nodes());
      ends.back().push_back(graph.nodes());
      graph.labels.push_back(first_label + operation);
      parts.push_back(fmt::format("({}, {})", source, operation));
    }
  }
  for (std::size_t point = 2; point < ends.size(); ++point)
    for (const int node : ends[point]) graph.edges.emplace_back(node, graph.nodes());
  graph.labels.push_back(DartsSpace::kOutput);
  std::sort(graph.edges.begin(), graph.edges.end());
  cell.pruned = pruned(graph);
  cell.contracted = bridged(cell.pruned, first_label + kSkip);
  text = fmt::format("[{}]", fmt::join(parts, ", "));
  return cell;
}

// Returns the graph of a cell with a node for the value of each point: the other graphs do not state which
// operations are summed before the points are concatenated. Skip connections are edges, except those of a
// reduction cell from its inputs, which are convolutions.
LabelledDag values_of(const int* code, int first_label) {
  constexpr int kPoint = -1;  // label
  const bool reduces = first_label != DartsSpace::kFirstOperation;
  LabelledDag graph{{DartsSpace::kInput, DartsSpace::kBeforeLast, DartsSpace::kLast}, {{0, 1}, {0, 2}}};
  std::vector<int> nodes{1, 2};  // numbers of the inputs and points
  for (int point = 0; point < kPoints; ++point) {
    const int* choice = code + kOfPoint * point;
    const auto [first, second] = sources_of(point, choice[0]);
    std::vector<int> summands;
    for (const auto& [source, operation] : {std::pair{first, choice[1]}, std::pair{second, choice[2]}}) {
      const int from = nodes[static_cast<std::size_t>(source)];
      summands.push_back(from);
      if (operation == kSkip && !(reduces && source < 2)) continue;
      graph.edges.emplace_back(from, graph.nodes());
      summands.back() = graph.nodes();
      graph.labels.push_back(first_label + operation);
    }
    for (const int summand : summands) graph.edges.emplace_back(summand, graph.nodes());
    nodes.push_back(graph.nodes());
    graph.labels.push_back(kPoint);
  }
  for (std::size_t point = 2; point < nodes.size(); ++point)
    graph.edges.emplace_back(nodes[point], graph.nodes());
  graph.labels.push_back(DartsSpace::kOutput);
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

std::vector<Operation> darts_operations() {
  const std::vector<Operation> choices{
      {"max_pool_3x3", Kind::pooling, 3},     {"avg_pool_3x3", Kind::pooling, 3},
      {"skip_connect", Kind::skip},           {"sep_conv_3x3", Kind::convolution, 3},
      {"sep_conv_5x5", Kind::convolution, 5}, {"dil_conv_3x3", Kind::convolution, 3},
      {"dil_conv_5x5", Kind::convolution, 5}};
  std::vector<Operation> all{{"input", Kind::input},
                             {"output", Kind::output},
                             {"cell before last", Kind::other},
                             {"last cell", Kind::other}};
  all.insert(all.end(), choices.begin(), choices.end());
  for (Operation choice : choices) {
    choice.name = "reduction " + choice.name;
    all.push_back(choice);
  }
  return all;
}

std::vector<int> darts_levels() {
  std::vector<int> all;
  for (int cell = 0; cell < 2; ++cell)
    for (int point = 0; point < kPoints; ++point)
      all.insert(all.end(), {pairs_at(point), kChoices, kChoices});
  return all;
}

}  // namespace

DartsSpace::DartsSpace() : CodedSpace("darts", darts_operations(), darts_levels()) {}

std::optional<Architecture> DartsSpace::decode(const std::vector<int>& code) const {
  Architecture::Record record;
  record.code = code;
  std::string normal, reduction;
  record.cells.push_back(make_cell(code.data(), kFirstOperation, normal));
  record.cells.push_back(make_cell(code.data() + kOfCell, kFirstOperation + kChoices, reduction));
  record.values = {values_of(code.data(), kFirstOperation),
                   values_of(code.data() + kOfCell, kFirstOperation + kChoices)};
  record.text = fmt::format("[{}, {}]", normal, reduction);
  return Architecture(std::move(record));
}

std::vector<Architecture> DartsSpace::neighbours(const Architecture& architecture, int count,
                                                 Rng& rng) const {
  return stepped(architecture, count, rng);
}

Architecture DartsSpace::parse(const std::string& text) const {
  const auto refuse = [&](const std::string& why) {
    throw InputError("darts: '{}' is not a pair of cells, {}", printable(text), why);
  };
  const auto numbers = numbers_in(text);
  constexpr std::size_t kNumbers = 2 * kPoints * 2 * 2;
  if (!numbers || numbers->size() != kNumbers) refuse("expected two lists of eight (source, operation)");
  std::vector<int> code;
  const int* at = numbers->data();
  for (int cell = 0; cell < 2; ++cell)
    for (int point = 0; point < kPoints; ++point, at += 4) {
      std::pair<int, int> first{at[0], at[1]}, second{at[2], at[3]};
      if (second.first < first.first) std::swap(first, second);
      if (first.first == second.first || second.first > point + 1)
        refuse(fmt::format("point {} has sources {} and {}, expected two different ones below {}", point + 1,
                           at[0], at[2], point + 2));
      if (first.second >= kChoices || second.second >= kChoices)
        refuse(fmt::format("an operation of point {} is not below {}", point + 1, kChoices));
      code.insert(code.end(), {number_of(first.first, second.first), first.second, second.second});
    }
  return *decode(code);
}

}  // namespace bora::nas
