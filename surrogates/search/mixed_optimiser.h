// What optimisers over mixed spaces share: trials that are pending, what was observed, the incumbent.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surrogates/search/optimiser.h"
#include "surrogates/space/mixed_space.h"

namespace bora {

/// A class derived from it says what to ask next, and may look at what is told.
class MixedOptimiser : public Optimiser<Eigen::VectorXd> {
 public:
  MixedOptimiser(MixedSpace space, std::uint64_t seed) : space_(std::move(space)), seed_(seed) {}

  /// Points of the space, different from all observed, failed and pending ones as far as 50 neighbours and
  /// 500 draws find one.
  std::vector<Trial<Eigen::VectorXd>> ask(int q = 1) final;
  void tell(std::int64_t trial, double value) final;
  void abandon(std::int64_t trial) final;
  void fail(std::int64_t trial) final;
  void observe(const Eigen::VectorXd& point, double value) final;

  /// Takes a point, of the space, as one that was asked for by whoever; returns its trial's number, under
  /// which it is told, failed or abandoned. Throws InputError.
  std::int64_t expect(const Eigen::VectorXd& point);

  int observations() const final { return static_cast<int>(values_.size()); }
  int pending() const final { return static_cast<int>(pending_.size()); }
  Eigen::VectorXd incumbent() const final;
  double incumbent_value() const final;
  const MixedSpace& space() const { return space_; }

 protected:
  /// q points to ask next, trials first, first + 1, ... .
  virtual std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) = 0;
  /// A trial ended: with a value, which is then the last of values(), or without one (abandoned or failed).
  /// Trial 0: an observation that was not asked for.
  virtual void ended(std::int64_t /*trial*/, const double* /*value*/) {}

  const std::vector<Eigen::VectorXd>& points() const { return points_; }  ///< observed
  const std::vector<double>& values() const { return values_; }
  const std::vector<Eigen::VectorXd>& failures() const { return failures_; }  ///< points without a value
  const std::map<std::int64_t, Eigen::VectorXd>& waiting() const { return pending_; }
  /// Whether it was observed or is pending.
  bool known(const Eigen::VectorXd& point) const { return keys_.contains(space_.key(point)); }
  /// `point`, or if it is known, not allowed, or equal to one of `others`, one that is not: a neighbour, if
  /// all that were drawn are known any other, and if there seems to be none, `point` after all or, where that
  /// is not allowed, one that was observed.
  Eigen::VectorXd fresh(Eigen::VectorXd point, const std::vector<Eigen::VectorXd>& others, Rng& rng) const;

 private:
  void take(const Eigen::VectorXd& point, double value);

  MixedSpace space_;
  std::vector<Eigen::VectorXd> points_;
  std::vector<double> values_;
  std::vector<Eigen::VectorXd> failures_;
  std::map<std::int64_t, Eigen::VectorXd> pending_;
  std::multiset<std::string> keys_;
  std::int64_t asked_ = 0;
  std::size_t best_ = 0;
  std::uint64_t seed_;
};

/// Asks for points drawn uniformly: the baseline of all others.
class RandomSearch final : public MixedOptimiser {
 public:
  RandomSearch(MixedSpace space, std::uint64_t seed) : MixedOptimiser(std::move(space), seed) {}

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
};

}  // namespace bora
