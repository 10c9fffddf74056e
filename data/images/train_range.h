// Names of data sets with a range of their training images.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "data/images/dataset.h"

namespace bora::data {

/// Name of a data set with a range, such as "mnist:train=0-29999": only images 0 to 29,999 of the train part
/// of `mnist` are used, in the order of load_dataset(). A part that is sorted by class is first spread over
/// its classes (spread_over_classes()). The test part is complete. With ranges, a victim and an attacker's
/// classifiers can be trained on disjoint sets of images.
struct RangedSpec {
  std::string base;                          ///< data set as load_dataset() names it
  std::optional<std::pair<int, int>> train;  ///< first and last image of the range; nullopt: all images

  /// Returns the end of the name that states the range, such as ":train=0-29999"; "" without a range.
  std::string suffix() const;
};

/// Parses a name that may end with a range. A path that exists has no range, whatever its name. Throws
/// InputError for an invalid range.
RangedSpec parse_ranged_spec(const std::string& spec);

/// Returns the images of the range in `spec`. dataset: the train part. Throws InputError if it has too few
/// images.
ImageDataset take_range(ImageDataset dataset, const RangedSpec& spec);

}  // namespace bora::data
