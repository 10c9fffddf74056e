// A part of the images that a data set has to train on, named with the data set.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "data/dataset.h"

namespace bora {

/// "mnist:train=0-29999": the data set `mnist`, of whose train part only images 0 to 29,999 count, in the
/// order in which load_dataset gives them; of a part that comes class after class, after it was spread over
/// its classes. Its test part is whole. So victims and an attacker's own classifiers can be given data that
/// have no image in common.
struct RangedSpec {
  std::string base;                          ///< as load_dataset takes it
  std::optional<std::pair<int, int>> train;  ///< the first and the last image; none: all

  /// ":train=0-29999"; "" without a range.
  std::string suffix() const;
};

/// A spec that is the path of something has no range, whatever it is called. Throws InputError for a range
/// that is none.
RangedSpec parse_ranged_spec(const std::string& spec);

/// Those images of a train part, `dataset`, that `spec` names. Throws InputError if it has no so many.
ImageDataset take_range(ImageDataset dataset, const RangedSpec& spec);

}  // namespace bora
