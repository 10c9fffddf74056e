#include "nas/space/architecture_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/setting_error.h"
#include "nas/space/darts_space.h"
#include "nas/space/graph_network_space.h"
#include "nas/space/layered/layered_space.h"
#include "nas/space/mlp_training_space.h"
#include "nas/space/nb101_space.h"
#include "nas/space/nb201_space.h"
#include "nas/space/random_graph_space.h"
#include "nas/space/staged_space.h"

namespace bora::nas {

std::vector<double> path_statistics(const LabelledDag& graph, const std::vector<Operation>& operations) {
  struct Paths {
    double longest = -1, longest_wide = -1, shortest = std::numeric_limits<double>::infinity();
    double count = 0, sum = 0, sum_wide = 0;
  };
  const DagNeighbours around(graph);
  std::vector<Paths> to(graph.labels.size());
  to.front() = {0, 0, 0, 1, 0, 0};
  for (std::size_t v = 1; v < to.size(); ++v) {
    const Operation& operation = operations[static_cast<std::size_t>(graph.labels[v])];
    const double one = operation.kind == Operation::Kind::residual ? 2
                       : operation.kind == Operation::Kind::convolution ||
                               operation.kind == Operation::Kind::rectifier ||
                               operation.kind == Operation::Kind::sigmoid
                           ? 1
                           : 0;
    const double wide = operation.kernel >= 3 ? one : 0;
    for (const int u : around.before[v]) {
      const Paths& before = to[static_cast<std::size_t>(u)];
      if (before.count == 0) continue;
      Paths& here = to[v];
      here.longest = std::max(here.longest, before.longest + one);
      here.longest_wide = std::max(here.longest_wide, before.longest_wide + wide);
      here.shortest = std::min(here.shortest, before.shortest + one);
      here.count += before.count;
      here.sum += before.sum + one * before.count;
      here.sum_wide += before.sum_wide + wide * before.count;
    }
  }
  const Paths& whole = to.back();
  if (whole.count == 0) return {-1, -1, -1, 0, -1, -1};
  return {whole.longest,           whole.longest_wide,      whole.shortest,
          std::log1p(whole.count), whole.sum / whole.count, whole.sum_wide / whole.count};
}

std::vector<double> ArchitectureSpace::statistics(const Architecture& architecture) const {
  using Kind = Operation::Kind;
  std::vector<double> numbers;
  for (const CellGraphs& cell : architecture.cells()) {
    const LabelledDag& graph = cell.pruned;
    for (std::size_t label = 0; label < operations().size(); ++label) {
      const Kind kind = operations()[label].kind;
      if (kind != Kind::input && kind != Kind::output && kind != Kind::none)
        numbers.push_back(static_cast<double>(
            std::count(graph.labels.begin(), graph.labels.end(), static_cast<int>(label))));
    }
    numbers.push_back(static_cast<double>(graph.edges.size()));
    numbers.push_back(graph.nodes());
    for (const double number : path_statistics(graph, operations())) numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::vector<double>> ArchitectureSpace::masses(const Architecture& architecture) const {
  using Kind = Operation::Kind;
  std::vector<std::vector<double>> out;
  for (const CellGraphs& cell : architecture.cells()) {
    out.emplace_back();
    for (const int label : cell.pruned.labels) {
      const Kind kind = operations()[static_cast<std::size_t>(label)].kind;
      out.back().push_back(kind == Kind::input || kind == Kind::output || kind == Kind::decision ? 0 : 1);
    }
  }
  return out;
}

namespace {

// Entry of the table of spaces, which the conformance tests and --help use. A new space needs an entry.
struct SpaceEntry {
  std::string name;
  SpacePtr (*make)();
};

template <typename Made>
SpacePtr made() {
  return std::make_shared<Made>();
}

const std::vector<SpaceEntry>& spaces() {
  static const std::vector<SpaceEntry> entries{{"nb101", made<Nb101Space>},
                                               {"nb201", made<Nb201Space>},
                                               {"darts", made<DartsSpace>},
                                               {"cnn", []() -> SpacePtr { return make_cnn_space(); }},
                                               {"mlp", []() -> SpacePtr { return make_mlp_space(); }},
                                               {"mlp-training", made<MlpTrainingSpace>},
                                               {"random-graph", made<RandomGraphSpace>},
                                               {"resnet", make_resnet_space},
                                               {"resnext-a", make_resnext_a_space},
                                               {"resnext-b", make_resnext_b_space},
                                               {"graph-network", made<GraphNetworkSpace>}};
  return entries;
}

}  // namespace

const std::vector<std::string>& space_names() {
  static const std::vector<std::string> names = names_of(spaces());
  return names;
}

SpacePtr make_space(const std::string& name) {
  return entry_of(spaces(), name, "space").make();
}

}  // namespace bora::nas
