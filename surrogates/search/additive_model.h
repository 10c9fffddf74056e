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
///    them, is fitted, and the largest evidence wins. Screened: with one lengthscale and one variance common
///    to its groups (a search over one number). Exact: with a lengthscale and a variance of each group, as at
///    a refit. By change: coordinates are sorted by their mean absolute change over the last observations and
///    cut into groups.
/// 2. Hyper-parameters, at every refit: variance and lengthscale of every group, by L-BFGS-B on the evidence.
///    Screened: from the last values, or after a change of the partition from the common ones, in few steps.
///    Exact: from both, until converged.
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
  /// Returns the hyper-parameters of the last refit.
  const AdditiveHyperparameters& hyperparameters() const { return hyperparameters_; }

 private:
  /// Data from which partition and hyper-parameters are learnt.
  struct TrainingData {
    Eigen::MatrixXd points;  ///< d x m
    Eigen::VectorXd y;       ///< m, standardised
  };
  TrainingData training_data(const Eigen::VectorXd& standardised) const;
  void learn_partition(const TrainingData& data);
  std::optional<AdditiveFit> fit_common(const Partition& partition, const TrainingData& data,
                                        bool global) const;
  AdditiveHyperparameters common_start() const;
  /// Returns the search for the hyper-parameters of each group.
  GroupSearch group_search(int max_evaluations) const;
  /// Maximises the evidence of a partition over the hyper-parameters of each group, from the best common ones
  /// and from `last` (null or empty: none). Empty if no matrix is positive definite.
  std::optional<AdditiveFit> fit_exactly(const Partition& partition, const TrainingData& data,
                                         const AdditiveHyperparameters* last) const;
  AdditiveHyperparameters fit_quickly(const TrainingData& data);
  struct Range {
    double lower, upper;
  };
  Range lengthscale_range() const;  ///< range of the logarithms of lengthscales
  LengthscalePrior prior() const;

  /// Candidates of all groups at once, drawn for screening.
  struct CandidatePool {
    Eigen::MatrixXf points;  ///< d x m
    Eigen::Index far;        ///< columns before this are uniform or carried; others are near observations
  };
  CandidatePool draw_pool(const Eigen::MatrixXd& centres, Rng& rng) const;
  /// Returns the candidates with the largest acquisition in each group by AdditivePosterior::screen(), and the
  /// parts of `centres` (d x c), joined column by column: d x s. Keeps the far ones for the next ask.
  Eigen::MatrixXd screened(const CandidatePool& pool, const Eigen::MatrixXd& centres,
                           const Acquisition& acquisition);
  /// Returns the parts of `survivors` (d x s) with the largest acquisition in each group, d x k.
  Eigen::MatrixXd best_parts(const Eigen::MatrixXd& survivors, const Acquisition& acquisition) const;
  /// Returns starts for polishing, d x k: each group has starts of its own, joined column by column.
  Eigen::MatrixXd screened_starts(const Acquisition& acquisition, Rng& rng);
  Eigen::MatrixXd exact_starts(const Acquisition& acquisition, Rng& rng) const;
  /// Parts of points, d x k, and the acquisition that each group reaches with its part: groups x k.
  struct GroupMaxima {
    Eigen::MatrixXd parts, values;
  };
  /// Improves columns [first, first + count) of `maxima` together.
  void polish(const Acquisition& acquisition, Eigen::Index first, Eigen::Index count, int evaluations,
              GroupMaxima& maxima) const;
  /// Joins the groups' maximisers to a point that is not known yet.
  Eigen::VectorXd joined(const GroupMaxima& maxima, Rng& rng) const;
  bool exact() const { return options_.scoring == CandidateScoring::exact; }

  BoxOptimiserOptions options_;
  int dimension_;
  std::uint64_t seed_;
  AdditivePosterior posterior_;
  Standardisation standardisation_;
  Partition partition_;
  AdditiveHyperparameters hyperparameters_;  ///< hyper-parameters of the last fit
  double common_log_lengthscale_;            ///< result of the last fit with a common lengthscale
  double common_variance_ = 1;               ///< summed over groups
  int learnt_at_ = -1;                       ///< observations when the partition was last learnt; -1: never
  int learnt_ = 0;
  Eigen::MatrixXf carried_;  ///< d x k: the best uniform candidates of the last ask, group by group
};

}  // namespace bora::surrogates
