#include "models/graphs/graph_victim.h"

#include <stdexcept>

namespace bora::models {

std::vector<int> GraphVictim::labels(GraphBatch graphs) {
  const Scores answered = scores(graphs);
  std::vector<int> predicted;
  for (int i = 0; i < answered.values.rows(); ++i) predicted.push_back(predicted_class(answered, i));
  return predicted;
}

Eigen::RowVectorXf GraphVictim::edge_gradients(const Graph& /*graph*/, std::span<const NodePair> /*pairs*/,
                                               const Eigen::RowVectorXf& /*cotangent*/) {
  throw std::logic_error("the victim has no gradients");
}

}  // namespace bora::models
