#include "attacks/threat/graph_threat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

// Names of the modes, in the order of EditMode.
const std::vector<std::string> kModes = {"flip", "add", "remove", "rewire", "swap", "inject", "reweight"};

std::string edge_name(NodePair pair) {
  return fmt::format("edge {}-{}", pair.u, pair.v);
}

}  // namespace

EditMode parse_edit_mode(const std::string& text) {
  const auto found = std::ranges::find(kModes, text);
  if (found != kModes.end()) return static_cast<EditMode>(found - kModes.begin());
  throw SettingError("edit-mode", "got '{}'{}; valid: {}", text, suggestion(text, kModes, kQuotedInBrackets),
                     join(kModes));
}

std::string to_string(EditMode mode) {
  return kModes[static_cast<int>(mode)];
}

const std::vector<std::string>& edit_modes() {
  return kModes;
}

int edits_of_pairs(EditMode mode, int pairs) {
  if (mode == EditMode::rewire) return (pairs + 1) / 2;
  if (mode == EditMode::swap) return (pairs + 3) / 4;
  return pairs;
}

void EditRules::check() const {
  // Written so that NaN is refused.
  if (!(ratio > 0 && ratio <= 1))
    throw SettingError("budget-edits", "got {}, expected a share of the pairs of nodes above 0, at most 1",
                       ratio);
  if (most_edits < 0)
    throw SettingError("most-edits", "got {}, expected 1 or more, or 0 for no other bound", most_edits);
  if (hops < 0) throw SettingError("hops", "got {}, expected 1 or more, or 0 for no restriction", hops);
  if (most_injected < 1) throw SettingError("most-injected", "got {}, expected 1 or more", most_injected);
  if (injected_degree < 1)
    throw SettingError("injected-degree", "got {}, expected 1 or more", injected_degree);
}

GraphThreat::GraphThreat(EditRules rules, std::shared_ptr<const Graph> original)
    : rules_(rules), original_(std::move(original)) {
  rules_.check();
  const Graph& graph = *original_;
  check(graph, "graph to be edited");
  if (rules_.mode == EditMode::reweight && !graph.weighted() && !graph.edges.empty())
    throw SettingError("edit-mode reweight", "the graph's edges have no weights, expected weights");

  const double edits =
      std::max(1.0, std::round(rules_.ratio * static_cast<double>(graph.nodes) * graph.nodes));
  budget_ = static_cast<int>(std::min<double>(edits, std::numeric_limits<int>::max()));
  if (rules_.most_edits > 0) budget_ = std::min(budget_, rules_.most_edits);
  components_ = connected_components(graph);
  if (graph.weighted()) {
    const auto [lightest, heaviest] = std::ranges::minmax(graph.weights);
    lightest_ = lightest;
    heaviest_ = heaviest;
  }
  if (!graph.node_labels.empty()) {
    const auto [smallest, largest] = std::ranges::minmax(graph.node_labels);
    smallest_label_ = smallest;
    largest_label_ = largest;
  }
  if (rules_.hops == 0) return;
  adjacency_.resize(graph.nodes);
  for (const auto& [u, v] : graph.edges) {
    adjacency_[u].push_back(v);
    adjacency_[v].push_back(u);
  }
}

int GraphThreat::edits(const Graph& graph) const {
  return edits_of_pairs(rules_.mode, static_cast<int>(edge_differences(*original_, graph).size()));
}

double GraphThreat::distance_below(double distance, double wanted) const {
  return std::max(0.0, std::min(std::floor(wanted), distance - 1));
}

std::unique_ptr<ThreatModel<Graph>> GraphThreat::within(double distance) const {
  EditRules rules = rules_;
  rules.most_edits = static_cast<int>(distance);
  return std::make_unique<GraphThreat>(rules, original_);
}

std::vector<int> GraphThreat::ball(int u, int radius) const {
  std::vector<int> inside = {u};
  std::vector<bool> seen(original_->nodes, false);
  seen[u] = true;
  for (std::size_t begin = 0; radius > 0 && begin < inside.size(); --radius) {
    const std::size_t end = inside.size();
    for (; begin < end; ++begin)
      for (const int node : adjacency_[inside[begin]]) {
        if (seen[node]) continue;
        seen[node] = true;
        inside.push_back(node);
      }
    if (inside.size() == seen.size()) break;
  }
  std::ranges::sort(inside);
  return inside;
}

bool GraphThreat::within_hops(int u, int v) const {
  if (rules_.hops == 0 || u == v) return true;
  // Two nodes are within h hops if and only if their balls of radius floor(h / 2) and ceil(h / 2) intersect.
  const std::vector<int> around_u = ball(u, rules_.hops / 2);
  const std::vector<int> around_v = ball(v, rules_.hops - rules_.hops / 2);
  for (auto a = around_u.begin(), b = around_v.begin(); a != around_u.end() && b != around_v.end();) {
    if (*a == *b) return true;
    *a < *b ? ++a : ++b;
  }
  return false;
}

std::vector<int> GraphThreat::hop_ball(int u) const {
  std::vector<int> nodes = ball(u, rules_.hops);
  nodes.erase(std::ranges::lower_bound(nodes, u));
  return nodes;
}

std::string GraphThreat::node_violation(const Graph& graph) const {
  const int injected = graph.nodes - original_->nodes;
  const int most_injected = rules_.mode == EditMode::inject ? rules_.most_injected : 0;
  if (injected < 0 || injected > most_injected)
    return fmt::format("{}, expected {}", count_of(graph.nodes, "node"),
                       most_injected == 0
                           ? fmt::format("{}", original_->nodes)
                           : fmt::format("{} to {}", original_->nodes, original_->nodes + most_injected));
  if (graph.node_labels.empty() != original_->node_labels.empty())
    return fmt::format("nodes {} labels, unlike the original's",
                       graph.node_labels.empty() ? "have no" : "have");
  for (std::size_t i = 0; i < graph.node_labels.size(); ++i) {
    const int label = graph.node_labels[i];
    if (static_cast<int>(i) >= original_->nodes) {
      if (label < smallest_label_ || label > largest_label_)
        return fmt::format("label {} of injected node {}, expected {} to {}, as the original has", label, i,
                           smallest_label_, largest_label_);
    } else if (label != original_->node_labels[i]) {
      return fmt::format("label of node {} is {}, in the original {}", i, label, original_->node_labels[i]);
    }
  }
  if (graph.attribute_count != original_->attribute_count)
    return fmt::format("{} attributes a node, in the original {}", graph.attribute_count,
                       original_->attribute_count);
  const auto differing =
      std::mismatch(original_->attributes.begin(), original_->attributes.end(), graph.attributes.begin());
  if (differing.first != original_->attributes.end())
    return fmt::format("attribute {} of node {} is {}, in the original {}",
                       (differing.first - original_->attributes.begin()) % original_->attribute_count,
                       (differing.first - original_->attributes.begin()) / original_->attribute_count,
                       *differing.second, *differing.first);
  return "";
}

std::string GraphThreat::edge_violation(const EdgeDifference& difference) const {
  const auto& [pair, before, after] = difference;
  const bool injected = pair.v >= original_->nodes;
  const std::string name = edge_name(pair);
  const std::string where = fmt::format(" in mode {}", to_string(rules_.mode));

  if (!difference.removed() && (after < lightest_ || after > heaviest_))
    return fmt::format("{} weighs {}, expected {} to {}, as in the original", name, after, lightest_,
                       heaviest_);
  if (rules_.mode == EditMode::inject && !injected)
    return fmt::format("{} between nodes of the original was edited{}", name, where);
  if (rules_.mode == EditMode::reweight) {
    if (difference.added() || difference.removed())
      return fmt::format("{} was {}{}", name, difference.added() ? "added" : "removed", where);
    return "";
  }
  if (!difference.added() && !difference.removed())
    return fmt::format("{} weighs {}, in the original {}", name, after, before);
  if (difference.added() && rules_.mode == EditMode::remove)
    return fmt::format("{} was added{}", name, where);
  if (difference.removed() && rules_.mode == EditMode::add)
    return fmt::format("{} was removed{}", name, where);
  if (difference.added() && !injected && !within_hops(pair.u, pair.v))
    return fmt::format("{} was added between nodes more than {} hops apart", name, rules_.hops);
  return "";
}

std::string GraphThreat::injection_violation(const Graph& graph) const {
  const std::vector<int> degree = degrees(graph);
  for (int node = original_->nodes; node < graph.nodes; ++node)
    if (degree[node] < 1 || degree[node] > rules_.injected_degree)
      return fmt::format("injected node {} has {}, expected 1 to {}", node, count_of(degree[node], "edge"),
                         rules_.injected_degree);
  return "";
}

std::string GraphThreat::moves_violation(const std::vector<EdgeDifference>& differences) const {
  // Edges are matched by weight, because an edge that is moved keeps its weight.
  std::vector<EdgeDifference> removed, added;
  for (const auto& difference : differences) (difference.removed() ? removed : added).push_back(difference);
  if (removed.size() != added.size())
    return fmt::format("{} removed and {} added, expected as many in mode {}",
                       count_of(static_cast<std::int64_t>(removed.size()), "edge"), added.size(),
                       to_string(rules_.mode));
  std::ranges::stable_sort(removed, {}, &EdgeDifference::before);
  std::ranges::stable_sort(added, {}, &EdgeDifference::after);
  for (std::size_t i = 0; i < removed.size(); ++i)
    if (removed[i].before != added[i].after)
      return fmt::format("weight {} was removed with {}, and no edge of this weight was added",
                         removed[i].before, edge_name(removed[i].pair));

  if (rules_.mode == EditMode::rewire) {
    const auto stray = first_without_partner(differences);
    return stray ? fmt::format("the edges removed and added do not share nodes one to one, among them {}",
                               edge_name(*stray))
                 : "";
  }
  std::vector<int> change(original_->nodes, 0);
  for (const auto& difference : differences) {
    const int sign = difference.added() ? 1 : -1;
    change[difference.pair.u] += sign;
    change[difference.pair.v] += sign;
  }
  const auto changed = std::ranges::find_if(change, [](int value) { return value != 0; });
  if (changed != change.end())
    return fmt::format("degree of node {} differs from the original's by {}", changed - change.begin(),
                       *changed);
  return "";
}

std::string GraphThreat::violation_on_the_way(const Graph& graph) const {
  if (graph.node_labels.empty() != original_->node_labels.empty() ||
      graph.attribute_count != original_->attribute_count)
    return "the nodes are of another kind";
  try {
    check(graph, "the graph asked for");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string GraphThreat::violation(const Graph& graph) const {
  try {
    check(graph, "malformed");
  } catch (const InputError& error) {
    return error.what();
  }
  if (std::string wrong = node_violation(graph); !wrong.empty()) return wrong;
  if (!graph.edges.empty() && graph.weighted() != original_->weighted() &&
      (graph.weighted() || !original_->edges.empty()))
    return fmt::format("edges {} weights, unlike the original's", graph.weighted() ? "have" : "have no");

  const std::vector<EdgeDifference> differences = edge_differences(*original_, graph);
  for (const auto& difference : differences)
    if (std::string wrong = edge_violation(difference); !wrong.empty()) return wrong;
  if (rules_.mode == EditMode::inject)
    if (std::string wrong = injection_violation(graph); !wrong.empty()) return wrong;
  if (rules_.mode == EditMode::rewire || rules_.mode == EditMode::swap)
    if (std::string wrong = moves_violation(differences); !wrong.empty()) return wrong;

  const int made = edits_of_pairs(rules_.mode, static_cast<int>(differences.size()));
  if (made > budget_) return fmt::format("{}, at most {} allowed", count_of(made, "edit"), budget_);
  if (rules_.keep_connected) {
    const int components = connected_components(graph);
    if (components > components_)
      return fmt::format("{} connected components, the original has {}", components, components_);
  }
  return "";
}

}  // namespace bora::attacks
