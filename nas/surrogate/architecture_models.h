// Models of architectures' values, by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/otmann/otmann.h"
#include "nas/space/architecture_space.h"
#include "surrogates/posterior/posterior.h"

namespace bora::nas {

using ArchitectureModel = Model<Architecture>;

/// Options of a Gaussian process whose kernel is a sum, each term on other features of an architecture:
///   s1 exp(-w1 |p - p'|^2)               p: counts of the operations along paths from input to output
///   s2 <phi, phi'>                       phi: Weisfeiler-Lehman labels, H = 3, of both directions
///   s3 exp(-w3 mean_j (z_j - z'_j)^2)    z: cheap statistics (ArchitectureSpace::statistics), standardised
///   s4 <z, z'> / 9
/// p and phi are of the contracted cells and divided by their Euclidean norms. Medians of the log-normal
/// priors: s = 1/4 (1 over the number of terms), w1 = 1, w3 = 1/2, noise .05 within [1e-4, .5]; maximum a
/// posteriori by 30 steps of L-BFGS from the last fit's.
///
/// Kernel, priors and statistics were chosen on CIFAR-10's validation accuracies of NAS-Bench-201, and ARD on
/// NAS-Bench-101, on splits and seeds below 100.
struct RecipeOptions {
  bool paths = true, labels = true, statistics = true, linear = true;  ///< the terms, in that order
  /// Adds s5 exp(-sum_j w_j |z_j - z'_j|), w_j at first .7 / columns: where statistics are many.
  bool relevances = false;
  bool convolutions = false;   ///< adds the kernel `gcn` of make_architecture_model()
  double prior_deviation = 1;  ///< deviation of the logarithms of all hyper-parameters, > 0
  /// Further numbers of architectures, e.g. zero-cost scores, as two more terms like the last two.
  std::function<std::vector<double>(const Architecture&)> scores;

  /// Returns the options for a space. NAS-Bench-101 has twice as many statistics as NAS-Bench-201 and gets
  /// the ARD term and a prior deviation of 1.5.
  static RecipeOptions for_space(const ArchitectureSpace& space);
};
/// Makes a model that has these options. Throws InputError if they leave no term.
std::unique_ptr<ArchitectureModel> make_recipe(SpacePtr space, const RecipeOptions& options);

/// Options of a Gaussian process on Weisfeiler-Lehman labels of preceding nodes, of contracted cells (Ru
/// 2021, section 7.3.1).
struct LabelModelOptions {
  bool intersection = false;  ///< true: features are compared by optimal assignment (histogram intersection),
                              ///< else by dot product
  std::optional<int> iterations;  ///< H, 0 to kMostIterations; none: the H of 0 to 3 with the most evidence
  double noise = 0;               ///< variance of the noise of standardised targets, >= 0; 0: it is learnt
  static constexpr int kMostIterations = 3;
  void check() const;  ///< throws InputError naming the field
};
/// Makes a model that has these options. Throws InputError.
std::unique_ptr<ArchitectureModel> make_label_model(const SpacePtr& space, const LabelModelOptions& options);

/// Makes the model that NASBOT uses, `otmann` of make_architecture_model(). On a space whose architectures
/// have a training of their own (ArchitectureSpace::training), the kernel is multiplied by one of epochs and
/// learning rate. Throws InputError.
std::unique_ptr<ArchitectureModel> make_otmann_model(const SpacePtr& space,
                                                     const OtmannOptions& options = {});
/// Makes the model of TreeBO (Jenatton et al. 2017) for networks that are chains of layers: s1 k1 + s2 k2 +
/// ..., one SharedPathKernel a layer.
std::unique_ptr<ArchitectureModel> make_tree_model(const SpacePtr& space);

/// Returns the names of make_architecture_model():
///   recipe           make_recipe() with RecipeOptions::for_space()
///   recipe+gcn       the same with the kernel gcn as one more term
///   wl, wl-oa        Weisfeiler-Lehman labels of nodes before, by dot product and by optimal assignment,
///                    H of 0 to 3 by the evidence (Ru 2021, chapter 7), of contracted cells
///   wl-0 to wl-3     wl with H given
///   wl-both, wl-undirected    of other neighbours
///   wl-whole         of the cells as they are written
///   edge             pairs of labels joined by an edge, of graphs without direction (Sreedhar 2021, 3.3)
///   edge-directed    the same with directions
///   gcn              s exp(-w |e - e'|^2), e: the embedding by an untrained graph convolutional network
///                    (untrained_gcn; Sreedhar 2021, eqs. 2.9 and 3.6); w and s by the evidence and priors
///   path, shortest-path, random-walk, one-hot    other descriptions
///   statistics       the third term of the recipe alone
///   otmann           s1 exp(-w1 d) + s2 exp(-w2 d'), d and d' being OTMANN's distance and its
///                    normalised form (Kandasamy et al. 2018), w at first 1 over their medians in the space
///   mlg              the multiscale Laplacian graph kernel (Kondor and Pan 2016) of contracted cells without
///                    direction, L of 1 to 3 by the evidence; eta = gamma = 1 were chosen on CIFAR-10 (as
///                    above)
///   wl+mlg           .7 wl + .3 mlg (Ru 2021, eq. A.12), H and L by the evidence
///   forest           100 trees on bootstrap samples of statistics and choices (described_model.h)
///   boosting         20 boosted sums of trees (surrogates/forest/boosted_trees.h) of the same; its
///                    deviations are too small
///   bananas          an ensemble of networks on path encodings (network_ensemble.h)
///   gnn              an ensemble of graph networks (graph_network_ensemble.h)
const std::vector<std::string>& architecture_model_names();
/// Makes the model that `name` stands for. Throws InputError with the nearest valid name.
std::unique_ptr<ArchitectureModel> make_architecture_model(const std::string& name, SpacePtr space);

/// Returns the values with those below q50 - 3 (q50 - q25), their quantiles, raised to it, so that the few
/// architectures that fail altogether do not dominate the scale. y: at least one value.
Eigen::VectorXd winsorised(const Eigen::VectorXd& y);

}  // namespace bora::nas
