// Restriction of a space to architectures with a good pattern.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/space/restricted_space.h"
#include "nas/surrogate/motifs.h"

namespace bora::nas {

/// Space of the architectures that have at least one of the motifs that were good on an earlier task: the
/// pruning rule by which Ru 2021 (sections 7.3.3 and B.4) transfers what one search has learnt to another.
/// Draws, neighbours and the first architectures of a search are restricted to those that have one.
///
/// A copy may also learn from the new search (algorithm 11, line 6): architectures with a motif that is good
/// by its results are then allowed, too, so that the earlier task does not exclude them. The motifs of the
/// earlier task stay.
class MotifSpace final : public RestrictedSpace {
 public:
  /// Throws InputError where no motif is good, or none of 10,000 architectures drawn has one.
  MotifSpace(SpacePtr whole, Motifs motifs);

  /// Returns a space with the same motifs, for one search to teach; it does not list its architectures.
  std::shared_ptr<MotifSpace> copy() const;
  /// Learns motifs from the results of the search, replacing those learnt from its earlier results. X: n
  /// architectures; y: their values, larger is better. With fewer than two architectures nothing is learnt.
  void learn(const std::vector<Architecture>& X, const Eigen::VectorXd& y);

  const std::vector<Motif>& good() const { return good_; }
  bool allows(const Architecture& architecture) const override;
  Architecture sample(Rng& rng) const override;
  std::optional<Architecture> try_sample(int tries, Rng& rng) const override;
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;

 private:
  struct Unlisted {};
  MotifSpace(Unlisted, SpacePtr whole, Motifs motifs);

  mutable std::mutex mutex_;  // guards motifs_ and own_, which number patterns as they meet them, and known_
  mutable Motifs motifs_;
  std::vector<Motif> good_;
  mutable std::optional<Motifs> own_;  // motifs of the search itself; none before it has any
  mutable std::map<std::string, bool> known_;
};

}  // namespace bora::nas
