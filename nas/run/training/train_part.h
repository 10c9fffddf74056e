// Division of the train part of the data of a search.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/layers.h"
#include "common/random.h"
#include "common/setting_error.h"
#include "nas/run/search_config.h"

namespace bora::nas {

/// Train part of the data, divided into data for training and for validation.
template <typename Dataset>
struct DividedPart {
  Dataset train, validation;
};

/// Numbers of inputs of the two parts.
struct PartSizes {
  int train = 0, validation = 0;
};

/// Returns the sizes config.images and config.validation. If they are 0, `usual` inputs are for validation
/// and the rest for training. inputs: number of inputs to divide; of: description of the inputs for error
/// messages, such as "images of the train part of digits". Throws SettingError unless at least `least`
/// inputs remain for training and one for validation.
inline PartSizes part_sizes(const SearchConfig& config, int inputs, int usual, int least,
                            const std::string& of) {
  const int validation = config.validation > 0 ? config.validation : usual;
  const int left = inputs - validation;
  if (config.validation > 0 && left < least)
    throw SettingError("validation", "got {}, expected at most {}: there are {} {}", validation,
                       std::max(0, inputs - least), inputs, of);
  if (validation < 1 || left < least)
    throw SettingError("data", "expected at least {} {}, got {}", least + 1, of, inputs);
  if (config.images > 0 && (config.images > left || config.images < least))
    throw SettingError("images", "got {}, expected {} to {}: there are {} {}, of which {} are for validation",
                       config.images, least, left, inputs, of, validation);
  return {config.images > 0 ? config.images : left, validation};
}

/// Divides the inputs `all` at random, by config.seed, with a fifth for validation by default. noun:
/// "images" or "graphs", for error messages. Throws SettingError as part_sizes().
template <typename Dataset>
DividedPart<Dataset> divide_train_part(const SearchConfig& config, const Dataset& all, const char* noun) {
  const auto [train, validation] = part_sizes(config, all.size(), std::max(1, all.size() / 5), 1,
                                              fmt::format("{} of the train part of {}", noun, config.data));
  Rng rng(mix_seed(config.seed, "images"));
  const auto order = rng.permutation(all.size());
  const std::vector<int> judged(order.begin(), order.begin() + validation);
  const std::vector<int> learnt(order.begin() + validation, order.begin() + validation + train);
  return {select(all, learnt), select(all, judged)};
}

}  // namespace bora::nas
