#include "data/images/train_range.h"

#include <filesystem>

#include "common/error.h"
#include "common/number.h"
#include "common/order.h"
#include "common/text.h"

namespace bora::data {
namespace {

constexpr const char* kKey = ":train=";

// Parses "0-29999". Returns nullopt if the range is invalid.
std::optional<std::pair<int, int>> parse_range(const std::string& text) {
  const auto range = to_numbers<int>(text, '-');
  return range && range->first >= 0 && range->first <= range->second ? range : std::nullopt;
}

}  // namespace

std::string RangedSpec::suffix() const {
  return train ? fmt::format("{}{}-{}", kKey, train->first, train->second) : "";
}

RangedSpec parse_ranged_spec(const std::string& spec) {
  const auto at = spec.rfind(kKey);
  std::error_code error;
  if (at == std::string::npos || std::filesystem::exists(spec, error)) return {spec, std::nullopt};
  const std::string range = spec.substr(at + std::string(kKey).size());
  RangedSpec parsed{spec.substr(0, at), parse_range(range)};
  if (!parsed.train)
    throw InputError("{}: got '{}', expected FIRST-LAST with FIRST <= LAST, e.g. {}:train=0-9999", spec,
                     range, parsed.base);
  return parsed;
}

ImageDataset take_range(ImageDataset dataset, const RangedSpec& spec) {
  if (!spec.train) return dataset;
  const auto [first, last] = *spec.train;
  if (last >= dataset.size())
    throw InputError("{}: has {} to train on, 0 to {}, but train={}-{} was asked for", spec.base,
                     count_of(dataset.size(), "image"), dataset.size() - 1, first, last);
  ImageDataset chosen = select(dataset, consecutive(last - first + 1, first));
  chosen.source += spec.suffix();
  return chosen;
}

}  // namespace bora::data
