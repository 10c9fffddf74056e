#include "attacks/record/synthetic_graph_run.h"

#include <algorithm>
#include <cmath>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "attacks/record/schema.h"
#include "common/json.h"
#include "common/random.h"
#include "data/graphs/graph_json.h"
#include "report/figures/graph_summary.h"
#include "report/small_graphs.h"
#include "report/statistics/graph_changes.h"

namespace bora::attacks {
namespace {

using Json = nlohmann::ordered_json;

/// Executes `statement` with these values as parameters.
template <typename... Values>
void insert(SQLite::Database& database, const std::string& statement, const Values&... values) {
  SQLite::Statement row(database, statement);
  int place = 0;
  (row.bind(++place, values), ...);
  row.exec();
}

void write_facts(const SyntheticGraphRun& run, SQLite::Database& database) {
  Json config = {{"model", run.model}, {"data", run.data}, {"seed", 7}};
  for (const auto& [option, value] : run.options) config[option] = value;
  Json attack_facts = Json::object();
  for (const std::string& attack : run.attacks)
    attack_facts[attack] = {{"name", attack},
                            {"text", "what " + attack + " is"},
                            {"sight", attack == "gradient" ? "gradients" : "scores"},
                            {"leaves_ball", false}};
  int largest = 0;
  for (const auto& instance : run.instances) largest = std::max(largest, instance.budget);
  const std::map<std::string, std::string> facts = {
      {"task", "graphs"},
      {"started", "2026-03-01T10:15:00Z"},
      {"finished", "2026-03-01T10:19:12Z"},
      {"status", run.status},
      {"version", "0.1.0"},
      {"libraries", R"({"libtorch": "2.7.0", "eigen": "3.4.0", "sqlite": "3.40.1"})"},
      {"command", "bo-attack --model " + run.model + " --data " + run.data},
      {"config", json_text(config)},
      {"seed", "7"},
      {"model", run.model},
      {"model_sha256", run.model_sha256},
      {"score_kind", "logits"},
      {"classes", std::to_string(run.classes)},
      {"class_names", "[]"},
      {"data", run.data},
      {"threat", "edits"},
      {"edit_mode", run.rules.mode},
      {"edit_ratio", fmt::format("{:.17g}", run.rules.ratio)},
      {"most_edits", std::to_string(run.rules.most_edits)},
      {"hops", std::to_string(run.rules.hops)},
      {"keep_connected", run.rules.keep_connected ? "1" : "0"},
      {"most_injected", std::to_string(run.rules.most_injected)},
      {"injected_degree", std::to_string(run.rules.injected_degree)},
      {"queries_per_edit", std::to_string(run.rules.queries_per_edit)},
      {"query_cap", std::to_string(run.rules.query_cap)},
      {"goal", "untargeted"},
      {"budget", std::to_string(largest)},
      {"visible", "scores"},
      {"attacks", json_text(Json(run.attacks))},
      {"attack_facts", json_text(attack_facts)},
      {"device", "cpu"},
      {"threads", "2"},
      {"clean_inputs", std::to_string(run.graphs.size())},
      {"clean_correct",
       std::to_string(std::count_if(run.graphs.begin(), run.graphs.end(),
                                    [](const auto& each) { return each.label == each.predicted; }))},
      {"clean_queries", std::to_string(run.graphs.size())},
      {"victim_seconds", "18.25"},
      {"wall_seconds", "252"}};
  for (const auto& [key, value] : facts) insert(database, "INSERT INTO run VALUES (?, ?)", key, value);
}

void write_instance(const SyntheticGraphRun& run, int id, SQLite::Database& database) {
  const SyntheticGraphInstance& instance = run.instances[id];
  insert(database, "INSERT INTO instances VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, '')", id, instance.attack,
         instance.input, 1000 + id, instance.budget, instance.status, instance.queries, instance.queries);
  const int label = run.graphs[instance.input].label;
  const auto label_of = [&](bool fooled) { return fooled ? (label + 1) % run.classes : label; };
  for (int number = 1; number <= instance.queries; ++number) {
    const bool hit = instance.status == "success" && number == instance.queries;
    insert(database, "INSERT INTO queries VALUES (?, ?, ?, ?, ?, ?, x'')", id, number, number,
           hit ? 0.5 : -1.0, label_of(hit), static_cast<int>(hit));
  }
  if (instance.status != "success") return;
  const Graph& adversarial = *instance.adversarial;
  const double edits = static_cast<double>(
      report::changes_between(run.graphs[instance.input].graph, adversarial).edited().size());
  insert(database, "INSERT INTO adversarials VALUES (?, ?, ?, NULL, ?)", id, label_of(true), edits,
         to_json(adversarial));
  insert(database, "INSERT INTO verification VALUES (?, ?, ?, 1, ?, 1)", id,
         fmt::format("adversarial/{}.json", id), edits, label_of(true));
}

}  // namespace

void write_synthetic_graph_run(const SyntheticGraphRun& run, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "run.sqlite");
  SQLite::Database database((folder / "run.sqlite").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("BEGIN");
  database.exec(run_schema().sql);
  database.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
  write_facts(run, database);
  for (std::size_t i = 0; i < run.graphs.size(); ++i) {
    const SyntheticGraph& input = run.graphs[i];
    const bool attacked = input.label == input.predicted;
    insert(database, "INSERT INTO inputs VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?, x'')", static_cast<int>(i),
           static_cast<int>(300 + i), input.label, input.predicted, attacked ? 1 : 0,
           std::string(attacked ? "" : "misclassified"), input.graph.nodes,
           static_cast<int>(input.graph.edges.size()), attacked ? to_json(input.graph) : std::string());
  }
  for (std::size_t i = 0; i < run.instances.size(); ++i) write_instance(run, static_cast<int>(i), database);
  int part = 0;
  for (const std::string& attack : run.attacks) {
    insert(database, "INSERT INTO timings VALUES (?, 'total', ?)", attack, 12.5 * ++part);
  }
  database.exec("COMMIT");
}

namespace {

/// Returns a graph of two or three communities with few edges between them, whose labels depend on the
/// community.
Graph community_graph(Rng& rng) {
  const int communities = 2 + rng.index(2);
  const int size = 5 + rng.index(9);
  std::vector<NodePair> edges;
  for (int c = 0; c < communities; ++c) {
    for (int i = 1; i < size; ++i) edges.push_back(pair_of(c * size + i, c * size + rng.index(i)));
    for (int i = 0; i < size; ++i)
      edges.push_back(pair_of(c * size + i, c * size + (i + 1 + rng.index(size - 1)) % size));
    if (c > 0) edges.push_back(pair_of(c * size + rng.index(size), (c - 1) * size + rng.index(size)));
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Graph graph = testing::make_graph(communities * size, edges);
  for (int i = 0; i < graph.nodes; ++i)
    graph.node_labels.push_back(rng.uniform() < 0.7 ? i / size : rng.index(3));
  return graph;
}

Graph edited(const Graph& graph, int edits, bool close, Rng& rng) {
  std::vector<NodePair> pairs;
  const int hub = rng.index(graph.nodes);
  while (static_cast<int>(pairs.size()) < edits) {
    const int u = close ? hub : rng.index(graph.nodes);
    const int v = rng.index(graph.nodes);
    if (u == v || std::count(pairs.begin(), pairs.end(), pair_of(u, v)) > 0) continue;
    pairs.push_back(pair_of(u, v));
  }
  return testing::flipped(graph, pairs);
}

}  // namespace

SyntheticGraphRun plausible_graph_run(int graphs, int seed) {
  struct Behaviour {
    std::string attack;
    double share, speed;  // success rate; median queries as a share of the budget
  };
  const std::vector<Behaviour> behaviours{
      {"grabnel", 0.85, 0.06}, {"random", 0.45, 0.3}, {"genetic", 0.6, 0.2}, {"gradient", 0.7, 0.02}};
  SyntheticGraphRun run;
  run.rules = {"flip", 0.03, 0, 0, false, 1, 3, 40, 20000};
  run.attacks.clear();
  for (const Behaviour& behaviour : behaviours) run.attacks.push_back(behaviour.attack);
  Rng rng(seed);
  for (int g = 0; g < graphs; ++g) {
    SyntheticGraph input{community_graph(rng), rng.index(2), 0};
    input.predicted = rng.uniform() < 0.25 ? 1 - input.label : input.label;
    run.graphs.push_back(input);
    if (input.predicted != input.label) continue;
    for (const Behaviour& behaviour : behaviours) {
      const int allowed = report::edits_allowed(run.rules, input.graph.nodes);
      SyntheticGraphInstance instance{behaviour.attack, g, "exhausted", 40 * allowed, 40 * allowed};
      const double queries = behaviour.speed * instance.budget * std::exp(1.2 * rng.normal());
      if (rng.uniform() < behaviour.share && queries < instance.budget) {
        instance.status = "success";
        instance.queries = 1 + static_cast<int>(queries);
        const int edits = std::min(allowed, 1 + instance.queries / 40);
        instance.adversarial = edited(input.graph, edits, behaviour.attack == "grabnel", rng);
      }
      run.instances.push_back(instance);
    }
  }
  return run;
}

}  // namespace bora::attacks
