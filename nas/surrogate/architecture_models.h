// Models of the values of architectures, by name.
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

/// Options of `recipe`, a Gaussian process whose kernel is a sum of terms on different features:
///
/// - s1 exp(-w1 |p - p'|^2), where p are the counts of the paths from input to output, by their operations;
/// - s2 <phi, phi'>, where phi are the counts of Weisfeiler-Lehman labels, H = 3, both directions;
/// - s3 exp(-w3 mean_j (z_j - z'_j)^2), where z are the standardised ArchitectureSpace::statistics();
/// - s4 <z, z'> / 9.
///
/// p and phi are those of the contracted cells, divided by their Euclidean norms. Hyper-parameters have
/// log-normal priors with medians s = 1 / (number of terms), w1 = 1, w3 = 1/2 and noise 0.05, bounded to
/// [1e-4, 0.5]. Their maximum a posteriori is found by 30 steps of L-BFGS from that of the last fit.
///
/// Kernel, priors and statistics were chosen on the CIFAR-10 validation accuracies of NAS-Bench-201, and ARD
/// on NAS-Bench-101, with splits and seeds below 100.
struct RecipeOptions {
  bool paths = true, labels = true, statistics = true, linear = true;  ///< which of the terms above are used
  /// If true, adds the ARD term s5 exp(-sum_j w_j |z_j - z'_j|), where w_j has the median 0.7 / columns.
  bool relevances = false;
  bool convolutions = false;   ///< whether to add the kernel of the model `gcn`
  double prior_deviation = 1;  ///< standard deviation of the logarithms of all hyper-parameters, > 0
  /// Further numbers of architectures, such as zero-cost scores, for two more terms like s3 and s4; empty:
  /// none.
  std::function<std::vector<double>(const Architecture&)> scores;

  /// Returns the options for a space. NAS-Bench-101, which has twice as many statistics as NAS-Bench-201, has
  /// the ARD term and a prior deviation of 1.5.
  static RecipeOptions for_space(const ArchitectureSpace& space);
};
/// Makes a model with these options. Throws InputError if they have no term.
std::unique_ptr<ArchitectureModel> make_recipe(SpacePtr space, const RecipeOptions& options);

/// Options of a Gaussian process on Weisfeiler-Lehman labels of contracted cells, which are refined by
/// preceding nodes (Ru 2021, section 7.3.1).
struct LabelModelOptions {
  bool intersection = false;      ///< true: optimal assignment (intersections of histograms); false: dot
  std::optional<int> iterations;  ///< number of iterations H, <= kMostIterations; none: by evidence
  double noise = 0;               ///< noise variance of the standardised targets, >= 0; 0: it is learnt
  static constexpr int kMostIterations = 3;
  void check() const;  ///< throws InputError naming the field
};
/// Makes a model with these options. Throws InputError.
std::unique_ptr<ArchitectureModel> make_label_model(const SpacePtr& space, const LabelModelOptions& options);

/// Makes the model that NASBOT uses, `otmann` of make_architecture_model(). If the space includes training
/// hyper-parameters (ArchitectureSpace::training()), the kernel is multiplied by one of epochs and learning
/// rate. Throws InputError.
std::unique_ptr<ArchitectureModel> make_otmann_model(const SpacePtr& space,
                                                     const OtmannOptions& options = {});
/// Makes the model that TreeBO uses (Jenatton et al. 2017) for networks that are chains of layers. Its
/// kernel is s1 k1 + s2 k2 + ..., where each k is the SharedPathKernel of one layer.
std::unique_ptr<ArchitectureModel> make_tree_model(const SpacePtr& space);

/// Returns the names of models:
///   recipe           make_recipe() with RecipeOptions::for_space()
///   recipe+gcn       recipe with the kernel of gcn as a further term
///   wl, wl-oa        Weisfeiler-Lehman kernel of contracted cells, labels refined by preceding nodes, as dot
///                    product and by optimal assignment; H from 0 to 3 by evidence (Ru 2021, chapter 7)
///   wl-0 to wl-3     wl with the given H
///   wl-both          wl with labels refined by preceding and by following nodes
///   wl-undirected    wl on undirected graphs
///   wl-whole         wl on the cells as they are written
///   edge             pairs of labels joined by an edge, on undirected graphs (Sreedhar 2021, section 3.3)
///   edge-directed    edge on directed graphs
///   gcn              s exp(-w |e - e'|^2), e: the embedding by an untrained graph convolutional network
///                    (untrained_gcn(); Sreedhar 2021, eqs. 2.9 and 3.6); w and s by evidence and priors
///   path             paths from input to output that occur in a cell
///   shortest-path    shortest paths between nodes (ShortestPathCounter)
///   random-walk      walks of up to 8 steps (WalkCounter)
///   one-hot          the choices of the code
///   statistics       only the third term of the recipe
///   otmann           s1 exp(-w1 d) + s2 exp(-w2 d') with the OTMANN distance d and its normalised form d'
///                    (Kandasamy et al. 2018); medians of w1 and w2: 1 / (median distance in the space)
///   mlg              multiscale Laplacian graph kernel (Kondor and Pan 2016) of undirected contracted cells,
///                    L from 1 to 3 by evidence; eta = gamma = 1 were chosen on CIFAR-10 (as for the recipe)
///   wl+mlg           0.7 wl + 0.3 mlg (Ru 2021, eq. A.12), H and L by evidence
///   forest           100 regression trees on statistics_and_choices() (described_model.h)
///   boosting         20 boosted sums of trees (surrogates/forest/boosted_trees.h) on the same features; its
///                    standard deviations are too small
///   bananas          ensemble of networks on path encodings (network_ensemble.h)
///   gnn              ensemble of graph networks (graph_network_ensemble.h)
const std::vector<std::string>& architecture_model_names();
/// Makes the model with this name. Throws InputError with the nearest valid name.
std::unique_ptr<ArchitectureModel> make_architecture_model(const std::string& name, SpacePtr space);

/// Returns the values y (n >= 1), where those below q50 - 3 (q50 - q25) are raised to this bound (q:
/// quantiles of y in percent), so that a few very bad architectures do not determine the scale.
Eigen::VectorXd winsorised(const Eigen::VectorXd& y);

}  // namespace bora::nas
