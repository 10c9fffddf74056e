// Range of a data set's training images, named together with the data set.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "data/images/dataset.h"

namespace bora::data {

/// Data set with a range, such as "mnist:train=0-29999": of the train part of `mnist` only images 0 to 29,999
/// count, in the order of load_dataset; a part that comes class after class is first spread over its classes.
/// The test part is whole. Thus a victim and an attacker's classifiers can have data without a common image.
struct RangedSpec {
  std::string base;                          ///< data set as load_dataset takes it
  std::optional<std::pair<int, int>> train;  ///< first and last image; none: all images

  /// Returns the range as text that a spec ends with, such as ":train=0-29999"; "" without a range.
  std::string suffix() const;
};

/// Parses a spec that may end with a range. A spec that is an existing path has no range, whatever its name.
/// Throws InputError for an invalid range.
RangedSpec parse_ranged_spec(const std::string& spec);

/// Returns the images of a train part, `dataset`, that `spec` names. Throws InputError if it has too few.
ImageDataset take_range(ImageDataset dataset, const RangedSpec& spec);

}  // namespace bora::data
