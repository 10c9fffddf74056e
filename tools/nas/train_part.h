// How a search divides the train part of its data.
#pragma once

#include <algorithm>
#include <vector>

#include "common/error.h"
#include "common/random.h"
#include "tools/nas/nas_options.h"

namespace bora {

/// Training part, divided into the data that networks are trained on and the data that they are validated on.
template <typename Dataset>
struct DividedPart {
  Dataset train, validation;
};

/// Divides `all` at random by the seed; `noun`: "images" or "graphs". Throws InputError if there are fewer
/// than --images and --validation ask for.
template <typename Dataset>
DividedPart<Dataset> divide_train_part(const NasOptions& options, const Dataset& all, const char* noun) {
  const int validation = options.validation > 0 ? options.validation : std::max(1, all.size() / 5);
  const int train = options.images > 0 ? options.images : all.size() - validation;
  if (train < 1 || validation > all.size() || train > all.size() - validation)
    throw InputError("--images {} and --validation {}: the train part of {} has {} {}", options.images,
                     options.validation, options.data, all.size(), noun);
  Rng rng(mix_seed(options.seed, "images"));
  const auto order = rng.permutation(all.size());
  const std::vector<int> judged(order.begin(), order.begin() + validation);
  const std::vector<int> learnt(order.begin() + validation, order.begin() + validation + train);
  return {select(all, learnt), select(all, judged)};
}

}  // namespace bora
