#include "attacks/repeated_labels.h"

#include <cmath>

namespace bora::attacks {

void RepeatedLabelsOptions::read(AttackSettings& settings) {
  settings.read("repeats", repeats, 1, 10000, "labels only: number of noisy copies queried per image");
  settings.read("noise", noise, 1e-3, 1, "labels only: half-width of the uniform noise, as a share of eps");
}

std::string RepeatedLabelsOptions::text() const {
  return fmt::format(
      "objective from repeated labels, {} noisy copies an image, noise {} eps (Ilyas et al. 2018)", repeats,
      noise);
}

RepeatedLabels::RepeatedLabels(const AttackProblem& problem, RepeatedLabelsOptions options,
                               std::unique_ptr<Attack<Pixels>> attack)
    : RepeatedLabelsOf(problem, options.repeats, Loss::log_odds, std::move(attack)),
      half_width_(options.noise * problem.ball.epsilon()),
      rng_(mix_seed(problem.seed, "noise")) {}

AttackProblem RepeatedLabels::driven(AttackProblem problem, const RepeatedLabelsOptions& options) {
  problem.budget = budget_of_driven(problem.budget, options.repeats);
  problem.clean.reset();
  return problem;
}

Pixels RepeatedLabels::copy(const Pixels& centre) {
  Pixels image = centre;
  for (float& value : image) value += static_cast<float>(rng_.uniform(-half_width_, half_width_));
  return image;
}

namespace {

// Returns the problem with the same edit mode, but without a useful limit on the number of edits.
GraphAttackProblem unbounded(GraphAttackProblem problem) {
  EditRules rules = problem.threat->rules();
  rules.ratio = 1;
  rules.most_edits = 0;
  problem.threat = std::make_shared<const GraphThreat>(rules, problem.threat->shared_original());
  return problem;
}

}  // namespace

void RepeatedGraphLabelsOptions::read(AttackSettings& settings) {
  settings.read("repeats", repeats, 1, 10000, "labels only: number of copies queried per graph");
  settings.read("extra", extra, 1e-3, 100,
                "labels only: initial number of further edits of a copy, as a share of the edit budget");
}

std::string RepeatedGraphLabelsOptions::text() const {
  return fmt::format(
      "loss from repeated labels, {} copies a graph with further edits (after Ilyas et al. 2018)", repeats);
}

RepeatedGraphLabels::RepeatedGraphLabels(const GraphAttackProblem& problem,
                                         RepeatedGraphLabelsOptions options,
                                         std::unique_ptr<Attack<Graph>> attack)
    : RepeatedLabelsOf(problem, options.repeats, Loss::label_gap, std::move(attack)),
      problem_(problem),
      repeats_(options.repeats),
      sampler_(unbounded(problem_)),
      rng_(mix_seed(problem_.seed, "copies")) {
  const int delta = problem_.threat->budget();
  const int nodes = problem_.original().nodes;
  extra_edits_ = std::max(1, static_cast<int>(std::lround(options.extra * delta)));
  most_extra_ = std::max(extra_edits_, nodes * std::min(nodes, 50) / 4);
}

GraphAttackProblem RepeatedGraphLabels::driven(GraphAttackProblem problem,
                                               const RepeatedGraphLabelsOptions& options) {
  problem.budget = budget_of_driven(problem.budget, options.repeats);
  Eigen::RowVectorXd counts = Eigen::RowVectorXd::Zero(problem.classes);
  counts[problem.goal.label] = options.repeats + 1;
  problem.clean_log_p = smoothed_log_frequencies(counts);
  return problem;
}

Graph RepeatedGraphLabels::copy(const Graph& centre) {
  EditableGraph graph(centre, problem_.original());
  for (int i = 0; i < extra_edits_; ++i) {
    const auto edit = sampler_.draw(graph, rng_);
    if (!edit) break;
    graph.apply(*edit);
  }
  return graph.graph();
}

void RepeatedGraphLabels::adapt_copies(int reached) {
  if (reached == 0) extra_edits_ = std::min(most_extra_, extra_edits_ + (extra_edits_ + 1) / 2);
  if (2 * reached > repeats_) extra_edits_ = std::max(1, 2 * extra_edits_ / 3);
}

}  // namespace bora::attacks
