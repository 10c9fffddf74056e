// P-BO, Bayesian optimisation guided by a function prior (Cheng, Miao, Dong, Yang, Gao and Zhu, "Efficient
// black-box adversarial attacks via Bayesian optimization guided by a function prior", ICML 2024).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"
#include "surrogates/gp/evidence/trend_evidence.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/gp/stationary_posterior.h"

namespace bora::attacks {

/// Settings of P-BO, whose defaults are those published for CIFAR-10. From the paper: 10 initial queries,
/// Matern-5/2, the margin of Carlini and Wagner and an upper confidence bound. From the authors' code: beta,
/// the starts and steps of the maximisation, and the interval between fits.
struct PBoOptions {
  int initial = 10;           ///< number of first queries, drawn uniformly from [-1, 1]^d
  int refit_every = 10;       ///< number of queries between two fits of the hyper-parameters
  double beta = 3;            ///< number of standard deviations in the upper confidence bound
  int starts = 20;            ///< number of uniform points from which the acquisition is maximised
  int ascent_steps = 50;      ///< number of steps along the sign of its gradient
  double ascent_rate = 0.05;  ///< length that such a step has in each coordinate of [-1, 1]^d
  /// Side of the search space, channels x side x side; 0: all pixels. The paper reduces it only on ImageNet,
  /// to 56, which read() sets for large images.
  int side = 0;
  std::string decoder = "nearest";  ///< see decoder_names()
  bool adaptive = true;             ///< whether lambda is fitted; false: it is 1 (the ablation of the paper)
  Loss loss = Loss::margin;
  StartOptions start = {};  ///< with start=prior, the first query is the transfer image
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  int opening_queries() const { return initial; }
};

/// Attack that maximises the victim's loss over perturbations epsilon z, z in [-1, 1]^d, clipped to [0, 1].
/// The loss is modelled by a Gaussian process with a Matern-5/2 kernel and a prior mean: a constant + lambda
/// times the substitute models' loss, both losses standardised. The next query is the best of several local
/// maxima of the upper confidence bound, found by gradient ascent through substitute models and process.
///
/// The standardisation of the victim's losses is recomputed at every fit. The authors' code recomputes it
/// with every answer, although it recomputes the prior mean at fits only.
///
/// lambda >= 0 is chosen by evidence ("adaptive integration"), together with the constant, the lengthscale
/// and the output scale, at every fit but the first, where lambda is 1. The authors take 50 steps of ADAM.
/// Here the lengthscale is searched within 5 of its last value and of sqrt(d), the range that the authors'
/// steps can reach from these starts; the others are at their exact optimum given the lengthscale
/// (trend_evidence.h).
///
/// The prior mean of several substitute models is their mean loss. Nearly all time is spent in the substitute
/// models: one query takes starts x ascent_steps gradients of each.
class PBoAttack : public Attack<Pixels> {
 public:
  PBoAttack(AttackProblem problem, const PBoOptions& options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override {
    return {{"fit", fit_seconds_}, {"acquisition", acquisition_seconds_}};
  }

  /// Returns the current weight lambda of the prior mean, which is 0 before the first fit.
  double prior_weight() const { return fit_.weight; }

 private:
  /// Draws m uniform points, one per column: d x m.
  Eigen::MatrixXd uniform_points(int m);
  /// Return the image of a point, before and after it is clipped to [0, 1].
  Eigen::RowVectorXf unclipped_image(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  Eigen::RowVectorXf image(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  /// Returns the substitute models' mean loss at each of m points: m values. Z: d x m.
  Eigen::VectorXd prior_losses(const Eigen::MatrixXd& Z) const;
  /// Returns its gradients, through enlargement and clipping: d x m.
  Eigen::MatrixXd prior_gradients(const Eigen::MatrixXd& Z) const;
  /// Updates the posterior, and the hyper-parameters if due. Returns false if no covariance matrix could be
  /// factorised, so that there is no model.
  bool update_model();
  /// Returns the point with the highest upper confidence bound found, d values.
  Eigen::VectorXd maximise_acquisition();
  /// Returns the point of the search space that is nearest to the signs of the transfer image.
  Eigen::VectorXd transfer_point() const;

  AttackProblem problem_;
  PBoOptions options_;
  std::unique_ptr<Decoder> decoder_;  // null: all pixels
  Eigen::MatrixXd rows_, columns_;    // matrices by which the decoder enlarges, see Decoder::axis()
  int dimensions_;
  Rng rng_;

  StationaryPosterior posterior_;              // posterior of the loss minus its prior mean
  std::vector<double> losses_, prior_losses_;  // losses of the victim and of the substitute models
  Standardisation of_losses_, of_prior_;       // their standardisations at the last fit
  TrendFit fit_;                               // last fit
  int fits_ = 0;                               // number of fits
  Eigen::Index fitted_at_ = 0;                 // number of answers at the last fit
  Eigen::MatrixXd workspace_;
  Eigen::VectorXd asked_;  // point of the last query, d values
  double fit_seconds_ = 0, acquisition_seconds_ = 0;
};

}  // namespace bora::attacks
