// Points in the plane of two classes.
#pragma once

#include <filesystem>

#include "common/layers.h"
#include "nas/sigmoid/sigmoid_network.h"

namespace bora::nas {

/// Draws points uniformly in [0, 1]^2: of class 1 above the curve 0.5 + 0.25 sin(2 pi x), of class 0 below
/// it, and each of the other class with probability `flipped`, so that a network can learn too much. Throws
/// InputError for count < 1 or flipped outside [0, 1].
LabelledPoints two_class_points(int count, double flipped, Rng& rng);

/// Reads a file whose lines are numbers x_1,...,x_d,class, classes being 0, 1, ...; a first line of names is
/// passed over. Throws InputError naming the file, the line and what was expected.
LabelledPoints read_labelled_points(const std::filesystem::path& file);

/// Splits points at random into the first `count` and the others. Throws InputError unless both have some.
std::pair<LabelledPoints, LabelledPoints> split_points(const LabelledPoints& points, int count, Rng& rng);

}  // namespace bora::nas
