#include "attacks/runner/warm_start_store.h"

#include <algorithm>
#include <utility>

namespace bora::attacks {

WarmStartStore::WarmStartStore(const RunDatabase& database, const std::vector<InstanceRow>& instances,
                               const std::function<bool(const std::string& attack)>& learns, int window)
    : block_(static_cast<std::size_t>(std::max(1, window / 2))),
      lag_(static_cast<std::size_t>(std::max(1, window)) / block_) {
  for (const auto& row : instances)
    if (!attacks_.contains(row.attack) && learns(row.attack)) attacks_[row.attack] = {};
  if (attacks_.empty()) return;

  std::map<int, int> labels, same;  // by id of the input
  std::map<std::string, int> contents;
  for (const auto& input : database.inputs()) {
    labels[input.id] = input.label;
    // A data set may contain an image twice.
    same[input.id] =
        input.content.empty() ? input.id : contents.try_emplace(input.content, input.id).first->second;
  }
  for (const auto& row : instances) {
    const auto found = attacks_.find(row.attack);
    if (found == attacks_.end()) continue;
    Attack& attack = found->second;
    attack.places[row.id] = attack.taught.size();
    attack.inputs.push_back(same.at(row.input));
    attack.taught.push_back({labels.at(row.input), row.target, {}});
  }
  for (auto& [name, attack] : attacks_) attack.ended.resize(attack.taught.size());

  for (auto& warm_start : database.warm_starts())
    keep(instances[static_cast<std::size_t>(warm_start.instance)], std::move(warm_start.content));
  for (const auto& row : instances)
    if (has_ended(row)) record_end(row);
}

std::size_t WarmStartStore::known(std::size_t place) const {
  const std::size_t block = place / block_;
  return block < lag_ ? 0 : (block - lag_ + 1) * block_;
}

bool WarmStartStore::ready(const InstanceRow& instance) const {
  const auto found = attacks_.find(instance.attack);
  return found == attacks_.end() || found->second.all_ended >= known(found->second.places.at(instance.id));
}

WarmStarts WarmStartStore::known_to(const InstanceRow& instance) {
  const auto found = attacks_.find(instance.attack);
  if (found == attacks_.end()) return nullptr;
  Attack& attack = found->second;
  const std::size_t place = attack.places.at(instance.id);
  const std::size_t wanted = known(place);
  if (attack.shared != wanted) attack.warm_starts.clear();
  attack.shared = wanted;
  const auto first = attack.inputs.begin(), last = first + static_cast<std::ptrdiff_t>(wanted);
  const int own = std::find(first, last, attack.inputs[place]) == last ? -1 : attack.inputs[place];
  WarmStarts& warm_starts = attack.warm_starts[own];
  if (!warm_starts) {
    std::vector<WarmStart> taught;
    for (std::size_t i = 0; i < wanted; ++i)
      if (attack.inputs[i] != own && !attack.taught[i].content.empty()) taught.push_back(attack.taught[i]);
    warm_starts = std::make_shared<const std::vector<WarmStart>>(std::move(taught));
  }
  return warm_starts;
}

void WarmStartStore::keep(const InstanceRow& instance, std::string warm_start) {
  const auto found = attacks_.find(instance.attack);
  if (found == attacks_.end()) return;
  found->second.taught[found->second.places.at(instance.id)].content = std::move(warm_start);
}

void WarmStartStore::record_end(const InstanceRow& instance) {
  const auto found = attacks_.find(instance.attack);
  if (found == attacks_.end()) return;
  Attack& attack = found->second;
  attack.ended[attack.places.at(instance.id)] = true;
  while (attack.all_ended < attack.ended.size() && attack.ended[attack.all_ended]) ++attack.all_ended;
}

}  // namespace bora::attacks
