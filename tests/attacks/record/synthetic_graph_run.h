// Synthetic database of a run on graphs, as written by an attack but without a victim.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

struct SyntheticGraph {
  Graph graph;
  int label = 0;
  int predicted = 0;  ///< predicted class; if not `label`, the graph is misclassified and not attacked
};

struct SyntheticGraphInstance {
  std::string attack = "grabnel";
  int input = 0;
  std::string status = "success";
  int queries = 1;
  int budget = 40;
  std::optional<Graph> adversarial = {};  ///< set on success
};

struct SyntheticGraphRun {
  std::vector<std::string> attacks{"grabnel"};
  EditFacts rules;
  int classes = 2;
  std::string model = "victims/gcn-PROTEINS-1.pt";
  std::string model_sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  std::string data = "PROTEINS.zip, test part";
  std::string status = "complete";
  std::map<std::string, std::string> options;  ///< options in the stored configuration
  std::vector<SyntheticGraph> graphs;
  std::vector<SyntheticGraphInstance> instances;
};

/// Writes `folder`/run.sqlite with all data of a run, including queries.
void write_synthetic_graph_run(const SyntheticGraphRun& run, const std::filesystem::path& folder);

/// Returns a run of four attacks on about `graphs` graphs of two or three communities: the edits of grabnel
/// lie close together, those of the others anywhere. `seed` distinguishes runs.
SyntheticGraphRun plausible_graph_run(int graphs, int seed = 1);

}  // namespace bora::attacks
