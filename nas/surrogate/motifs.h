// Small patterns (motifs) that make architectures good or bad.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/space/architecture_space.h"
#include "surrogates/kernels/graph/dag_counts.h"

namespace bora::nas {

/// Operation, alone or with all its neighbours in the contracted cell.
struct Motif {
  std::string pattern;   ///< text that looks like "nor_conv_3x3" or "nor_conv_3x3 beside input, output"
  double gradient = 0;   ///< gradient of the expected value w.r.t. its count, averaged as MotifScore says
  double deviation = 0;  ///< standard deviation of the gradient over the architectures that have it
  double share = 0;      ///< share of the training architectures that have it
  int column = 0;        ///< number of its column
};

/// Score that motifs are ranked by.
enum class MotifScore {
  mean,     ///< gradient averaged over the motif's occurrences
  printed,  ///< gradient averaged with the weights of eq. 7.8 of Ru 2021, over its deviation (7.9)
};

struct MotifOptions {
  MotifScore score = MotifScore::mean;
  int least = 10;           ///< motifs that fewer architectures have are left out, >= 1
  double most_share = 0.9;  ///< motifs that a larger share of architectures has are left out, (0, 1]
  void check() const;       ///< throws InputError naming the field
};

/// Returns the gradient of <weights, counts / |counts|> w.r.t. the counts (not all 0), one value for each
/// count.
Eigen::VectorXd normalised_product_gradient(const Eigen::VectorXd& counts, const Eigen::VectorXd& weights);

/// Motifs ranked by a Gaussian process on Weisfeiler-Lehman labels of H = 1, of neighbours of either
/// direction. Its posterior mean is a linear function of the normalised counts, and the derivative w.r.t. a
/// count is the value of the motif (Ru 2021, section 7.3.3). docs/papers/ru-7.md compares the two scores.
class Motifs {
 public:
  /// X: n architectures, n >= 2; y: n, larger being better. Throws InputError.
  Motifs(const ArchitectureSpace& space, const std::vector<Architecture>& X, const Eigen::VectorXd& y,
         MotifOptions options = {});

  const MotifOptions& options() const { return options_; }
  /// Returns the motifs, best first. May be empty.
  const std::vector<Motif>& ranked() const { return ranked_; }
  /// Returns the first (good) or the last (bad) quarter of them, at least one each where there are two.
  std::vector<Motif> good() const;
  std::vector<Motif> bad() const;
  /// Returns how many of `motifs` the architecture has.
  int held(const Architecture& architecture, const std::vector<Motif>& motifs);

 private:
  struct Candidate;
  using Candidates = std::map<int, Candidate>;  // by column

  SparseRow counts(const Architecture& architecture);
  // Returns the motifs of all architectures, and appends the counts of each architecture to `rows`.
  Candidates count(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                   std::vector<SparseRow>& rows);
  // Fits the process and sets the weights of motifs. rows: counts of each architecture.
  static void add_weights(const std::vector<Architecture>& X, const Eigen::VectorXd& y,
                          const std::vector<SparseRow>& rows, Candidates& candidates);
  // Adds the gradients w.r.t. the counts of each architecture.
  static void add_gradients(const std::vector<SparseRow>& rows, Candidates& candidates);
  // Sets ranked_.
  void rank(const Candidates& candidates, std::size_t architectures);
  std::size_t quarter() const;
  MotifOptions options_;
  WlCounter counter_{1, WlDirection::undirected};
  std::vector<Motif> ranked_;
};

/// Returns the mean and the standard deviation of a motif's gradients. counted: for each architecture that
/// has the motif, how often, and the gradient there; at least one. The weight of an architecture is with
/// MotifScore::mean the number of its occurrences, and with MotifScore::printed the share of architectures
/// with as many (eq. 7.8 of Ru 2021). For a motif that 30 architectures have once and 20 twice, eq. 7.8
/// weighs the two kinds 18 to 8, while the example in front of it weighs them 30 to 20.
std::pair<double, double> motif_average(const std::vector<std::pair<double, double>>& counted,
                                        MotifScore score);

}  // namespace bora::nas
