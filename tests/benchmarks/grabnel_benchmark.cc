// Measures the time of GRABNEL's own work in a query as queries add up, and its growth.
//
//   grabnel_benchmark [queries...]      (100, 1,000 and 10,000 unless told)
//
// The victim is a cheap planted function that is never fooled, so that attacks run to their budget. Columns:
// milliseconds of this thread's processor time a query, averaged over the whole attack, its parts, and the
// growth of the whole time from the line before: linear cost grows as the queries do.
#include <ctime>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "attacks/graph/methods/grabnel.h"

namespace {

using namespace bora;
using namespace bora::attacks;

double thread_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

// As molecules and proteins are: sparse, a few kinds of nodes; or as social networks: dense, unlabelled.
Graph sample(int nodes, double mean_degree, bool labelled) {
  Rng rng(1);
  Graph graph;
  graph.nodes = nodes;
  for (int u = 0; u < nodes; ++u)
    for (int v = u + 1; v < nodes; ++v)
      if (rng.uniform() < mean_degree / (nodes - 1)) graph.edges.push_back({u, v});
  if (labelled)
    for (int u = 0; u < nodes; ++u) graph.node_labels.push_back(rng.index(3));
  return graph;
}

// The gap of a two-class model that sums a kinked function of each node's degree and its neighbours'.
double gap(const Graph& graph) {
  const std::vector<int> degree = degrees(graph);
  std::vector<double> message(graph.nodes, 0.0);
  for (const auto [u, v] : graph.edges) {
    message[u] += std::sin(degree[v]);
    message[v] += std::sin(degree[u]);
  }
  double sum = 0;
  for (int u = 0; u < graph.nodes; ++u) sum += std::tanh(message[u] + 0.1 * degree[u]);
  return -1 - std::exp(-0.01 * sum);
}

void run(int nodes, double mean_degree, bool labelled, const std::vector<int>& budgets) {
  double before = 0;
  int queries_before = 0;
  for (const int budget : budgets) {
    const auto graph = std::make_shared<const Graph>(sample(nodes, mean_degree, labelled));
    EditRules rules;
    rules.ratio = 1;
    rules.most_edits = 25;  // so that what grows is the number of queries alone
    GraphAttackProblem problem;
    problem.threat = std::make_shared<const GraphThreat>(rules, graph);
    problem.classes = 2;
    problem.budget = budget;
    const auto seen = [&](double value) {
      Observation observation;
      observation.predicted = 0;
      observation.log_p = Eigen::RowVector2d(-std::log1p(std::exp(value)), -std::log1p(std::exp(-value)));
      return observation;
    };
    problem.clean_log_p = seen(gap(*graph)).log_p;
    Grabnel attack(problem, {});
    double own = 0;
    int asked = 0;
    while (asked < budget) {
      double start = thread_milliseconds();
      const std::optional<Graph> asked_for = attack.ask();
      own += thread_milliseconds() - start;
      if (!asked_for) break;
      ++asked;
      const Observation answer = seen(gap(*asked_for));
      start = thread_milliseconds();
      attack.tell(*asked_for, answer);
      own += thread_milliseconds() - start;
    }
    auto parts = attack.seconds();
    std::printf("%5d %6.0f  %-9s %8d %10.3f %8.3f %8.3f %12.3f", nodes, mean_degree,
                labelled ? "labels" : "degrees", asked, own / asked, 1e3 * parts["features"] / asked,
                1e3 * parts["fit"] / asked, 1e3 * parts["acquisition"] / asked);
    if (before > 0) std::printf("   %.1f times for %.1f", own / before, 1.0 * asked / queries_before);
    std::printf("\n");
    std::fflush(stdout);
    before = own;
    queries_before = asked;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> budgets;
  for (int i = 1; i < argc; ++i) budgets.push_back(std::atoi(argv[i]));
  if (budgets.empty()) budgets = {100, 1000, 10000};
  std::printf("nodes degree  features   queries   ms/query features      fit  acquisition   growth\n");
  for (const int nodes : {40, 500}) {
    run(nodes, 4, true, budgets);
    run(nodes, 4, false, budgets);
  }
}
