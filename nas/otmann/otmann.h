// OTMANN distance between networks, by optimal transport between their layers (Kandasamy et al. 2018, section
// 3).
#pragma once

#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Settings of the distance.
struct OtmannOptions {
  double structure = 0.5;  ///< nu_str: cost of one unit of difference between positions, >= 0
  /// Number of path lengths that describe the position of a layer, 6 or 24; see otmann_positions().
  int lengths = 24;
  void check() const;  ///< throws InputError naming the field
};

/// Features of a graph of n nodes that the distance uses.
struct OtmannProfile {
  std::vector<int> labels;    ///< n
  Eigen::VectorXd masses;     ///< n
  Eigen::MatrixXd positions;  ///< n x lengths, from otmann_positions()
};

/// Returns path lengths that describe the position of each node, n x `lengths`. The 6 lengths are those of
/// the shortest path, the longest path and the random walk, from the first layer to the node and from the
/// node to the last layer. The 24 lengths are these 6 four times, counting all layers, only convolutions,
/// only poolings and only fully connected layers. The node itself is counted; the first and the last layer
/// at the ends are not.
///
/// The paper describes 6 lengths; the published code has 24 for convolutional networks, and 18 for multilayer
/// perceptrons: counting all layers, rectifiers and sigmoids. With 24, the distance between networks a and b
/// of figure 1 is the printed 175.1; with 6 it is 350.2.
Eigen::MatrixXd otmann_positions(const LabelledDag& graph, const std::vector<Operation>& operations,
                                 int lengths = 24);

/// Returns the cost of assigning a unit of mass from one operation to another, operations x operations (table
/// 1 of the paper; the published code for pairs that the table leaves out):
///   equal kind and kernel                        0
///   convolutions with kernels k and k'           0.1 sqrt(2 |k - k'|), such as 0.2 for 3 and 5
///   a convolution and a residual block           0.9 times that, plus 0.1
///   poolings of different kinds                  0.25
///   activations of one family, of two families   0.1, 0.25
///   all other pairs                              infinity
Eigen::MatrixXd otmann_mismatches(const std::vector<Operation>& operations);

/// Distance d, and d divided by the sum of the masses of both networks, which is at most 1.
struct OtmannDistances {
  double absolute = 0, normalised = 0;
};

/// OTMANN distance between architectures of one space: the sum of the distances between corresponding cells.
class Otmann {
 public:
  /// Throws InputError for invalid options.
  explicit Otmann(const ArchitectureSpace& space, OtmannOptions options = {});
  /// Returns the profiles of the cells of an architecture. space: that of the constructor.
  std::vector<OtmannProfile> profiles(const ArchitectureSpace& space, const Architecture& architecture) const;
  /// Returns the distances between two architectures, given the profiles of their cells.
  OtmannDistances distances(const std::vector<OtmannProfile>& a, const std::vector<OtmannProfile>& b) const;

 private:
  OtmannOptions options_;
  std::vector<Operation> operations_;
  Eigen::MatrixXd mismatches_;
};

}  // namespace bora::nas
