// Small graph networks of our own, to train where there is no model yet, and to compare others with.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/thread_pool.h"
#include "models/graphs/graph_features.h"
#include "models/graphs/graph_victim.h"

namespace bora::models {

/// Returns the kinds of `GraphNetwork`. All pass messages along weighted edges (an edge of weight 0 counts as
/// none), read the graph out by pooling over its nodes, and end in one linear layer:
///
/// - `gcn`: graph convolutions, each with a rectifier (Kipf and Welling, ICLR 2017), read out by the maximum
///   as the victims of Ru 2021, 6.6 are;
/// - `gin`: graph isomorphism network with a learnt epsilon and two-layer perceptrons with batch
///   normalisation, read out after every layer (Xu et al., ICLR 2019, eq. 4.1 and 4.2);
/// - `cheb`: Chebyshev filters of the normalised Laplacian, its largest eigenvalue taken as 2 (Defferrard et
///   al., NeurIPS 2016);
/// - `sage`: GraphSAGE with the mean of the neighbours (Hamilton et al., NeurIPS 2017);
/// - `unet`: graph U-Net with top-k pooling and unpooling around graph convolutions (Gao and Ji, ICML 2019),
///   without its augmentation by the second power of the graph, which would join all neighbours of a hub.
const std::vector<std::string>& graph_architectures();

enum class Readout { max, sum, mean };

struct GraphArchitecture {
  std::string kind = "gcn";
  int layers = 3;  ///< number, 1 to 16; gin: counted as by Xu et al., with the input as the first (5 have 4
                   ///< convolutions); unet: number of poolings
  int width = 16;  ///< channels of a layer, 1 to 1024
  Readout readout = Readout::max;
  int filter = 3;      ///< cheb: Chebyshev polynomials of a filter, 1 to 16
  double ratio = 0.8;  ///< unet: share of the nodes that a pooling keeps, in (0, 1]
};

/// Parses a text that consists of a kind and of those options that are not to have their defaults:
/// `gcn:layers=3:width=16:pool=max`, `gin:layers=5:width=64:pool=sum`,
/// `cheb:layers=3:width=32:pool=mean:filter=3`, `sage:layers=3:width=32:pool=mean`,
/// `unet:layers=3:width=32:pool=mean:ratio=0.8` (these are the defaults). Throws SettingError that
/// names `setting`, or InputError if that is empty.
GraphArchitecture parse_graph_architecture(const std::string& text, const std::string& setting = "");
/// Returns the kind with all its options, as parse_graph_architecture() reads it.
std::string to_string(const GraphArchitecture& architecture);

/// Scaling of features and sums to the order of one, by statistics known before training. Without it the
/// first losses of a network that sums over the nodes grow with the size of its graphs.
struct GraphScaling {
  /// One value a column of the features: x -> (x - mean) / deviation. Both empty: unscaled.
  std::vector<float> mean, deviation;
  double nodes = 1;  ///< positive; sums over the nodes of a graph are divided by it
};

/// Returns the scaling for a network that is trained on `training`: means and standard deviations over all
/// nodes of the columns that hold values (attributes, degree-value), 0 and 1 for other or constant columns,
/// and the mean number of nodes.
GraphScaling scaling_for(const NodeFeatures& features, const GraphDataset& training);

struct GraphNetworkOptions {
  GraphArchitecture architecture;
  NodeFeatures features;
  GraphScaling scaling;
  int classes = 2;         ///< >= 2
  std::uint64_t seed = 0;  ///< seed of the initial weights
  void check() const;      ///< throws InputError naming the field
};

/// A graph network that runs on LibTorch and is a victim, open to white-box attacks. Its scores are logits.
class GraphNetwork final : public GraphVictim {
 public:
  /// Makes a network with random weights: He-normal (He et al., ICCV 2015), drawn from the seed. `pool` as in
  /// load_torchscript_graph; it must outlive the network. Throws InputError.
  explicit GraphNetwork(const GraphNetworkOptions& options, ThreadPool* pool = nullptr);
  ~GraphNetwork() override;
  GraphNetwork(GraphNetwork&&) noexcept;
  GraphNetwork& operator=(GraphNetwork&&) noexcept;

  const GraphNetworkOptions& options() const;
  /// Returns the number of trainable weights.
  std::int64_t weights() const;
  const GraphVictimSpec& spec() const override;
  Scores scores(GraphBatch graphs) override;
  bool has_gradients() override { return true; }
  Eigen::RowVectorXf edge_gradients(const Graph& graph, std::span<const NodePair> pairs,
                                    const Eigen::RowVectorXf& cotangent) override;

  struct Implementation;  ///< models/graphs/graph_network_modules.h
  Implementation& implementation() { return *implementation_; }
  const Implementation& implementation() const { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace bora::models
