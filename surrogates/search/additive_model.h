// Additive model of BoxOptimiser, which learns how to divide the coordinates into groups.
#pragma once

#include <optional>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/gp/additive_posterior.h"
#include "surrogates/gp/evidence/additive_evidence.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/search/search_model.h"

namespace bora::surrogates {

/// Model described at AdditiveOptions. It learns:
///
/// 1. The partition of the coordinates into groups, every `relearn_every` observations.
///    Decomposition::evidence: the hyper-parameters of random partitions and of the current one are fitted,
///    and the partition of largest evidence is chosen. Screened, all groups share one lengthscale and one
///    variance (a search over one number); exact, each group has its own, as in 2. Decomposition::change:
///    coordinates are sorted by their mean absolute change between the last observations and cut into groups.
/// 2. The variance and the lengthscale of each group, at every refit, by L-BFGS-B on the evidence. Screened:
///    a few steps from the last values or, after a change of the partition, from the best common ones. Exact:
///    from both, until converged.
///
/// Both use at most `learnt_from` observations; the posterior uses all.
class AdditiveModel final : public SearchModel {
 public:
  /// dimension: d; seed: seed of the random partitions.
  AdditiveModel(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed);

  void append(const Eigen::MatrixXd& points) override { posterior_.append(points); }
  void remove_last(Eigen::Index m) override { posterior_.remove_last(m); }
  bool refit(const Eigen::VectorXd& y) override;
  bool usable() const override { return posterior_.factorised(); }
  void set_values(const Eigen::VectorXd& y) override { posterior_.set_targets(standardisation_.apply(y)); }
  Eigen::VectorXd propose(double incumbent, Rng& rng, BoxOptimiserTimings& timings) override;

  /// Returns the current partition, which has dimension 0 before the first refit.
  const Partition& partition() const { return partition_; }
  /// Returns the hyper-parameters of the last refit.
  const AdditiveHyperparameters& hyperparameters() const { return hyperparameters_; }

 private:
  /// Observations from which the partition and the hyper-parameters are learnt.
  struct TrainingData {
    Eigen::MatrixXd points;  ///< d x m
    Eigen::VectorXd y;       ///< m, standardised
  };
  TrainingData training_data(const Eigen::VectorXd& standardised) const;
  void learn_partition(const TrainingData& data);
  /// Returns the partition that Decomposition::change describes.
  Partition partition_by_change() const;
  /// Maximises the evidence of a partition over one lengthscale and one variance common to all groups.
  /// Returns nothing if no matrix tried is positive definite. global: searches the whole range of
  /// lengthscales.
  std::optional<AdditiveFit> fit_common(const Partition& partition, const TrainingData& data,
                                        bool global) const;
  /// Returns the last common lengthscale and variance as hyper-parameters of all groups.
  AdditiveHyperparameters common_start() const;
  /// Returns the bounds and limits of a fit of each group's hyper-parameters.
  GroupSearch group_search(int max_evaluations) const;
  /// Maximises the evidence of a partition over the hyper-parameters of each group, from the best common ones
  /// and from `last`, unless that is null or empty. Returns nothing if no matrix tried is positive definite.
  std::optional<AdditiveFit> fit_exactly(const Partition& partition, const TrainingData& data,
                                         const AdditiveHyperparameters* last) const;
  /// Improves the hyper-parameters of the current partition by a few steps.
  AdditiveHyperparameters fit_quickly(const TrainingData& data);
  struct Range {
    double lower, upper;
  };
  Range lengthscale_range() const;  ///< returns the range of log lengthscales
  LengthscalePrior prior() const;

  /// Candidates for screening, whose coordinates of each group are candidates of that group.
  struct CandidatePool {
    Eigen::MatrixXf points;  ///< d x m
    Eigen::Index far;        ///< number of uniform and carried columns, which come first; the rest are local
  };
  CandidatePool draw_pool(const Eigen::MatrixXd& centres, Rng& rng) const;
  /// Returns the best candidates of each group by AdditivePosterior::screen(), and the centres (d x c),
  /// joined column by column: d x s. Keeps the uniform ones for the next search (carried_).
  Eigen::MatrixXd screened(const CandidatePool& pool, const Eigen::MatrixXd& centres,
                           const Acquisition& acquisition);
  /// Returns the parts of `survivors` (d x s) with the largest exact acquisitions in each group, d x k.
  Eigen::MatrixXd best_parts(const Eigen::MatrixXd& survivors, const Acquisition& acquisition) const;
  /// Return the starts for polishing, d x k. Column i joins the i-th start of each group.
  Eigen::MatrixXd screened_starts(const Acquisition& acquisition, Rng& rng);
  Eigen::MatrixXd exact_starts(const Acquisition& acquisition, Rng& rng) const;
  /// Points, d x k, and the acquisition of each group at its coordinates of each point: groups x k.
  struct GroupMaxima {
    Eigen::MatrixXd parts, values;
  };
  /// Improves columns [first, first + count) of `maxima` as one problem. evaluations: maximum number, of the
  /// acquisition and its gradient.
  void polish(const Acquisition& acquisition, Eigen::Index first, Eigen::Index count, int evaluations,
              GroupMaxima& maxima) const;
  /// Joins the maximisers of the groups into a point that is not among those of the model.
  Eigen::VectorXd joined(const GroupMaxima& maxima, Rng& rng) const;
  bool exact() const { return options_.scoring == CandidateScoring::exact; }

  BoxOptimiserOptions options_;
  int dimension_;
  std::uint64_t seed_;
  AdditivePosterior posterior_;
  Standardisation standardisation_;
  Partition partition_;
  AdditiveHyperparameters hyperparameters_;  ///< hyper-parameters of the last fit
  double common_log_lengthscale_;            ///< result of the last fit with one lengthscale for all groups
  double common_variance_ = 1;               ///< sum of the groups' variances in the same fit
  int learnt_at_ = -1;                       ///< observations when the partition was last learnt; -1: none
  int learnt_ = 0;                           ///< how often the partition has been learnt
  Eigen::MatrixXf carried_;  ///< d x k: the best uniform candidates of each group in the last search
};

}  // namespace bora::surrogates
