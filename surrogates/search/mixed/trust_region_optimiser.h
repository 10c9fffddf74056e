// Base class of optimisers that search in one trust region after another.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "common/error.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/search/mixed/trust_region.h"

namespace bora::surrogates {

/// Base class of optimisers over mixed spaces whose model knows only the observations of the current trust
/// region. It keeps these, the incumbent of the region, and the successes and failures of the points that the
/// model chose. A point asked for in an earlier region does not count for the current one.
class TrustRegionOptimiser : public MixedOptimiser {
 public:
  int restarts() const { return opened_ - 1; }
  const TrustRegion& region() const { return region_; }  ///< returns the current region

 protected:
  /// least_gain: gain that a success exceeds, relative to the incumbent's absolute value. The constructor of
  /// the derived class opens the first region.
  TrustRegionOptimiser(MixedSpace space, std::uint64_t seed, const TrustRegionOptions& options,
                       double least_gain);
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: not supported, since the trust region depends on the values observed so far");
  }

  /// Forgets the observations of the current region and opens the next one, in which the first `to_draw` >= 0
  /// points are drawn.
  void open_region(int to_draw);
  /// Returns whether the next point is drawn instead of chosen by the model, and counts it if so.
  bool draws_next();
  /// Remembers that `trial` belongs to the current region, and whether the model chose its point.
  void remember(std::int64_t trial, bool chosen) { asked_[trial] = {opened_, chosen}; }

  bool empty() const { return local_.empty(); }  ///< returns whether the region has no observation
  std::size_t best() const { return best_; }     ///< returns the region's incumbent, index into points()
  Eigen::MatrixXd local_units() const;   ///< returns the region's n points, n x d, in unit coordinates
  Eigen::VectorXd local_values() const;  ///< returns their values, n

 private:
  // Origin of a pending trial.
  struct Asked {
    int region;   // value of opened_
    bool chosen;  // whether the model chose it
  };

  TrustRegionOptions options_;
  TrustRegion region_;
  double least_gain_;
  int opened_ = 0;                  // number of regions so far
  std::vector<std::size_t> local_;  // observations of the current region, indices into points()
  std::size_t best_ = 0;
  int to_draw_ = 0;  // number of points still to be drawn before the model chooses
  std::map<std::int64_t, Asked> asked_;
};

}  // namespace bora::surrogates
