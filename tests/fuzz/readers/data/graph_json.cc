// A graph in node-link form.
#include "data/graphs/graph_json.h"

#include <stdexcept>

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration graph_json(
    {"graph_json",
     [](std::string_view bytes) {
       const Graph graph = graph_from_json(std::string(bytes), "graph.json");
       if (graph_from_json(to_json(graph), "again") != graph)
         throw std::logic_error("reads back as another graph");
     },
     [] {
       return std::vector<std::string>{
           R"({"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": 0, "label": 1, "attributes": [0.5]}, {"id": 1, "label": 0, "attributes": [2]}], "links": [{"source": 0, "target": 1, "weight": 0.25, "label": 3}]})",
           R"({"nodes": [{"id": "a"}, {"id": [1, "b"]}, {"id": 2.5}], "edges": [{"source": "a", "target": [1, "b"]}]})"};
     }});

}  // namespace
}  // namespace bora::fuzz
