// Small graph networks that bora trains itself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/thread_pool.h"
#include "models/graphs/graph_features.h"
#include "models/graphs/graph_victim.h"

namespace bora::models {

/// Returns the kinds of `GraphNetwork`. All pass messages along weighted edges (an edge of weight 0 is like
/// no edge), pool over the nodes of the graph (readout), and end with one linear layer:
///
/// - `gcn`: graph convolutions, each with a rectifier (Kipf and Welling, ICLR 2017), with maximum readout as
///   the victims of Ru 2021, 6.6;
/// - `gin`: graph isomorphism network with a learnt epsilon and two-layer perceptrons with batch
///   normalisation, with a readout after every layer (Xu et al., ICLR 2019, eq. 4.1 and 4.2);
/// - `cheb`: Chebyshev filters of the normalised Laplacian, its largest eigenvalue taken as 2 (Defferrard et
///   al., NeurIPS 2016);
/// - `sage`: GraphSAGE with the mean of the neighbours (Hamilton et al., NeurIPS 2017);
/// - `unet`: graph U-Net with top-k pooling and unpooling around graph convolutions (Gao and Ji, ICML 2019).
///   The paper's augmentation by the second power of the graph is left out, since it would join all
///   neighbours of a hub.
const std::vector<std::string>& graph_architectures();

/// Pooling over the nodes of a graph.
enum class Readout { max, sum, mean };

/// Kind and options of a graph network.
struct GraphArchitecture {
  std::string kind = "gcn";
  int layers = 3;  ///< number of convolutions, 1 to 16; gin: one more, since Xu et al. count the input as the
                   ///< first layer; unet: number of poolings
  int width = 16;  ///< channels of a layer, 1 to 1024
  Readout readout = Readout::max;
  int filter = 3;      ///< cheb: number of Chebyshev polynomials in a filter, 1 to 16
  double ratio = 0.8;  ///< unet: share of the nodes that a pooling keeps, in (0, 1]
};

/// Parses a kind followed by any of its options. The kinds with all options and their defaults are
/// `gcn:layers=3:width=16:pool=max`, `gin:layers=5:width=64:pool=sum`,
/// `cheb:layers=3:width=32:pool=mean:filter=3`, `sage:layers=3:width=32:pool=mean` and
/// `unet:layers=3:width=32:pool=mean:ratio=0.8`. Throws SettingError that names `setting`, or InputError if
/// that is empty.
GraphArchitecture parse_graph_architecture(const std::string& text, const std::string& setting = "");
/// Returns the kind with all its options, in the form that parse_graph_architecture() parses.
std::string to_string(const GraphArchitecture& architecture);

/// Scaling of features and readout sums to the order of 1, by statistics of the training data. Without it,
/// the first losses of a network with readout `sum` grow with the size of the graphs.
struct GraphScaling {
  /// Values for each column x of the features, which becomes (x - mean) / deviation. Both empty: unscaled.
  std::vector<float> mean, deviation;
  double nodes = 1;  ///< divisor of sums over the nodes of a graph, > 0
};

/// Returns the scaling for a network that is trained on `training`: for each column with values (attributes,
/// degree-value), the mean and standard deviation over all nodes; for other or constant columns, 0 and 1; and
/// the mean number of nodes.
GraphScaling scaling_for(const NodeFeatures& features, const GraphDataset& training);

/// Options that define a graph network.
struct GraphNetworkOptions {
  GraphArchitecture architecture;
  NodeFeatures features;
  GraphScaling scaling;
  int classes = 2;         ///< >= 2
  std::uint64_t seed = 0;  ///< seed of the initial weights
  void check() const;      ///< throws InputError naming the field
};

/// Graph network that runs on LibTorch and is a victim with gradients. Its scores are logits.
class GraphNetwork final : public GraphVictim {
 public:
  /// Makes a network with random weights: He-normal (He et al., ICCV 2015), drawn from the seed. pool: as in
  /// load_torchscript_graph(). Throws InputError as GraphNetworkOptions::check() does.
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
