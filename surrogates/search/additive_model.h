// The additive model of BoxOptimiser: learns the partition and the hyper-parameters, and searches group by
// group.
#pragma once

#include <optional>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/gp/additive_posterior.h"
#include "surrogates/gp/evidence/additive_evidence.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/search/search_model.h"

namespace bora::surrogates {

/// Model described at AdditiveOptions. It learns two things, each at its own times:
///
/// 1. Partition, every `relearn_every` tells. By evidence: each candidate partition, the one in use among
///    them, is fitted with one lengthscale and one variance common to its groups (a search over one
///    number); the largest evidence wins. By change: coordinates are sorted by their mean absolute change
///    over the last observations and cut into groups.
/// 2. Hyper-parameters, at every refit: variance and lengthscale of every group, by L-BFGS-B on the evidence,
///    from the last values, or after a change of the partition from the common ones.
///
/// Both use `learnt_from` of the observations if there are more; the posterior uses all.
class AdditiveModel final : public SearchModel {
 public:
  AdditiveModel(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed);

  void append(const Eigen::MatrixXd& points) override { posterior_.append(points); }
  void remove_last(Eigen::Index m) override { posterior_.remove_last(m); }
  bool refit(const Eigen::VectorXd& y) override;
  bool usable() const override { return posterior_.factorised(); }
  void set_values(const Eigen::VectorXd& y) override { posterior_.set_targets(standardisation_.apply(y)); }
  Eigen::VectorXd propose(double incumbent, Rng& rng, BoxOptimiserTimings& timings) override;

  const Partition& partition() const { return partition_; }

 private:
  /// Data from which partition and hyper-parameters are learnt.
  struct Lesson {
    Eigen::MatrixXd points;  ///< d x m
    Eigen::VectorXd y;       ///< m, standardised
  };
  Lesson lesson(const Eigen::VectorXd& standardised) const;
  void learn_partition(const Lesson& lesson);
  std::optional<AdditiveFit> fit_common(const Partition& partition, const Lesson& lesson, bool global) const;
  AdditiveHyperparameters common_start() const;
  struct Range {
    double lower, upper;
  };
  Range lengthscale_range() const;  ///< range of the logarithms of lengthscales
  LengthscalePrior prior() const;

  /// Starts for polishing, d x k: each group has starts of its own, joined column by column.
  Eigen::MatrixXd starts(const Acquisition& acquisition, Rng& rng);

  BoxOptimiserOptions options_;
  int dimension_;
  std::uint64_t seed_;
  AdditivePosterior posterior_;
  Standardisation standardisation_;
  Partition partition_;
  AdditiveHyperparameters hyperparameters_;  ///< hyper-parameters of the last fit
  double common_log_lengthscale_;            ///< value that the last fit with a common one has found
  double common_variance_ = 1;               ///< summed over groups
  int learnt_at_ = -1;                       ///< observations when the partition was last learnt
  int learnt_ = 0;
  Eigen::MatrixXf carried_;  ///< d x k: the best uniform candidates of the last ask, group by group
};

}  // namespace bora::surrogates
