// GP-BO-auto-dr: GP-BO that chooses the dimension of its search space (Ru 2021, section 6.4.4, algorithm 9).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "attacks/image/methods/bayesian/gp_bo.h"
#include "surrogates/gp/evidence/profile_evidence.h"

namespace bora::attacks {

struct GpBoAutoOptions : GpBoOptions {
  int smallest = 6;        ///< smallest side that is tried
  int largest = 0;         ///< largest side that is tried; 0: the image's side (60 at most)
  int step = 2;            ///< difference between successive sides
  int relearn_every = 40;  ///< number of queries between two choices of the side
  /// Nats by which the evidence of another side must exceed that of the current one; 3 is a Bayes factor
  /// of 20. A smaller difference is within the error of maximising over hyper-parameters instead of
  /// integrating, and a change of side blurs observations that a smaller search space cannot represent. The
  /// paper has 0.
  double margin = 3;
  bool mixed_design = false;  ///< whether the initial points are of all sides in turn instead of `side` only

  /// Returns the sides for images of a shape, ascending.
  std::vector<int> sides(const ImageShape& shape) const;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Returns the index of the largest log evidence (nats) if it exceeds that of index `current` by more than
/// `margin`, else `current`.
std::size_t clearly_better(const std::vector<double>& evidence, std::size_t current, double margin);

/// GP-BO that chooses the side of its search space by evidence. Every `relearn_every` queries all
/// perturbations so far, at the image's resolution, are reduced to each candidate side, and a Gaussian
/// process is fitted to each reduction. The side with the largest evidence becomes the search space and takes
/// over all observations, if its evidence exceeds that of the current side by the margin. With exact scoring,
/// the maximum of each evidence is searched over the whole range of lengthscales until it has converged.
///
/// Perturbations of one side contain no information on larger sides. Initial points of all sides in turn
/// (mixed_design) do, but in a comparison they cost more queries than they saved, so this is not the default.
class GpBoAutoAttack : public Attack<Pixels> {
 public:
  GpBoAutoAttack(AttackProblem problem, const GpBoAutoOptions& options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override;

  int side() const { return sides_[current_]; }  ///< side of the current search space, which is side x side

 private:
  void choose_side();
  /// Starts the search in the space of side sides_[index], with all observations so far.
  void open_search(std::size_t index);

  AttackProblem problem_;
  GpBoAutoOptions options_;
  std::vector<int> sides_;
  std::vector<PerturbationDecoder> decoders_;  // by side
  std::vector<Encoder> encoders_;              // by side
  std::vector<ProfileFit> fits_;               // last fit of each side, from which the next one starts
  std::size_t current_ = 0;                    // index of the current side
  std::vector<Eigen::VectorXd> design_;        // initial points
  std::vector<std::size_t> design_side_;       // index of the side of each
  std::unique_ptr<BoxOptimiser> optimiser_;
  std::optional<std::int64_t> trial_;  // trial of the last ask, if it came from the optimiser
  Eigen::RowVectorXf asked_;           // perturbation of the last ask, d values in [-1, 1]
  std::vector<Eigen::RowVectorXf> perturbations_;
  std::vector<double> values_;
  std::size_t chosen_at_ = 0;  // number of observations when the side was last chosen
  int choices_ = 0;            // number of choices of the side so far
  double select_seconds_ = 0;
  double fit_seconds_ = 0, acquisition_seconds_ = 0;  // seconds of earlier optimisers
};

}  // namespace bora::attacks
