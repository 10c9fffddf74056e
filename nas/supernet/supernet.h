// Supernet of NAS-Bench-201: each edge has the weights of all five operations, so that all cells share them.
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

/// Cell as one operation for each edge, 0 to 4, numbered as in codes of Nb201Space.
using CellPath = std::array<int, Nb201Space::kEdges>;
/// Weights of all operations of each edge.
using CellMix = std::array<std::array<double, Nb201Space::kOperations>, Nb201Space::kEdges>;

/// Returns the cell that an architecture describes. Throws InputError unless it is of nb201.
CellPath path_of(const Architecture& architecture);
/// Returns the text of a cell as Nb201Space writes it.
std::string text_of(const CellPath& path);

/// Settings of the network and of the optimiser that a supernet uses.
struct SupernetOptions {
  CellNetworkOptions network;
  ImageShape input;
  int classes = 10;
  std::vector<float> mean, deviation;  ///< normalisation of the images, as in NetworkOptions
  std::uint64_t seed = 0;              ///< seed of the initial weights
  /// Settings of stochastic gradient descent with Nesterov momentum, which the code of NAS-Bench-201 uses.
  double momentum = 0.9, weight_decay = 5e-4;
  double clip_norm = 5;  ///< maximum Euclidean norm of a gradient; longer ones are scaled to it
  std::string device = "cpu";
};

/// Images and labels for one step.
struct Minibatch {
  Batch images;             ///< n x pixels, in [0, 1]
  std::vector<int> labels;  ///< n
  int size() const { return static_cast<int>(labels.size()); }
};

/// Network with the stem, stages, halvings, output and operations of cell_network(), with two differences,
/// both as in the search code of NAS-Bench-201 (affine false, track_running_stats 0):
///
/// - Batch normalisation of operations has no scale and shift, since the scale could not be distinguished
///   from the weight of the operation in a mixture.
/// - Batch normalisation uses the statistics of the current images, in training and in evaluation. Running
///   statistics would be averages over cells and would suit none of them.
///
/// On the CPU a minibatch is processed in slices of 16 images (as in train()), whose gradients are added in a
/// fixed order, so that the result does not depend on the number of threads.
class Supernet {
 public:
  /// pool: threads that process slices, or null; must outlive the supernet. Throws InputError.
  explicit Supernet(const SupernetOptions& options, ThreadPool* pool = nullptr);
  ~Supernet();
  Supernet(const Supernet&) = delete;
  Supernet& operator=(const Supernet&) = delete;

  const SupernetOptions& options() const;

  /// Returns the mean loss of one cell on a minibatch, and adds its gradient to those that step() uses.
  double add_gradients(const Minibatch& batch, const CellPath& path);
  /// Does the same for a mixture: the output of an edge is the sum of the outputs of its operations, weighted
  /// by `mix`. `of_mix` receives the gradient of the loss with respect to `mix`.
  double add_gradients(const Minibatch& batch, const CellMix& mix, CellMix& of_mix);
  /// Returns the mean loss of a mixture on a minibatch. `of_mix` receives its gradient with respect to `mix`;
  /// gradients for step() stay unchanged.
  double mix_gradient(const Minibatch& batch, const CellMix& mix, CellMix& of_mix) const;
  /// Takes one step with the sum of the gradients added since the last step. Weights without a gradient stay
  /// unchanged.
  void step(double learning_rate);

  /// Returns accuracy and mean loss of one cell on all images at once.
  Evaluation evaluate(const Minibatch& batch, const CellPath& path) const;

  /// Copies the weights of another supernet of the same options, and resets the state of the optimiser.
  void copy_weights(const Supernet& other);
  /// Returns the weights and the state of the optimiser, for set_state().
  std::string state() const;
  /// Restores a state that state() returned. Throws InputError for a state of another supernet.
  void set_state(const std::string& state);

  struct Implementation;  ///< supernet_modules.h
  Implementation& implementation() { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace bora::nas
