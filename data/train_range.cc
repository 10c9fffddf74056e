#include "data/train_range.h"

#include <charconv>
#include <filesystem>
#include <numeric>

#include "common/error.h"

namespace bora {
namespace {

constexpr const char* kKey = ":train=";

// "0-29999"
std::optional<std::pair<int, int>> parse_range(const std::string& text) {
  std::pair<int, int> range;
  const char* const end = text.data() + text.size();
  const auto [dash, first] = std::from_chars(text.data(), end, range.first);
  if (first != std::errc() || dash == end || *dash != '-') return std::nullopt;
  const auto [stop, last] = std::from_chars(dash + 1, end, range.second);
  if (last != std::errc() || stop != end || range.first < 0 || range.second < range.first)
    return std::nullopt;
  return range;
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
    throw InputError("{}: has {} images to train on, 0 to {}, but train={}-{} was asked for", spec.base,
                     dataset.size(), dataset.size() - 1, first, last);
  std::vector<int> rows(static_cast<std::size_t>(last - first) + 1);
  std::iota(rows.begin(), rows.end(), first);
  ImageDataset chosen = select(dataset, rows);
  chosen.source += spec.suffix();
  return chosen;
}

}  // namespace bora
