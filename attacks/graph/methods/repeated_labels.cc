#include "attacks/graph/methods/repeated_labels.h"

#include <algorithm>
#include <cmath>

#include "attacks/threat/label_frequencies.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {
namespace {

// Returns the problem with the same kind of edits, as many as there are places for them.
GraphAttackProblem unbounded(GraphAttackProblem problem) {
  EditRules rules = problem.threat->rules();
  rules.ratio = 1;
  rules.most_edits = 0;
  problem.threat = std::make_shared<const GraphThreat>(rules, problem.threat->shared_original());
  return problem;
}

}  // namespace

Eigen::RowVectorXd unanimous_labels(const GraphAttackProblem& problem,
                                    const RepeatedGraphLabelsOptions& options) {
  Eigen::RowVectorXd counts = Eigen::RowVectorXd::Zero(problem.classes);
  counts[problem.goal.label] = options.repeats + 1;
  return smoothed_log_frequencies(counts);
}

void RepeatedGraphLabelsOptions::read(AttackSettings& settings) {
  settings.read("repeats", repeats, 1, 10000, "labels only: copies asked of each graph");
  settings.read("extra", extra, 1e-3, 100,
                "labels only: further edits of a copy, as a share of the budget, at first");
}

RepeatedGraphLabels::RepeatedGraphLabels(GraphAttackProblem problem, RepeatedGraphLabelsOptions options,
                                         std::unique_ptr<GraphAttack> attack)
    : problem_(std::move(problem)),
      options_(options),
      attack_(std::move(attack)),
      sampler_(unbounded(problem_)),
      rng_(mix_seed(problem_.seed, "copies")),
      counts_(Eigen::RowVectorXd::Zero(problem_.classes)) {
  const int delta = problem_.threat->budget();
  const int nodes = problem_.original().nodes;
  extra_edits_ = std::max(1, static_cast<int>(std::lround(options_.extra * delta)));
  most_extra_ = std::max(extra_edits_, nodes * std::min(nodes, 50) / 4);
}

Graph RepeatedGraphLabels::copy() {
  EditableGraph graph(centre_.front(), problem_.original());
  for (int i = 0; i < extra_edits_; ++i) {
    const auto edit = sampler_.draw(graph, rng_);
    if (!edit) break;
    graph.apply(*edit);
  }
  return graph.graph();
}

std::vector<Graph> RepeatedGraphLabels::ask(int /*q*/) {
  if (!centre_.empty()) return {copy()};
  centre_ = attack_->ask(1);
  return centre_;
}

void RepeatedGraphLabels::tell(const std::vector<Graph>& /*queried*/,
                               const std::vector<Observation>& observations) {
  const bool first = counts_.sum() == 0;
  if (first) {
    seen_ = observations.front();
  } else {
    reached_ += observations.front().adversarial ? 1 : 0;
  }
  counts_[observations.front().predicted] += 1;
  if (counts_.sum() > options_.repeats) conclude();
}

void RepeatedGraphLabels::conclude() {
  Observation summary = seen_;
  summary.log_p = smoothed_log_frequencies(counts_);
  summary.objective = loss_value(Loss::label_gap, problem_.goal, summary.log_p);
  attack_->tell(centre_, {summary});
  if (reached_ == 0) extra_edits_ = std::min(most_extra_, extra_edits_ + (extra_edits_ + 1) / 2);
  if (2 * reached_ > options_.repeats) extra_edits_ = std::max(1, 2 * extra_edits_ / 3);
  reached_ = 0;
  counts_.setZero();
  centre_.clear();
}

}  // namespace bora::attacks
