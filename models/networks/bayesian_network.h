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
  std::vector<int> hidden = {50, 50};  ///< units of each hidden layer with rectifiers, each >= 1
  bool point = false;                  ///< weights are point estimates, without priors
  bool hyper_prior = true;
  double alpha = 4.4798, beta = 5.4798;  ///< > 0 (Wu et al. 2018)
  double prior_variance = 1;             ///< s_l if there is no hyper-prior, > 0
  double initial_deviation = 0.05;       ///< sigma of every weight before training, > 0
  double initial_noise = 1;              ///< sigma_y before training, on whitened targets, > 0
  int train_samples = 10;                ///< draws of the activations per step, >= 1
  int test_samples = 100;                ///< draws of the activations per prediction, >= 1
  int batch = 100;                       ///< inputs per step, >= 1
  double learning_rate = 1e-3;           ///< step size of Adam, which has beta1 .9, beta2 .999, epsilon 1e-8
  std::uint64_t seed = 0;                ///< seed of initial weights, order of inputs and draws
  void check() const;                    ///< throws InputError naming the field
};

/// Accuracy of predictions that average test_samples draws, on the scale of the targets given.
struct RegressionScore {
  double log_likelihood = 0;  ///< mean over inputs of log (1/S) sum_s N(y; f_s(x), sigma_y^2)
  double rmse = 0;            ///< root mean squared error of the mean prediction
};

/// Negative evidence lower bound of some inputs for given draws, and its gradient w.r.t. parameters().
struct ElboTerms {
  double log_likelihood = 0;     ///< sum over inputs of the mean over draws
  double divergence = 0;         ///< Kullback-Leibler divergence from the priors, summed over weights (2.8)
  std::vector<double> gradient;  ///< derivatives of divergence - log_likelihood
};

/// Regression network, in double precision, with homoscedastic noise that is learnt.
class BayesianRegression {
 public:
  /// Keeps the training data. X: n x d, y: n, both whitened. Throws InputError for invalid options or shapes.
  BayesianRegression(const MeanFieldOptions& options, const Eigen::MatrixXd& X, const Eigen::VectorXd& y);
  ~BayesianRegression();
  BayesianRegression(BayesianRegression&&) noexcept;
  BayesianRegression& operator=(BayesianRegression&&) noexcept;

  int step() const;
  /// Trains until optimisation step `until` is done. `after` (may be empty) is called after each step with
  /// the number of steps done; training stops when it returns false. Each step depends on the state and the
  /// seed alone, so a training that is stopped and resumed ends as if it had not been. Throws InputError if
  /// the loss is not finite.
  void advance(int until, const std::function<bool(int)>& after = {});
  /// Returns weights, priors, noise, the optimiser's moments and the step, as bytes.
  std::string state() const;
  /// Restores what state() returned. Throws InputError if `bytes` belong to another network.
  void set_state(const std::string& bytes);

  /// Returns the log likelihood and RMSE of predictions. X: m x d, y: m; `draw`: seed of the activations,
  /// mixed with that of the options.
  RegressionScore score(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, std::uint64_t draw = 0) const;
  /// Returns the predictions f_s(x), test_samples x m.
  Eigen::MatrixXd predictions(const Eigen::MatrixXd& X, std::uint64_t draw = 0) const;
  double noise() const;                         ///< returns sigma_y
  std::vector<double> prior_variances() const;  ///< returns s_l by layer, as of the last update
  /// Returns the mean KL divergence of a unit's incoming weights (without bias) from their prior, by hidden
  /// layer and unit.
  std::vector<std::vector<double>> unit_divergences() const;
  std::int64_t weights() const;  ///< number of weights and biases

  /// Returns layer by layer the means (units x (inputs + 1), row by row, the bias last), then the logarithms
  /// of the deviations in the same order; after all layers log sigma_y.
  std::vector<double> parameters() const;
  void set_parameters(const std::vector<double>& values);
  /// Sets every s_l by (2.17).
  void update_priors();
  /// Evaluates the bound on all training inputs. draws: one vector per layer, samples x n x units, row by
  /// row.
  ElboTerms elbo(const std::vector<std::vector<double>>& draws) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Counts the units of each layer that the data use (section 5.3). `threshold`: least mean divergence of such
/// a unit; 0: determined as follows. The logarithms of a layer's divergences are cut into two groups of the
/// largest variance between them (Otsu 1979). Where the groups' means are less than a factor of 3 apart there
/// is one group, which is active. Units below .01 nats are never active.
std::vector<int> active_units(const std::vector<std::vector<double>>& divergences, double threshold = 0);

/// Makes perceptrons on all pixels of an image, for NetworkOptions::body. The scores of such a network are
/// the logarithm of the mean class probabilities of test_samples draws, which are made once by `seed` and are
/// the same for all images, so that scores are a deterministic function of the image, in the network as in
/// the file that export_torchscript() writes.
std::shared_ptr<const BodyMaker> bayesian_body(const MeanFieldOptions& options, std::uint64_t seed);

/// Reads "bayesian-mlp", or "mlp", its twin of point estimates, with options as in
/// bayesian-mlp:depth=2:width=100:samples=100. Returns nothing for other names. Throws InputError naming the
/// option.
std::optional<MeanFieldOptions> parse_perceptron(const std::string& text);

/// Maximises the evidence lower bound, or for point estimates the likelihood, of a network made with
/// bayesian_body(), by Adam with a constant learning rate. Of the options `training`, only epochs, batch,
/// learning_rate and seed are used; all else is as for train(). Throws InputError if the network has another
/// body.
TrainingResult train_bayesian(Network& network, const ImageDataset& dataset, const TrainingOptions& training,
                              const std::function<void(const TrainingProgress&)>& progress = {},
                              const std::atomic<bool>* stop = nullptr,
                              const ImageDataset* validation = nullptr,
                              const CheckpointPlan* checkpoints = nullptr);

/// Returns unit_divergences() of a network that was made with bayesian_body().
std::vector<std::vector<double>> unit_divergences(const Network& network);

}  // namespace bora::models
