// igraph, made to behave: seeded, without its global state leaking, and with errors that throw.
#pragma once

#include <cstdint>
#include <span>

#include <igraph.h>

#include "data/graph.h"

namespace bora {

/// While it lives, igraph's random numbers come from `seed` and its errors come back as codes; then both are
/// as they were. igraph keeps them a thread, so sessions of different threads do not meet.
class IgraphSession {
 public:
  explicit IgraphSession(std::uint64_t seed);
  ~IgraphSession();
  IgraphSession(const IgraphSession&) = delete;
  IgraphSession& operator=(const IgraphSession&) = delete;

  /// Throws std::runtime_error with igraph's words if `code` is an error.
  static void check(igraph_error_t code);

 private:
  igraph_rng_t own_;
  igraph_rng_t before_;
  igraph_error_handler_t* handler_before_;
};

/// An igraph_t that frees itself. Wants a session.
class IgraphGraph {
 public:
  IgraphGraph(int nodes, std::span<const NodePair> edges);
  ~IgraphGraph() { igraph_destroy(&graph_); }
  IgraphGraph(const IgraphGraph&) = delete;
  IgraphGraph& operator=(const IgraphGraph&) = delete;
  const igraph_t* get() const { return &graph_; }

 private:
  igraph_t graph_;
};

}  // namespace bora
