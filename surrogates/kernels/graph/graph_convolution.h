// Embeddings of labelled graphs by graph convolutions.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::surrogates {

/// Returns the mean over nodes of the last layer of a graph convolutional network (Kipf and Welling 2017;
/// Sreedhar 2021, eq. 3.6):
///   H' = relu(D^-1/2 (A + I) D^-1/2 H W),
/// where A is the adjacency of the graph without its directions, D the degrees of A + I, and H at first the
/// labels of the nodes as unit vectors. weights: one matrix a layer, of which the first has a row a label.
/// Throws InputError for weights that do not fit together or do not have every label.
Eigen::VectorXd gcn_embedding(const LabelledDag& graph, const std::vector<Eigen::MatrixXd>& weights);

}  // namespace bora::surrogates
