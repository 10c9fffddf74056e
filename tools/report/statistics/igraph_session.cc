#include "tools/report/statistics/igraph_session.h"

#include <stdexcept>
#include <string>

namespace bora {

IgraphSession::IgraphSession(std::uint64_t seed)
    : before_(*igraph_rng_default()), handler_before_(igraph_set_error_handler(igraph_error_handler_ignore)) {
  check(igraph_rng_init(&own_, &igraph_rngtype_mt19937));
  igraph_rng_seed(&own_, static_cast<igraph_uint_t>(seed));
  igraph_rng_set_default(&own_);
}

IgraphSession::~IgraphSession() {
  igraph_rng_set_default(&before_);
  igraph_rng_destroy(&own_);
  igraph_set_error_handler(handler_before_);
}

void IgraphSession::check(igraph_error_t code) {
  if (code != IGRAPH_SUCCESS) throw std::runtime_error(std::string("igraph: ") + igraph_strerror(code));
}

IgraphGraph::IgraphGraph(int nodes, std::span<const NodePair> edges) {
  igraph_vector_int_t ends;
  IgraphSession::check(igraph_vector_int_init(&ends, static_cast<igraph_integer_t>(2 * edges.size())));
  for (std::size_t i = 0; i < edges.size(); ++i) {
    VECTOR(ends)[2 * i] = edges[i].u;
    VECTOR(ends)[2 * i + 1] = edges[i].v;
  }
  const igraph_error_t code = igraph_create(&graph_, &ends, nodes, IGRAPH_UNDIRECTED);
  igraph_vector_int_destroy(&ends);
  IgraphSession::check(code);
}

}  // namespace bora
