// Embeddings of labelled graphs by graph convolutions.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::surrogates {

/// Returns the mean over nodes of the last layer of a graph convolutional network (Kipf and Welling 2017;
/// Sreedhar 2021, eq. 3.6). Each layer computes
///   H' = relu(D^-1/2 (A + I) D^-1/2 H W),
/// where A is the adjacency matrix without directions, and D the degree matrix of A + I. The first H are the
/// one-hot labels of the nodes. weights: W of each layer; the first has a row for each label. Throws
/// InputError if sizes do not match, or for a label without a row.
Eigen::VectorXd gcn_embedding(const LabelledDag& graph, const std::vector<Eigen::MatrixXd>& weights);

}  // namespace bora::surrogates
