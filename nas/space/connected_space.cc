#include "nas/space/connected_space.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/error.h"

namespace bora::nas {
namespace {

constexpr int kTries = 10000;

// A pruned graph has only edges on paths from its first to its last node.
bool has_path(const LabelledDag& pruned) {
  return std::ranges::any_of(pruned.edges,
                             [&](const auto& edge) { return edge.second == pruned.nodes() - 1; });
}

}  // namespace

bool has_paths(const Architecture& architecture) {
  return std::ranges::all_of(architecture.cells(),
                             [](const CellGraphs& cell) { return has_path(cell.pruned); });
}

ConditionedSpace::ConditionedSpace(SpacePtr whole, std::function<bool(const Architecture&)> condition,
                                   std::string noun)
    : RestrictedSpace(std::move(whole)), condition_(std::move(condition)), noun_(std::move(noun)) {
  const auto all = whole_->all();
  if (!all) return;
  auto connected = std::make_shared<std::vector<Architecture>>();
  std::ranges::copy_if(*all, std::back_inserter(*connected), condition_);
  if (connected->empty()) throw InputError("{}: no architecture has {}", whole_->name(), noun_);
  all_ = std::move(connected);
}

std::optional<Architecture> ConditionedSpace::try_sample(int tries, Rng& rng) const {
  for (int i = 0; i < tries; ++i)
    if (Architecture drawn = whole_->sample(rng); allows(drawn)) return drawn;
  return std::nullopt;
}

Architecture ConditionedSpace::sample(Rng& rng) const {
  if (auto drawn = try_sample(kTries, rng)) return std::move(*drawn);
  if (all_) return (*all_)[static_cast<std::size_t>(rng.index(static_cast<int>(all_->size())))];
  throw InputError("{}: none of {} architectures drawn has {}", name(), kTries, noun_);
}

std::vector<Architecture> ConditionedSpace::neighbours(const Architecture& architecture, int count,
                                                       Rng& rng) const {
  constexpr int kMost = 1 << 16;
  for (int wanted = count;; wanted *= 2) {
    std::vector<Architecture> near = whole_->neighbours(architecture, wanted, rng);
    const bool more = std::ssize(near) == wanted && wanted < kMost;
    std::erase_if(near, [&](const Architecture& each) { return !allows(each); });
    if (std::ssize(near) >= count || !more) {
      near.resize(std::min(near.size(), static_cast<std::size_t>(count)));
      return near;
    }
  }
}

std::optional<Architecture> ConditionedSpace::decode(const std::vector<int>& code) const {
  auto decoded = whole_->decode(code);
  if (decoded && !allows(*decoded)) return std::nullopt;
  return decoded;
}

SpacePtr with_paths(SpacePtr whole) {
  const auto all = whole->all();
  const bool may_lack = std::ranges::any_of(
      whole->operations(), [](const Operation& each) { return each.kind == Operation::Kind::none; });
  if (!may_lack || (all && std::ranges::all_of(*all, has_paths))) return whole;
  return std::make_shared<ConditionedSpace>(std::move(whole), has_paths, "a path from input to output");
}

}  // namespace bora::nas
