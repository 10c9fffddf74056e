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

/// Settings of P-BO, whose defaults are the paper's and its code's for CIFAR-10: 10 initial queries,
/// Matern-5/2, the margin of Carlini and Wagner and an upper confidence bound by the paper; beta, starts,
/// climbs and fits by the code.
struct PBoOptions {
  int initial = 10;           ///< first queries, uniform on [-1, 1]^d
  int refit_every = 10;       ///< queries between two fits of the hyper-parameters
  double beta = 3;            ///< beta in mean + beta standard deviations
  int starts = 20;            ///< number of uniform points from which the acquisition is maximised
  int ascent_steps = 50;      ///< steps along the sign of its gradient
  double ascent_rate = 0.05;  ///< length that such a step has in each coordinate of [-1, 1]^d
  /// The search space is channels x side x side; 0: all pixels. The paper reduces it on ImageNet alone,
  /// to 56, which read() takes for large images.
  int side = 0;
  std::string decoder = "nearest";  ///< see decoder_names()
  bool adaptive = true;             ///< whether the prior's weight is fitted; false: 1 (the paper's ablation)
  Loss loss = Loss::margin;
  StartOptions start = {};                                       ///< with a prior, one of the initial queries
                                                                 ///< is the transfer image
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Attack that maximises the victim's loss over perturbations epsilon z, z in [-1, 1]^d, clipped to [0, 1].
/// The loss is modelled by a Gaussian process with Matern-5/2 kernel whose mean is a constant + lambda times
/// the substitute models' loss, both losses standardised. The next query is the best of several local maxima
/// of the upper confidence bound, found by gradient ascent through substitute models and process together.
///
/// The standardisation of the victim's losses is recomputed at every fit. The authors' code recomputes it
/// with every answer, although it recomputes the prior mean at fits only.
///
/// lambda, at least 0, is chosen by evidence along with constant, lengthscale and output scale at every fit
/// but the first, where it is 1 ("adaptive integration"). The authors take 50 steps of ADAM; here all but the
/// lengthscale are at their exact optimum given it (trend_evidence.h), and the lengthscale is searched within
/// the 5 units that those steps can reach, from its last value and from sqrt(d), as the authors do. With
/// several substitute models their mean loss is the prior. Nearly all time is spent in the substitute models:
/// starts x ascent_steps gradients of each for one query.
class PBoAttack : public Attack<Pixels> {
 public:
  PBoAttack(AttackProblem problem, const PBoOptions& options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override {
    return {{"fit", fit_seconds_}, {"acquisition", acquisition_seconds_}};
  }

  /// Returns the current weight of the prior, which is 0 before the first fit.
  double prior_weight() const { return fit_.weight; }

 private:
  /// Draws m uniform points, one per column: d x m.
  Eigen::MatrixXd uniform_points(int m);
  Eigen::RowVectorXf unclipped_image(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  Eigen::RowVectorXf image(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  /// Returns the substitute models' mean loss at each point: m values.
  Eigen::VectorXd prior_losses(const Eigen::MatrixXd& Z) const;
  Eigen::MatrixXd prior_gradients(const Eigen::MatrixXd& Z) const;  ///< d x m
  /// Updates the posterior, and the hyper-parameters if due; false if there is no model.
  bool update_model();
  Eigen::VectorXd maximise_acquisition();
  /// Returns the point of the search space that is nearest to the transfer image.
  Eigen::VectorXd transfer_point() const;

  AttackProblem problem_;
  PBoOptions options_;
  std::unique_ptr<Decoder> decoder_;  // null: all pixels
  Eigen::MatrixXd rows_, columns_;    // the decoder's axes
  int dimensions_;
  Rng rng_;

  StationaryPosterior posterior_;  // posterior of the residual after the prior mean
  std::vector<double> losses_, prior_losses_;
  Standardisation of_losses_, of_prior_;  // values of the last fit
  TrendFit fit_;
  int fits_ = 0;
  Eigen::Index fitted_at_ = 0;
  Eigen::MatrixXd workspace_;
  Eigen::VectorXd asked_;  // d
  double fit_seconds_ = 0, acquisition_seconds_ = 0;
};

}  // namespace bora::attacks
