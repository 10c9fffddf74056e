// A network over NAS-Bench-201's space: every edge of every cell holds all five operations, so that all cells
// share their weights.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "common/thread_pool.h"
#include "models/victims/evaluation.h"
#include "nas/network/cell_network.h"
#include "nas/space/nb201_space.h"

namespace bora::nas {

/// Cell as one operation per edge, 0 to 4, numbered as in codes of the space.
using CellPath = std::array<int, Nb201Space::kEdges>;
/// Mixture that gives each operation of each edge a weight.
using CellMix = std::array<std::array<double, Nb201Space::kOperations>, Nb201Space::kEdges>;

/// Returns the cell that an architecture describes. Throws InputError unless it is of nb201.
CellPath path_of(const Architecture& architecture);
/// Returns the cell's text as the space writes it.
std::string text_of(const CellPath& path);

struct SupernetOptions {
  CellNetworkOptions network;
  ImageShape input;
  int classes = 10;
  std::vector<float> mean, deviation;  ///< as NetworkOptions has them
  std::uint64_t seed = 0;              ///< seed of the initial weights
  /// Options that NAS-Bench-201's code uses for stochastic gradient descent with Nesterov momentum.
  double momentum = 0.9, weight_decay = 5e-4;
  double largest_gradient = 5;  ///< longer ones are shortened to this Euclidean norm
  std::string device = "cpu";
};

struct Minibatch {
  Batch images;  ///< pixels in [0, 1]
  std::vector<int> labels;
  int size() const { return static_cast<int>(labels.size()); }
};

/// Network with the stem, stages, halvings, output and operations of cell_network(), except that batch
/// normalisation of operations has no scale and shift: the weight of an operation in a mixture could not be
/// distinguished from its scale. Normalisation uses the statistics of the images at hand, in training and in
/// evaluation: running statistics would be an average over paths and would not fit any of them. (Both as the
/// search codes of NAS-Bench-201 have it, affine being false and track_running_stats 0.)
///
/// On the CPU a minibatch is processed in slices of 16 images, as train() does, whose gradients are added in
/// a fixed order, so that the result does not depend on the number of threads.
class Supernet {
 public:
  /// `pool` (may be null) works on slices; it must outlive the supernet. Throws InputError.
  explicit Supernet(const SupernetOptions& options, ThreadPool* pool = nullptr);
  ~Supernet();
  Supernet(const Supernet&) = delete;
  Supernet& operator=(const Supernet&) = delete;

  const SupernetOptions& options() const;

  /// Returns the mean loss of a minibatch through one cell; its gradient is added to those that step() uses.
  double learn(const Minibatch& batch, const CellPath& path);
  /// Learns through mixtures: an edge's output is the sum of its operations' outputs, times `mix`. `of_mix`
  /// receives the gradient of the loss with respect to `mix`.
  double learn(const Minibatch& batch, const CellMix& mix, CellMix& of_mix);
  /// Computes only the gradient with respect to `mix`, without learning.
  double look(const Minibatch& batch, const CellMix& mix, CellMix& of_mix) const;
  /// Takes one step along the gradients added up since the last. Weights that no cell uses stay unchanged.
  void step(double learning_rate);

  /// Evaluates one cell on all images at once.
  Evaluation judge(const Minibatch& batch, const CellPath& path) const;

  /// Copies the weights of another supernet of the same options, and resets the optimiser's state.
  void inherit(const Supernet& other);
  /// Returns the weights and the optimiser's state.
  std::string state() const;
  /// Restores a state that state() returned. Throws InputError for a state of another supernet.
  void set_state(const std::string& state);

  struct Implementation;  ///< supernet_modules.h
  Implementation& implementation() { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace bora::nas
