// Small TorchScript classifiers that misbehave in one way each.
#pragma once

#include <string>

namespace bora::models {

/// Writes classifiers of 28x28 grey images: eleven.pt (11 classes), nan.pt (NaN scores), sometimes.pt (NaN
/// when the top left pixels are bright), batch.pt (scores depend on the batch), outage.pt (fails unless there
/// is a file up in the folder), steps.pt (without gradients), small.pt (of 14x14 images), chance.pt (random
/// weights), endless.pt (never answers).
/// `folder` ends with "/".
void write_odd_classifiers(const std::string& folder);

/// Writes models around `good`, a trained classifier of such images: saturated.pt (probabilities of 0 and 1),
/// noisy.pt (random from its hundredth forward pass on), masked.pt (rounds the image, so that its gradient is
/// zero), claimed.pt (states an accuracy of 99.99% on digits), constant.pt (gives all images the same
/// scores).
void wrap_classifier(const std::string& folder, const std::string& good);

/// Writes dropout.pt: the classifier of graphs `good` with dropout of its scores.
void wrap_graph_classifier(const std::string& folder, const std::string& good);

}  // namespace bora::models
