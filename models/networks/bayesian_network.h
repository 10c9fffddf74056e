// Bayesian multi-layer perceptrons with mean-field Gaussian posteriors, for regression and classification
// (Hutchinson, "Architecture search for Bayesian neural networks", section 2.1).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "models/networks/network.h"
#include "models/training/training.h"

namespace bora::models {

/// Options of mean-field networks. Every weight and bias has an independent Gaussian posterior N(mu,
/// sigma^2). The weights of layer l have the prior N(0, s_l); with a hyper-prior s_l ~ Inv-Gamma(alpha, beta)
/// is set in closed form before each step (2.17).
struct MeanFieldOptions {
  std::vector<int> hidden = {50, 50};  ///< number of units of each hidden layer, >= 1; rectifiers follow them
  bool point = false;                  ///< whether weights are point estimates, without priors
  bool hyper_prior = true;             ///< whether there is a hyper-prior; else s_l is prior_variance
  double alpha = 4.4798, beta = 5.4798;  ///< hyper-prior, > 0 (values of Wu et al. 2018)
  double prior_variance = 1;             ///< s_l if there is no hyper-prior, > 0
  double initial_deviation = 0.05;       ///< sigma of every weight before training, > 0
  double initial_noise = 1;              ///< sigma_y before training, on whitened targets, > 0
  int train_samples = 10;                ///< draws of the activations per step, >= 1
  int test_samples = 100;                ///< draws of the activations per prediction, >= 1
  int batch = 100;                       ///< inputs per step, >= 1
  double learning_rate = 1e-3;           ///< step size of Adam, > 0; its other settings are .9, .999, 1e-8
  std::uint64_t seed = 0;                ///< seed of initial weights, order of inputs and draws
  void check() const;                    ///< throws InputError naming the field
};

/// Accuracy of predictions that average test_samples draws, on the scale of the given targets.
struct RegressionScore {
  double log_likelihood = 0;  ///< mean over inputs of log (1/S) sum_s N(y; f_s(x), sigma_y^2)
  double rmse = 0;            ///< root mean squared error of the mean prediction
};

/// Terms of the negative evidence lower bound, divergence - log_likelihood, for given draws, and its
/// gradient.
struct ElboTerms {
  double log_likelihood = 0;     ///< sum over inputs of the mean over draws
  double divergence = 0;         ///< Kullback-Leibler divergence from the priors, summed over weights (2.8)
  std::vector<double> gradient;  ///< derivatives of the bound w.r.t. BayesianRegression::parameters()
};

/// Regression network in double precision, which also learns its homoscedastic noise.
class BayesianRegression {
 public:
  /// Keeps the training data. X: n x d, y: n, both whitened. Throws InputError for invalid options or shapes.
  BayesianRegression(const MeanFieldOptions& options, const Eigen::MatrixXd& X, const Eigen::VectorXd& y);
  ~BayesianRegression();
  BayesianRegression(BayesianRegression&&) noexcept;
  BayesianRegression& operator=(BayesianRegression&&) noexcept;

  int step() const;  ///< number of optimisation steps done
  /// Trains until `until` optimisation steps are done. `after` (may be empty) is called after each step with
  /// the number of steps done; training stops if it returns false. Each step depends only on the state and
  /// the seed, so stopping and resuming does not change the result. Throws InputError if the loss is not
  /// finite.
  void advance(int until, const std::function<bool(int)>& after = {});
  /// Returns weights, priors, noise, the optimiser's moments and the number of steps as bytes.
  std::string state() const;
  /// Restores what state() returned. Throws InputError if `bytes` belong to another network.
  void set_state(const std::string& bytes);

  /// Returns the log likelihood and RMSE of predictions. X: m x d; y: m; draw: seed of the activations, which
  /// is mixed with that of the options.
  RegressionScore score(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, std::uint64_t draw = 0) const;
  /// Returns the predictions f_s(x), test_samples x m.
  Eigen::MatrixXd predictions(const Eigen::MatrixXd& X, std::uint64_t draw = 0) const;
  double noise() const;                         ///< sigma_y
  std::vector<double> prior_variances() const;  ///< s_l by layer, as last updated
  /// Returns the mean KL divergence of a unit's incoming weights (without bias) from their prior, by hidden
  /// layer and unit.
  std::vector<std::vector<double>> unit_divergences() const;

  /// Returns for each layer the means (units x (inputs + 1), row by row, the bias last) and then the
  /// logarithms of the deviations in the same order; after all layers, log sigma_y.
  std::vector<double> parameters() const;
  /// Sets what parameters() returns. Throws InputError for another number of values.
  void set_parameters(const std::vector<double>& values);
  /// Sets every s_l by (2.17).
  void update_priors();
  /// Evaluates the bound on all training inputs. draws: noise of the activations, one vector per layer,
  /// samples x n x units, row by row.
  ElboTerms elbo(const std::vector<std::vector<double>>& draws) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Returns the number of active units of each layer: those that the data use (section 5.3). threshold: least
/// mean divergence of an active unit; 0: determined for each layer as follows. The logarithms of its
/// divergences are divided into two groups such that the variance between the groups is largest (Otsu 1979),
/// and the upper group is active. If the groups' means are less than a factor of 3 apart, all units are
/// active. Units below .01 nats are never active.
std::vector<int> active_units(const std::vector<std::vector<double>>& divergences, double threshold = 0);

/// Returns a maker of perceptrons on all pixels of an image, for NetworkOptions::body. The scores of such a
/// network are the logarithms of the class probabilities, averaged over test_samples draws. The draws are
/// made once from `seed` and are the same for all images. Scores are thus a deterministic function of the
/// image, also in the file that export_torchscript() writes.
std::shared_ptr<const BodyMaker> bayesian_body(const MeanFieldOptions& options, std::uint64_t seed);

/// Parses "bayesian-mlp", or "mlp" for point estimates, with options:
/// bayesian-mlp:depth=2:width=100:samples=100 has the defaults; `mlp` has no samples. Returns nullopt for
/// other names. Throws InputError naming the option.
std::optional<MeanFieldOptions> parse_perceptron(const std::string& text);

/// Trains a network with a bayesian_body() by Adam with a constant learning rate. Maximises the evidence
/// lower bound, or the likelihood for point estimates. Uses only the options epochs, batch, learning_rate and
/// seed of `training`. Apart from that, it works as train() does. Throws InputError also for a network with
/// another body.
TrainingResult train_bayesian(Network& network, const ImageDataset& dataset, const TrainingOptions& training,
                              const std::function<void(const TrainingProgress&)>& progress = {},
                              const std::atomic<bool>* stop = nullptr,
                              const ImageDataset* validation = nullptr,
                              const CheckpointPlan* checkpoints = nullptr);

}  // namespace bora::models
