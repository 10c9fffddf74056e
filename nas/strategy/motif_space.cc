#include "nas/strategy/motif_space.h"

#include <set>
#include <string>
#include <utility>

#include "common/error.h"

namespace bora::nas {
namespace {

constexpr int kTries = 10000;
constexpr std::size_t kMostKnown = 100'000;  // texts take about 20 MB

}  // namespace

MotifSpace::MotifSpace(Unlisted, SpacePtr whole, Motifs motifs)
    : RestrictedSpace(std::move(whole)), motifs_(std::move(motifs)), good_(motifs_.good()) {}

MotifSpace::MotifSpace(SpacePtr whole, Motifs motifs)
    : MotifSpace(Unlisted{}, std::move(whole), std::move(motifs)) {
  if (good_.empty())
    throw InputError("motifs: none was found; more architectures to learn from have more patterns in common");
  if (const auto all = whole_->all()) {
    auto allowed = std::make_shared<std::vector<Architecture>>();
    for (const Architecture& architecture : *all)
      if (allows(architecture)) allowed->push_back(architecture);
    if (allowed->empty()) throw InputError("motifs: no architecture of {} has one of the good ones", name());
    all_ = std::move(allowed);
    return;
  }
  Rng rng(0);
  if (!try_sample(kTries, rng))
    throw InputError("motifs: none of {} architectures of {} has one of the good ones", kTries, name());
}

std::shared_ptr<MotifSpace> MotifSpace::copy() const {
  const std::lock_guard lock(mutex_);
  return std::shared_ptr<MotifSpace>(new MotifSpace(Unlisted{}, whole_, motifs_));
}

void MotifSpace::learn(const std::vector<Architecture>& X, const Eigen::VectorXd& y) {
  const std::lock_guard lock(mutex_);
  if (X.size() < 2) return;
  own_.emplace(*whole_, X, y, motifs_.options());
  known_.clear();
}

bool MotifSpace::allows(const Architecture& architecture) const {
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kMostKnown) known_.clear();
  const auto [found, is_new] = known_.try_emplace(architecture.text(), false);
  if (is_new)
    found->second =
        motifs_.count_in(architecture, good_) > 0 || (own_ && own_->count_in(architecture, own_->good()) > 0);
  return found->second;
}

std::optional<Architecture> MotifSpace::try_sample(int tries, Rng& rng) const {
  if (all_) return (*all_)[static_cast<std::size_t>(rng.index(static_cast<int>(all_->size())))];
  for (int i = 0; i < tries; ++i)
    if (Architecture drawn = whole_->sample(rng); allows(drawn)) return drawn;
  return std::nullopt;
}

Architecture MotifSpace::sample(Rng& rng) const {
  if (auto drawn = try_sample(kTries, rng)) return std::move(*drawn);
  throw InputError("motifs: none of {} architectures of {} has one of the good ones", kTries, name());
}

std::vector<Architecture> MotifSpace::neighbours(const Architecture& architecture, int count,
                                                 Rng& rng) const {
  // The number of rounds is limited, since some architectures have no neighbour with a motif.
  constexpr int kRounds = 10;
  std::vector<Architecture> near;
  std::set<std::string> texts;
  for (int round = 0; round < kRounds && std::ssize(near) < count; ++round)
    for (Architecture& neighbour : whole_->neighbours(architecture, count, rng)) {
      if (std::ssize(near) == count) break;
      if (allows(neighbour) && texts.insert(neighbour.text()).second) near.push_back(std::move(neighbour));
    }
  return near;
}

}  // namespace bora::nas
