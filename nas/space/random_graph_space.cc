#include "nas/space/random_graph_space.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::nas {
namespace {

using Edges = std::set<std::pair<int, int>>;
constexpr int kGraphNodes = RandomGraphSpace::kNodes;

Edges erdos_renyi(double chance, Rng& rng) {
  Edges edges;
  for (int from = 0; from < kGraphNodes; ++from)
    for (int to = from + 1; to < kGraphNodes; ++to)
      if (rng.uniform() < chance) edges.emplace(from, to);
  return edges;
}

// The first m nodes are not joined to each other. Each further node is joined to m earlier ones, chosen with
// probability proportional to their degrees; the first further node is joined to all.
Edges barabasi_albert(int m, Rng& rng) {
  Edges edges;
  std::vector<int> ends;  // ends of all edges, so that each node occurs as often as its degree
  for (int to = m; to < kGraphNodes; ++to) {
    std::set<int> chosen;
    while (static_cast<int>(chosen.size()) < m)
      chosen.insert(ends.empty() ? static_cast<int>(chosen.size())
                                 : ends[static_cast<std::size_t>(rng.index(static_cast<int>(ends.size())))]);
    for (const int from : chosen) {
      edges.emplace(from, to);
      ends.insert(ends.end(), {from, to});
    }
  }
  return edges;
}

Edges watts_strogatz(int k, double chance, Rng& rng) {
  Edges edges;
  const auto ordered = [](int a, int b) { return std::pair{std::min(a, b), std::max(a, b)}; };
  for (int v = 0; v < kGraphNodes; ++v)
    for (int step = 1; step <= k / 2; ++step) edges.insert(ordered(v, (v + step) % kGraphNodes));
  for (int step = 1; step <= k / 2; ++step)
    for (int v = 0; v < kGraphNodes; ++v) {
      if (rng.uniform() >= chance) continue;
      const auto old = ordered(v, (v + step) % kGraphNodes);
      const int other = rng.index(kGraphNodes);
      if (other == v || edges.contains(ordered(v, other)) || !edges.contains(old)) continue;
      edges.erase(old);
      edges.insert(ordered(v, other));
    }
  return edges;
}

}  // namespace

RandomGraphSpace::RandomGraphSpace()
    : CodedSpace("random-graph", {{"input", Operation::Kind::input},
                                  {"output", Operation::Kind::output},
                                  {"conv3x3", Operation::Kind::convolution, 3}}) {
  for (int tenth = 1; tenth <= 9; ++tenth)
    settings_.push_back({fmt::format("er-0.{}", tenth), 'e', 0, tenth / 10.0});
  for (const int m : {1, 2, 3, 4, 5, 6, 7, 8, 10, 12})
    settings_.push_back({fmt::format("ba-{}", m), 'b', m, 0});
  for (const int k : {2, 4, 6, 8, 10, 12})
    for (const double p : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0})
      settings_.push_back({fmt::format("ws-{}-{}", k, p), 'w', k, p});
  levels_ = {static_cast<int>(settings_.size()), kWirings};
  list([this](const std::vector<int>& code) { return make(code); });
}

Architecture RandomGraphSpace::make(const std::vector<int>& code) const {
  const Setting& setting = settings_[static_cast<std::size_t>(code[0])];
  Architecture::Record record;
  record.text = fmt::format("{}#{}", setting.text, code[1]);
  record.code = code;
  Rng rng(mix_seed(0, record.text));
  const Edges drawn = setting.kind == 'e'   ? erdos_renyi(setting.chance, rng)
                      : setting.kind == 'b' ? barabasi_albert(setting.degree, rng)
                                            : watts_strogatz(setting.degree, setting.chance, rng);
  LabelledDag graph;
  graph.labels.assign(kGraphNodes + 2, kConvolution);
  graph.labels.front() = kInput;
  graph.labels.back() = kOutput;
  std::vector<bool> has_source(kGraphNodes), has_target(kGraphNodes);
  for (const auto& [from, to] : drawn) {
    graph.edges.emplace_back(from + 1, to + 1);
    has_source[static_cast<std::size_t>(to)] = true;
    has_target[static_cast<std::size_t>(from)] = true;
  }
  for (int v = 0; v < kGraphNodes; ++v) {
    if (!has_source[static_cast<std::size_t>(v)]) graph.edges.emplace_back(0, v + 1);
    if (!has_target[static_cast<std::size_t>(v)]) graph.edges.emplace_back(v + 1, kGraphNodes + 1);
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  record.cells.push_back({graph, graph, graph});
  return Architecture(std::move(record));
}

std::vector<Architecture> RandomGraphSpace::neighbours(const Architecture& architecture, int count,
                                                       Rng& rng) const {
  const int setting = architecture.code()[0], wiring = architecture.code()[1];
  std::vector<std::vector<int>> codes;
  for (int other = 0; other < kWirings; ++other)
    if (other != wiring) codes.push_back({setting, other});
  const auto kind = [&](int number) { return settings_[static_cast<std::size_t>(number)].kind; };
  for (int other = 0; other < levels_[0]; ++other)
    if (other != setting && kind(other) == kind(setting)) codes.push_back({other, wiring});
  rng.shuffle(codes);
  std::vector<Architecture> out;
  for (std::size_t i = 0; i < codes.size() && static_cast<int>(i) < count; ++i)
    out.push_back(*decode(codes[i]));
  return out;
}

Architecture RandomGraphSpace::parse(const std::string& text) const {
  const auto sign = text.find('#');
  const std::string setting = text.substr(0, sign);
  for (int number = 0; number < levels_[0]; ++number)
    if (settings_[static_cast<std::size_t>(number)].text == setting && sign != std::string::npos)
      for (int wiring = 0; wiring < kWirings; ++wiring)
        if (text.substr(sign + 1) == std::to_string(wiring)) return *decode({number, wiring});
  std::vector<std::string> names;
  for (const Setting& known : settings_) names.push_back(known.text);
  throw InputError("random-graph: '{}' is not a wiring, expected e.g. er-0.2#0, ba-5#3 or ws-4-0.75#{}{}",
                   printable(text), kWirings - 1,
                   std::ranges::count(names, setting) > 0 ? "" : suggestion(setting, names));
}

std::vector<double> RandomGraphSpace::statistics(const Architecture& architecture) const {
  const Setting& setting = settings_[static_cast<std::size_t>(architecture.code()[0])];
  const LabelledDag& graph = architecture.cells().front().pruned;
  double begins = 0, ends = 0;
  for (const auto& [from, to] : graph.edges) {
    begins += from == 0 ? 1 : 0;
    ends += to == kGraphNodes + 1 ? 1 : 0;
  }
  std::vector<double> numbers{setting.kind == 'e' ? 1.0 : 0.0,
                              setting.kind == 'b' ? 1.0 : 0.0,
                              static_cast<double>(setting.degree),
                              setting.chance,
                              static_cast<double>(graph.edges.size()),
                              begins,
                              ends};
  // All nodes are 3x3 convolutions, so the statistics of convolutions of at least 3x3 would repeat the
  // others.
  const auto paths = path_statistics(graph, operations());
  numbers.insert(numbers.end(), {paths[0], paths[2], paths[3], paths[4]});
  return numbers;
}

}  // namespace bora::nas
