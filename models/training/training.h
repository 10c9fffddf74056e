// Training of bora's networks of images.
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

/// Options of training by stochastic gradient descent with Nesterov momentum on the cross-entropy. The
/// learning rate rises linearly over the first fifth of the steps and then falls to 0 along a cosine
/// (one-cycle schedule; Smith and Topin, 2018).
struct TrainingOptions {
  int epochs = 20;              ///< >= 1
  int batch = 64;               ///< images per step, >= 1
  double learning_rate = 0.02;  ///< learning rate at its peak, > 0
  double momentum = 0.9;        ///< in [0, 1)
  double weight_decay = 1e-3;   ///< L2 penalty, added to the gradient, >= 0
  AugmentationOptions augmentation;
  /// L-infinity bound, for pixels in [0, 1], of the perturbations in adversarial training, 0 to 1; 0: none.
  /// Each image is moved by one step (adversarial_step.h) from a uniformly random point of the ball, which
  /// takes another pass. With a small bound, adversarial examples of the network transfer better (Springer,
  /// Mitchell and Kenyon, NeurIPS 2021).
  double adversarial = 0;
  /// Weight of the loss of an auxiliary classifier, which is added to the loss, 0 to 1; 0: there is none. It
  /// reads an inner layer, is trained with the network, and is then discarded. Networks of darts_network.h
  /// have one; their authors' weight is 0.4.
  double auxiliary = 0;
  /// Largest probability of dropping a path, in [0, 1); see dropped_paths.h. Networks of darts_network.h have
  /// such paths; their authors' probability is 0.2.
  double drop_path = 0;
  std::uint64_t seed = 0;      ///< seed of the order of the images, of their variants and of dropped paths
  std::string device = "cpu";  ///< cpu | cuda | cuda:N
  /// One of precisions(). bfloat16 and float16 are used for convolutions and matrix products. Weights,
  /// normalisation, loss, updates, validation and the exported network stay in float32 (Micikevicius et al.
  /// 2018). For float16 the loss is scaled (LossScale), and steps whose gradients are not finite are skipped.
  /// The default is float32 on every device, since networks then agree up to rounding, and since processors
  /// without instructions for lower precisions are slower with them.
  std::string precision = "float32";
  /// True if images and convolution weights have the memory format channels last, which changes the last
  /// bits. On CUDA with bfloat16 and float16 they always have.
  bool channels_last = false;
  void check() const;  ///< throws InputError naming the field
};

/// Returns the names of the precisions: float32, bfloat16, float16.
const std::vector<std::string>& precisions();

/// Progress of a training after a step.
struct TrainingProgress {
  int epoch = 0;         ///< current epoch, 1, 2, ...
  int step = 0;          ///< number of steps done in this epoch
  int steps = 0;         ///< number of steps of an epoch
  double loss = 0;       ///< mean loss over the inputs of this epoch so far
  double last_loss = 0;  ///< mean loss of the last step
  /// Share of the inputs of this epoch so far that were classified correctly, each before the weights were
  /// updated with it; nullopt in a regression.
  std::optional<double> accuracy = {};
  std::optional<Evaluation> validation = {};  ///< set after the last step of an epoch with held-out inputs
  bool epoch_done() const { return step == steps; }
};

/// Result of a training.
struct TrainingResult {
  int epochs = 0;                             ///< number of the epoch whose weights were kept; 0: none
  int trained = 0;                            ///< number of complete epochs
  double loss = 0;                            ///< mean training loss of the kept epoch
  std::optional<Evaluation> validation = {};  ///< accuracy and loss on held-out inputs after the kept epoch
  bool interrupted = false;                   ///< whether `stop` ended the training
  double seconds = 0;                         ///< duration, including earlier parts of a resumed training
};

/// Throws InputError if there are no images, their shape is not that of the network's input, or a label is
/// not one of its classes.
void check_training_images(const Network& network, const ImageDataset& dataset);

/// Throws SettingError if networks of these options have no auxiliary classifier, or if their images are too
/// small for it.
void check_auxiliary(const NetworkOptions& network);

/// Trains `network` on `dataset` and keeps the weights of one epoch: the one with the most correct
/// predictions on `validation` (held-out images; may be null), the last of equals. Without these the last
/// epoch is kept.
///
/// On the CPU the result depends only on the seed: a batch is split into slices of 16 images, whose gradients
/// are computed on `pool` and added in a fixed order. Batch normalisation uses the statistics of a slice. On
/// CUDA a batch is one slice. Trainings share no random generator, so several can run at once, on one device
/// or on several. cuDNN is restricted to deterministic algorithms for the whole process, and TF32 is off.
/// Still, gradients of max pooling with overlapping windows and of adaptive average pooling can differ in the
/// last bits between runs on CUDA, where they are added in any order.
///
/// progress: called after every step; in the call at the end of an epoch, the network can be queried for
/// scores. stop (may be null): when it becomes true, training ends after the current step. The network then
/// gets the weights of the best complete epoch (without `validation`, the one with the lowest training loss),
/// or its initial weights if there is none. Test images are never used for a choice.
///
/// checkpoints (may be null; models/training/checkpoint.h): file of the checkpoints, and whether to resume
/// from it. A resumed training ends as if it had never been interrupted.
///
/// Losses of the progress and of the result are those of the network alone, without the auxiliary classifier.
///
/// Throws InputError if the data do not fit the network, a label is unknown, or the loss stops being finite,
/// and SettingError if the network has no auxiliary classifier or no path to drop, but the options ask for
/// it.
TrainingResult train(Network& network, const ImageDataset& dataset, const TrainingOptions& options,
                     ThreadPool& pool, const std::function<void(const TrainingProgress&)>& progress = {},
                     const std::atomic<bool>* stop = nullptr, const ImageDataset* validation = nullptr,
                     const CheckpointPlan* checkpoints = nullptr);

}  // namespace bora::models
