// Division of the train part of the data of a search.
#pragma once

#include <algorithm>
#include <vector>

#include "common/layers.h"
#include "common/random.h"
#include "common/setting_error.h"
#include "nas/run/search_config.h"

namespace bora::nas {

/// Training part, divided into the data that networks are trained on and the data that they are validated on.
template <typename Dataset>
struct DividedPart {
  Dataset train, validation;
};

/// Divides `all` at random by the seed; `noun`: "images" or "graphs". Throws InputError if there are fewer
/// than asked for.
template <typename Dataset>
DividedPart<Dataset> divide_train_part(const SearchConfig& config, const Dataset& all, const char* noun) {
  const int validation = config.validation > 0 ? config.validation : std::max(1, all.size() / 5);
  const int train = config.images > 0 ? config.images : all.size() - validation;
  if (train < 1 || validation > all.size() || train > all.size() - validation)
    throw SettingError("images", "got {}, with {} for validation, but the train part of {} has {} {}",
                       config.images, config.validation, config.data, all.size(), noun);
  Rng rng(mix_seed(config.seed, "images"));
  const auto order = rng.permutation(all.size());
  const std::vector<int> judged(order.begin(), order.begin() + validation);
  const std::vector<int> learnt(order.begin() + validation, order.begin() + validation + train);
  return {select(all, learnt), select(all, judged)};
}

}  // namespace bora::nas
