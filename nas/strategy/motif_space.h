// Restriction of a space to architectures with a good motif.
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

/// Space of the architectures that have at least one of the motifs that were good on an earlier task, the
/// pruning rule of Ru 2021 (sections 7.3.3 and B.4) for transfer between tasks. Random architectures,
/// neighbours and initial architectures of a search are restricted to these.
///
/// A copy may also learn motifs from the new search (algorithm 11, line 6). Architectures with a motif that
/// is good by the results of the new search are then allowed, too; the motifs of the earlier task stay.
class MotifSpace final : public RestrictedSpace {
 public:
  /// Throws InputError if no motif is good, or if no architecture has one (of 10,000 random ones if the space
  /// cannot be listed).
  MotifSpace(SpacePtr whole, Motifs motifs);

  /// Returns a space with the same motifs, for learn() by one search. It does not list its architectures.
  std::shared_ptr<MotifSpace> copy() const;
  /// Learns motifs from the results of the search; they replace those of an earlier call. X: n architectures;
  /// y: their values (n), larger is better. Does nothing if n < 2.
  void learn(const std::vector<Architecture>& X, const Eigen::VectorXd& y);

  /// Returns the good motifs of the earlier task.
  const std::vector<Motif>& good() const { return good_; }
  bool allows(const Architecture& architecture) const override;
  Architecture sample(Rng& rng) const override;
  std::optional<Architecture> try_sample(int tries, Rng& rng) const override;
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;

 private:
  struct Unlisted {};
  MotifSpace(Unlisted, SpacePtr whole, Motifs motifs);

  mutable std::mutex mutex_;  // guards motifs_ and own_ (which number new patterns when queried) and known_
  mutable Motifs motifs_;
  std::vector<Motif> good_;
  mutable std::optional<Motifs> own_;          // motifs learnt from the new search; none before learn()
  mutable std::map<std::string, bool> known_;  // results of allows() by text
};

}  // namespace bora::nas
