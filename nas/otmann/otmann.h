// OTMANN, a distance between networks by optimal transport of what their layers compute (Kandasamy et al.
// 2018, section 3).
#pragma once

#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

struct OtmannOptions {
  /// Mass of the input, of the output and of all decisions together, each as a share of the mass of the
  /// computing layers, > 0.
  double ends = 0.1;
  double structure = 0.5;  ///< nu_str, what a unit of difference in position costs, >= 0
  /// Number of path lengths that say where a layer stands, 6 or 24; see otmann_positions().
  int lengths = 24;
  void check() const;  ///< throws InputError naming the field
};

/// Features that OTMANN computes of one graph of n nodes.
struct OtmannProfile {
  std::vector<int> labels;
  Eigen::VectorXd masses;     ///< n
  Eigen::MatrixXd positions;  ///< n x lengths, as returned by otmann_positions()
};

/// Returns the distances of each node from the first and from the last one, n x lengths: shortest, longest
/// and random-walk paths over all layers (6 lengths), and with 24 also over the path's convolutions, poolings
/// and fully connected layers alone. A path counts the layers that it leaves on the way to the end that is
/// measured to.
///
/// The paper speaks of six; the authors' public code has 24, and with them the distance of figure 1's
/// networks a and b is the printed 175.1 (with six: 350.2).
Eigen::MatrixXd otmann_positions(const LabelledDag& graph, const std::vector<Operation>& operations,
                                 int lengths = 24);

/// Returns the cost of assigning a unit of mass between two operations: 0 if they are of one kind and kernel;
/// convolutions of kernels k and k': .1 sqrt(2 |k - k'|), so .2 between 3 and 5; a convolution and a residual
/// block: nine tenths of that and .1; poolings of different kinds .25; activations of one family .1, of two
/// .25; infinite otherwise (table 1 and, for what it leaves out, the public code). One row and one column for
/// each operation.
Eigen::MatrixXd otmann_mismatches(const std::vector<Operation>& operations);

/// Distance d, and d over the masses of both, which is at most 1.
struct OtmannDistances {
  double absolute = 0, normalised = 0;
};

/// OTMANN between architectures of one space. The distance is the sum over their cells.
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
