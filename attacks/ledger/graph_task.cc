#include "attacks/ledger/graph_task.h"

#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "data/files/file.h"
#include "data/graphs/graph_json.h"

namespace bora::attacks {
namespace {

// Appends the number of values, then their bits, so that different graphs give different bytes.
template <typename T>
void append(std::string& bytes, const std::vector<T>& values) {
  const std::uint64_t count = values.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof(count));
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace

std::unique_ptr<ThreatModel<Graph>> GraphTask::threat(std::shared_ptr<const Graph> original) const {
  return std::make_unique<GraphThreat>(rules_, std::move(original));
}

std::int64_t GraphTask::hash(const Graph& graph) const {
  std::string bytes;
  append(bytes, std::vector<int>{graph.nodes, graph.attribute_count});
  append(bytes, graph.edges);
  append(bytes, graph.weights);
  append(bytes, graph.node_labels);
  append(bytes, graph.edge_labels);
  append(bytes, graph.attributes);
  return short_hash(bytes.data(), bytes.size());
}

Graph GraphTask::original(const std::string& content) const {
  return graph_from_json(content, "run.sqlite");
}

std::string GraphTask::content(const Graph& graph) const {
  return to_json(graph);
}

void GraphTask::write(const std::filesystem::path& file, const Graph& graph) const {
  write_atomically(file, to_json(graph) + "\n", Durability::unsynced);
}

Graph GraphTask::read(const std::filesystem::path& file) const {
  return graph_from_json(read_text_file(file), file.string());
}

}  // namespace bora::attacks
