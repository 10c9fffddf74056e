// Motifs: small patterns of operations that are typical of good or bad architectures.
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

/// Pattern: an operation, alone or with all its neighbours in the contracted cell.
struct Motif {
  std::string pattern;   ///< names of operations: "conv", or "conv beside input, output"
  double gradient = 0;   ///< mean gradient of the posterior mean with respect to the motif's count
  double deviation = 0;  ///< standard deviation of this gradient over the architectures that have the motif
  double share = 0;      ///< fraction of the training architectures that have the motif
  int column = 0;        ///< number of the feature that counts the motif
};

/// Score by which motifs are ranked; see motif_average().
enum class MotifScore {
  mean,     ///< mean gradient over the motif's occurrences
  printed,  ///< gradient averaged with the weights of eq. 7.8 of Ru 2021, divided by its deviation (eq. 7.9)
};

/// Settings of Motifs.
struct MotifOptions {
  MotifScore score = MotifScore::mean;
  int least = 10;           ///< motifs of fewer architectures are left out, >= 1
  double most_share = 0.9;  ///< motifs of a larger fraction of the architectures are left out, in (0, 1]
  void check() const;       ///< throws InputError naming the field
};

/// Returns the gradient of <weights, counts / |counts|> with respect to the counts, k. weights, counts: k
/// each, the counts not all 0.
Eigen::VectorXd normalised_product_gradient(const Eigen::VectorXd& counts, const Eigen::VectorXd& weights);

/// Motifs of architectures, ranked by a Gaussian process on counts of Weisfeiler-Lehman labels with H = 1 on
/// undirected graphs. Its posterior mean is a linear function of the normalised counts; a motif is scored by
/// the derivative with respect to its count (Ru 2021, section 7.3.3). docs/papers/ru-7.md compares the two
/// scores.
class Motifs {
 public:
  /// X: n architectures, n >= 2; y: their values (n), larger is better. Throws InputError.
  Motifs(const ArchitectureSpace& space, const std::vector<Architecture>& X, const Eigen::VectorXd& y,
         MotifOptions options = {});

  const MotifOptions& options() const { return options_; }
  /// Returns the motifs, best first; may be empty.
  const std::vector<Motif>& ranked() const { return ranked_; }
  /// Returns the first quarter of ranked(), at least one motif; empty if there are fewer than two motifs.
  std::vector<Motif> good() const;
  /// Returns the last quarter of ranked(), at least one motif; empty if there are fewer than two motifs.
  std::vector<Motif> bad() const;
  /// Returns the number of `motifs` that the architecture has.
  int count_in(const Architecture& architecture, const std::vector<Motif>& motifs);

 private:
  struct Candidate;
  using Candidates = std::map<int, Candidate>;  // by column

  SparseRow counts(const Architecture& architecture);
  // Returns the motifs of all architectures, and appends the counts of each architecture to `rows`.
  Candidates count(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                   std::vector<SparseRow>& rows);
  // Fits the process and sets the weight of each candidate. rows: counts of each architecture.
  static void add_weights(const std::vector<Architecture>& X, const Eigen::VectorXd& y,
                          const std::vector<SparseRow>& rows, Candidates& candidates);
  // Adds to each candidate its gradient at each architecture.
  static void add_gradients(const std::vector<SparseRow>& rows, Candidates& candidates);
  // Scores the candidates and sets ranked_.
  void rank(const Candidates& candidates, std::size_t architectures);
  std::size_t quarter() const;
  MotifOptions options_;
  WlCounter counter_{1, WlDirection::undirected};
  std::vector<Motif> ranked_;
};

/// Returns the weighted mean and standard deviation of a motif's gradients. counted: for each architecture
/// that has the motif, the number of its occurrences and the gradient; at least one. With MotifScore::mean,
/// the weight of an architecture is the number of occurrences. With MotifScore::printed, it is the number of
/// architectures with equally many occurrences (eq. 7.8 of Ru 2021). For a motif that 30 architectures have
/// once and 20 have twice, eq. 7.8 weights the two groups 18 to 8, but the example before it 30 to 20.
std::pair<double, double> motif_average(const std::vector<std::pair<double, double>>& counted,
                                        MotifScore score);

}  // namespace bora::nas
