// Training of our own networks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/thread_pool.h"
#include "data/images/dataset.h"
#include "models/networks/network.h"
#include "models/training/augmentation.h"
#include "models/victims/evaluation.h"

namespace bora::models {

struct CheckpointPlan;

/// Options of stochastic gradient descent with Nesterov momentum on the cross-entropy; the learning rate
/// rises linearly over the first fifth of the steps and then falls to 0 along a cosine (a one-cycle schedule:
/// Smith and Topin, 2018).
struct TrainingOptions {
  int epochs = 20;
  int batch = 64;
  double learning_rate = 0.02;  ///< at its peak
  double momentum = 0.9;
  double weight_decay = 1e-3;
  AugmentationOptions augmentation;
  /// L-infinity bound, pixels in [0, 1], of the perturbations trained against; 0: none. Each image is moved
  /// by one step of 1.25 of it along the sign of its gradient, from a uniformly random point of the ball
  /// (Wong, Rice and Kolter, "Fast is better than free", ICLR 2020), which takes another pass. With a small
  /// bound, adversarial examples of the network transfer better (Springer, Mitchell and Kenyon, NeurIPS
  /// 2021).
  double adversarial = 0;
  std::uint64_t seed = 0;      ///< seed of the order of the images and of their variants
  std::string device = "cpu";  ///< cpu | cuda | cuda:N
  /// One of precisions(). Below float32, convolutions and matrix products are computed in it; weights,
  /// normalisation, loss and steps stay in float32, and so do validation and what is exported (Micikevicius
  /// et al. 2018). For float16 the loss is scaled (LossScale), and a step whose gradients are not finite is
  /// left out. float32 is the default on every device: there a network is the same on all of them up to
  /// rounding, and on processors without instructions for it lower precision is slower.
  std::string precision = "float32";
  /// True if images and weights of convolutions are stored with their channels innermost, which changes the
  /// last bits. On CUDA below float32 they always are.
  bool channels_last = false;
  void check() const;  ///< throws InputError naming the field
};

/// Returns the names of the precisions: float32, bfloat16, float16.
const std::vector<std::string>& precisions();

struct TrainingProgress {
  int epoch = 0;         ///< 1, 2, ...; the one being worked on
  int step = 0;          ///< steps done in this epoch
  int steps = 0;         ///< steps of an epoch
  double loss = 0;       ///< mean over this epoch so far
  double last_loss = 0;  ///< loss of the last step
  /// Share of the inputs of this epoch so far that the network classified correctly, each before the step
  /// that learned from it; none in a regression.
  std::optional<double> accuracy = {};
  std::optional<Evaluation> validation = {};  ///< at the end of an epoch, if there are inputs for it
  bool epoch_done() const { return step == steps; }
};

struct TrainingResult {
  int epochs = 0;                             ///< whole epochs behind the weights that were kept
  int trained = 0;                            ///< whole epochs that were trained
  double loss = 0;                            ///< mean of the last of them
  std::optional<Evaluation> validation = {};  ///< after the last of them
  bool interrupted = false;
  double seconds = 0;
};

/// Trains `network` on `dataset` and keeps the weights of one epoch. `validation` (may be null) are held-out
/// images: the epoch with most of them classified correctly is kept, the last of equals. Without them the
/// last epoch is kept.
///
/// On the CPU the result depends on the seed only: a batch is cut into slices of 16 images, whose gradients
/// are computed on `pool` and added in a fixed order (so batch normalisation takes its statistics over a
/// slice). On CUDA a batch is one slice. Nothing random is drawn from a generator that trainings share, so
/// several at once, on one device or on several, do not disturb each other. cuDNN is restricted to
/// deterministic algorithms for the whole process, and TF32 is off. Gradients that CUDA adds up in any order
/// can still differ in the last bits from run to run: those of maxima whose windows overlap, and of adaptive
/// means.
///
/// `progress` is called after every step; at the end of an epoch the network may be asked for scores in it.
/// When `stop` (may be null) becomes true, training ends with that step and the network gets the weights of
/// the best whole epoch (without `validation` the one with the lowest training loss), or its initial ones if
/// none was completed. No choice is made on test images.
///
/// `checkpoints` (may be null; models/training/checkpoint.h): file of the checkpoints, and whether to resume
/// from it; a resumed training ends as if it had never been interrupted.
///
/// Throws InputError if the data do not fit the network, a label is unknown, or the loss stops being finite.
TrainingResult train(Network& network, const ImageDataset& dataset, const TrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress = {},
                     const std::atomic<bool>* stop = nullptr, const ImageDataset* validation = nullptr,
                     const CheckpointPlan* checkpoints = nullptr);

}  // namespace bora::models
