// Train and test parts of sources that have no parts, and orders of inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "data/graphs/graph.h"
#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Return a part of `dataset` by a stratified split: of the m members of a class, round(m * test_fraction)
/// go to the test part, but at least one to each part if m >= 2; a single member goes to the train part. The
/// split depends only on the seed and the labels. Train and test part are in random order, so that their
/// first k members are a sample of all classes even if the source is sorted by class. Part::all is `dataset`
/// unchanged. Throw InputError if test_fraction is not in (0, 1) or the part would be empty.
ImageDataset take_part(const ImageDataset& dataset, Part part, const SplitOptions& split);
GraphDataset take_part(const GraphDataset& dataset, Part part, const SplitOptions& split);

/// Returns an order of the rows that spreads the classes evenly, for labels that are sorted by class: in
/// every prefix of the order, classes have about the same shares as in the whole. Members of a class keep
/// their order. Labels count as sorted if each class is one block, or if there are at least 20 labels in
/// fewer than half as many blocks of one class as in a random order (e.g. two sorted parts, one after the
/// other). Returns an empty vector for other labels, and if there is one class or no class has two members.
std::vector<int> spread_over_classes(const std::vector<int>& labels);

/// Order of inputs.
enum class InputOrder {
  automatic,  ///< spread_over_classes()
  file,       ///< order of the source
  spread,     ///< spread evenly over the classes, whatever the order of the source
  shuffled    ///< random order by a seed
};

/// Returns the rows in this order; an empty vector if the order of the source is kept.
std::vector<int> ordered(const std::vector<int>& labels, InputOrder order, std::uint64_t seed);

}  // namespace bora::data
