#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "attacks/graph/edit_surrogate.h"
#include "attacks/minimise/minimised.h"
#include "attacks/threat/graph_difference.h"
#include "common/order.h"

namespace bora::attacks {
namespace {

// Returns the edit that turns one graph into another of the same nodes.
Edit edit_between(const Graph& from, const Graph& to) {
  Edit edit;
  for (const EdgeDifference& difference : edge_differences(from, to))
    edit.changes.push_back({difference.pair, difference.after});
  return edit;
}

class GraphReduction final : public Reduction<Graph> {
 public:
  GraphReduction(const GraphAttackProblem& problem, std::shared_ptr<const ThreatModel<Graph>> threat)
      : original_(problem.original()), threat_(std::move(threat)) {
    if (problem.clean_log_p.size() > 0)
      clean_loss_ = loss_value(Loss::label_gap, problem.goal, problem.clean_log_p);
  }

  void observe(const Graph& queried, const Observation& seen) override {
    // The features of the regression belong to a fixed set of nodes.
    if (queried.nodes != original_.nodes) return;
    constexpr std::size_t kMostGraphs = 600;
    if (!surrogate_) {
      if (history_.size() < kMostGraphs / 2) history_.push_back({queried, seen.objective});
    } else if (static_cast<std::size_t>(surrogate_->graphs()) < kMostGraphs) {
      surrogate_->append(edit_between(base_, queried), seen.objective);
    }
    last_loss_ = seen.objective;
  }

  void restart(const Graph& example, double /*distance*/) override {
    if (!surrogate_ && example.nodes == original_.nodes) {
      surrogate_.emplace(original_, EditSurrogateOptions(), clean_loss_);
      base_ = original_;
      for (const Past& past : history_) surrogate_->append(edit_between(base_, past.graph), past.loss);
      history_.clear();
    }
    if (surrogate_ && example.nodes == original_.nodes) {
      surrogate_->rebase(edit_between(base_, example), last_loss_);
      base_ = example;
    }
    example_ = example;
    tried_.clear();
    singles_ = 0;
    find_units();
    const int most = std::max(1, static_cast<int>(units_.size()) / 2);
    undone_together_ = undone_together_ == 0 ? most : std::min(undone_together_, most);
  }

  std::optional<Graph> next() override {
    constexpr int kMostSingles = 8;
    for (; undone_together_ > 0 && singles_ < kMostSingles && units_.size() > 1; undone_together_ /= 2) {
      const std::vector<int> order = ranking();
      // A single unit: each one is a candidate, best first. Several units: only the best ones are.
      for (std::size_t first = 0; first < (undone_together_ == 1 ? order.size() : 1); ++first) {
        std::set<int> units;
        for (std::size_t i = first; i < order.size() && static_cast<int>(units.size()) < undone_together_;
             ++i)
          units.insert(order[i]);
        if (!tried_.insert(units).second) continue;
        Graph graph = without(units);
        if (!threat_->violation(graph).empty()) continue;
        singles_ += undone_together_ == 1 ? 1 : 0;
        return graph;
      }
    }
    undone_together_ = 0;
    return std::nullopt;
  }

  void failed() override {
    if (undone_together_ > 1) undone_together_ /= 2;
  }

 private:
  using Unit = std::vector<EdgeChange>;  // changes that are undone together
  struct Past {
    Graph graph;
    double loss;
  };

  // Returns the example after a further edit.
  Graph with(const Edit& edit) const {
    EditableGraph graph(example_, original_);
    graph.apply(edit);
    return graph.graph();
  }
  // Returns the example with these units undone.
  Graph without(const std::set<int>& units) const {
    Edit edit;
    for (const int unit : units)
      edit.changes.insert(edit.changes.end(), units_[unit].begin(), units_[unit].end());
    return with(edit);
  }

  // Finds the units: single changes that can be undone within the threat model, and of the others the pairs
  // that can be undone together, such as the two changes of a moved edge.
  void find_units() {
    constexpr std::size_t kMostPairs = 40;
    units_.clear();
    Unit stuck;
    const EditableGraph example(example_, original_);
    for (const auto& [pair, weight] : example.changes()) {
      const EdgeChange change{pair, weight};
      if (threat_->violation(with({{change}, {}})).empty())
        units_.push_back({change});
      else
        stuck.push_back(change);
    }
    if (stuck.size() > kMostPairs) return;
    for (std::size_t i = 0; i < stuck.size(); ++i)
      for (std::size_t j = i + 1; j < stuck.size(); ++j) {
        if (!threat_->violation(with({{stuck[i], stuck[j]}, {}})).empty()) continue;
        units_.push_back({stuck[i], stuck[j]});
        stuck.erase(stuck.begin() + static_cast<std::ptrdiff_t>(j));
        break;
      }
  }

  // Returns the units by the expected improvement of the loss above 0 once each is undone, largest first.
  std::vector<int> ranking() {
    if (!surrogate_ || example_.nodes != original_.nodes) return consecutive(static_cast<int>(units_.size()));
    surrogate_->fit();
    std::vector<Edit> edits;
    for (const Unit& unit : units_) edits.push_back({unit, {}});
    return descending(surrogate_->improvements(edits, 0));
  }

  Graph original_;
  std::shared_ptr<const ThreatModel<Graph>> threat_;
  std::optional<double> clean_loss_;
  std::vector<Past> history_;               // queries before the first success
  std::optional<EditSurrogate> surrogate_;  // made at the first success
  Graph base_;                              // graph whose edits the surrogate describes
  Graph example_;
  double last_loss_ = 0;           // loss of the last query
  std::vector<Unit> units_;        // units of the example
  std::set<std::set<int>> tried_;  // sets of units whose undoing was tried on this example
  int undone_together_ = 0;        // number of units that next() undoes together
  int singles_ = 0;                // number of single units tried on this example
};

}  // namespace

std::unique_ptr<Reduction<Graph>> make_reduction(const GraphAttackProblem& problem,
                                                 std::shared_ptr<const ThreatModel<Graph>> threat) {
  return std::make_unique<GraphReduction>(problem, std::move(threat));
}

}  // namespace bora::attacks
