// Train and test parts for sources that have none of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "data/graphs/graph.h"
#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Returns the part of `dataset` that `split` assigns to it. The split is stratified: of the m members of a
/// class, round(m * test_fraction) go to test, but at least one to each part if m >= 2; a single one goes to
/// train. The choice depends on the seed and the labels alone. Train and test come in a seeded random order,
/// so that the first k are a sample of all classes even where the source is sorted by class; `all` is the
/// source as it is. Throws InputError if test_fraction is not in (0, 1) or the part would be empty.
ImageDataset take_part(const ImageDataset& dataset, Part part, const SplitOptions& split);
GraphDataset take_part(const GraphDataset& dataset, Part part, const SplitOptions& split);

/// Returns an order that spreads the classes evenly, for data that come class after class: every beginning
/// has about the classes' shares of the whole, and members of a class keep their order. Data of 20 labels and
/// more in blocks of one class, fewer than half as many as a random order has, such as two sorted parts in a
/// row, count as such. Empty where the labels come in any other order, or no class has two members.
std::vector<int> spread_over_classes(const std::vector<int>& labels);

/// Order in which inputs are taken: spread over their classes where they come class after class; as the
/// source has them; spread in any case; shuffled by a seed.
enum class InputOrder { automatic, file, spread, shuffled };

/// Returns the rows in that order; empty: the order is unchanged.
std::vector<int> ordered(const std::vector<int>& labels, InputOrder order, std::uint64_t seed);

/// Returns whether take_part draws the parts of a data set of images (as load_dataset takes it), since it has
/// none of its own.
bool parts_are_drawn(const std::string& spec);

}  // namespace bora::data
