// Labelled points for sigmoid networks: a toy set of two classes, or a file.
#pragma once

#include <filesystem>

#include "common/layers.h"
#include "nas/sigmoid/sigmoid_network.h"

namespace bora::nas {

/// Draws `count` points uniformly from [0, 1]^2. Points above the curve y = 0.5 + 0.25 sin(2 pi x) have
/// class 1, the others class 0; each class is replaced by the other with probability `flipped`, so that
/// networks can overfit. Throws InputError for count < 1 or flipped outside [0, 1].
LabelledPoints two_class_points(int count, double flipped, Rng& rng);

/// Reads a CSV file whose lines are x_1,...,x_d,class with classes 0, 1, ...; the first line may be a header.
/// Throws InputError that names the file and the line and says what was expected.
LabelledPoints read_labelled_points(const std::filesystem::path& file);

/// Splits points at random into two sets, the first of `count` points. Throws InputError if a set is empty.
std::pair<LabelledPoints, LabelledPoints> split_points(const LabelledPoints& points, int count, Rng& rng);

}  // namespace bora::nas
