// OTMANN (Kandasamy et al. 2018, section 3): distance between networks by optimal transport between their
// layers.
#pragma once

#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

struct OtmannOptions {
  /// Mass of the input layer, of the output layer and of all decision layers together, each as a share of the
  /// total mass of the computing layers, > 0.
  double ends = 0.1;
  double structure = 0.5;  ///< nu_str: cost of one unit of difference between positions, >= 0
  /// Number of path lengths that describe the position of a layer, 6 or 24; see otmann_positions().
  int lengths = 24;
  void check() const;  ///< throws InputError naming the field
};

/// Features of one graph of n nodes for OTMANN.
struct OtmannProfile {
  std::vector<int> labels;
  Eigen::VectorXd masses;     ///< n
  Eigen::MatrixXd positions;  ///< n x lengths, as returned by otmann_positions()
};

/// Returns path lengths that describe the position of each node, n x `lengths`. With 6 lengths they are the
/// shortest, the longest and the random-walk path from the first layer to the node, and from the node to the
/// last layer. With 24 they are these 6 lengths four times: counting all layers, convolutions alone, poolings
/// alone and fully connected layers alone. A length counts the layers on the path including the node itself
/// but not the first or last layer at its end.
///
/// The paper describes 6 lengths; the authors' public code has 24. With 24 the distance between networks a
/// and b of figure 1 is the printed 175.1; with 6 it is 350.2.
Eigen::MatrixXd otmann_positions(const LabelledDag& graph, const std::vector<Operation>& operations,
                                 int lengths = 24);

/// Returns the cost of assigning a unit of mass from one operation to another, a matrix with a row and a
/// column for each operation (table 1 of the paper and, for what it leaves out, the public code):
///   same kind and kernel                        0
///   convolutions of kernels k and k'            .1 sqrt(2 |k - k'|), so .2 between 3 and 5
///   a convolution and a residual block          nine tenths of that, plus .1
///   poolings of different kinds                 .25
///   activations of one family, of two           .1, .25
///   all others                                  infinity
Eigen::MatrixXd otmann_mismatches(const std::vector<Operation>& operations);

/// Distance d, and d divided by the masses of both networks, which is at most 1.
struct OtmannDistances {
  double absolute = 0, normalised = 0;
};

/// OTMANN distance between architectures of one space: the sum of the distances between their cells.
class Otmann {
 public:
  /// Throws InputError.
  explicit Otmann(const ArchitectureSpace& space, OtmannOptions options = {});
  std::vector<OtmannProfile> profiles(const ArchitectureSpace& space, const Architecture& architecture) const;
  OtmannDistances distances(const std::vector<OtmannProfile>& a, const std::vector<OtmannProfile>& b) const;

 private:
  OtmannOptions options_;
  std::vector<Operation> operations_;
  Eigen::MatrixXd mismatches_;
};

}  // namespace bora::nas
