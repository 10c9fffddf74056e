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
#include "surrogates/gp/standardisation.h"
#include "surrogates/gp/stationary_posterior.h"
#include "surrogates/gp/trend_evidence.h"

namespace bora {

/// Defaults are the paper's and its public code's for CIFAR-10: 10 initial queries, Matern-5/2, the margin of
/// Carlini and Wagner and an upper confidence bound by the paper; beta, starts, climbs and fits by the code.
struct PBoOptions {
  int initial = 10;           ///< first queries, uniform on [-1, 1]^d
  int refit_every = 10;       ///< queries between two fits of the hyper-parameters
  double beta = 3;            ///< of mean + beta standard deviations
  int starts = 20;            ///< uniform points from which the acquisition is climbed
  int ascent_steps = 50;      ///< along the sign of its gradient ...
  double ascent_rate = 0.05;  ///< ... of this length in every coordinate of [-1, 1]^d
  /// The search space is channels x side x side; 0: all pixels. The paper reduces it on ImageNet alone,
  /// to 56.
  int side = 0;
  std::string decoder = "nearest";  ///< see decoder_names()
  bool adaptive = true;             ///< learn the prior's weight; false: 1 (the paper's ablation)
  Loss loss = Loss::margin;
  StartOptions start = {};                                       ///< from a prior: one of the initial queries
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Maximises the victim's loss over perturbations epsilon z, z in [-1, 1]^d, clipped to [0, 1]. It is taken
/// for a Gaussian process with Matern-5/2 kernel whose mean is a constant + lambda times the substitute
/// models' loss, both losses standardised. The next query is the best of several local maxima of the upper
/// confidence bound, climbed through substitute models and process together.
///
/// The victim's losses are standardised by those at the last fit, where the authors' code does it anew with
/// every answer while their prior, too, stays as at the fit.
///
/// lambda, at least 0, is chosen by evidence along with constant, lengthscale and output scale at every fit
/// but the first, where it is 1 ("adaptive integration"). Where the authors take 50 steps of ADAM, all but
/// the lengthscale are here at their exact optimum given it (trend_evidence.h), and it is searched within the
/// 5 units that those steps can reach, from its last value and from sqrt(d), as the authors do. With several
/// substitute models their mean loss is the prior. Nearly all time goes into the substitute models: starts x
/// ascent_steps gradients of each for one query.
class PBoAttack : public ImageAttack {
 public:
  PBoAttack(AttackProblem problem, const PBoOptions& options);
  Batch ask(int q) override;
  void tell(const Batch& queried, const std::vector<Observation>& observations) override;
  std::map<std::string, double> seconds() const override {
    return {{"fit", fit_seconds_}, {"acquisition", acquisition_seconds_}};
  }

  /// The prior's weight now; 0 before the first fit.
  double prior_weight() const { return fit_.weight; }

 private:
  /// Points are columns: d x m.
  Eigen::MatrixXd uniform_points(int m);
  Eigen::RowVectorXf unclipped_image(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  Eigen::RowVectorXf image(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  /// m values: the substitute models' mean loss.
  Eigen::VectorXd prior_losses(const Eigen::MatrixXd& Z) const;
  Eigen::MatrixXd prior_gradients(const Eigen::MatrixXd& Z) const;  ///< d x m
  /// Brings hyper-parameters (if due) and posterior up to the observations; false if there is no model.
  bool update_model();
  Eigen::VectorXd maximise_acquisition();
  /// The point of the search space that is nearest to the transfer image.
  Eigen::VectorXd transfer_point() const;

  AttackProblem problem_;
  PBoOptions options_;
  std::unique_ptr<Decoder> decoder_;  // null: all pixels
  Eigen::MatrixXd rows_, columns_;    // the decoder's axes
  int dimensions_;
  Rng rng_;

  StationaryPosterior posterior_;  // of what the prior leaves
  std::vector<double> losses_, prior_losses_;
  Standardisation of_losses_, of_prior_;  // as at the last fit
  TrendFit fit_;
  int fits_ = 0;
  Eigen::Index fitted_at_ = 0;
  Eigen::MatrixXd workspace_;
  Eigen::VectorXd asked_;  // d
  double fit_seconds_ = 0, acquisition_seconds_ = 0;
};

}  // namespace bora
