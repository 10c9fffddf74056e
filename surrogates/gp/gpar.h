// Gaussian process autoregressive regression: a model of several outputs as a chain of Gaussian processes
// (Requeima et al. 2018; Hutchinson, "Architecture search for Bayesian neural networks", section 2.3).
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Options of the kernel of output i over (x, y_1, ..., y_{i-1}): a sum of the exponentiated quadratic kernel
/// on x (2.31) and of the kernels chosen here. With neither kernel on outputs, the outputs are independent
/// processes.
struct GparOptions {
  /// Adds a linear kernel on x, sum_d sigma_d^2 x_d x'_d, without the sigma_b^2 and the c_d of (2.32).
  bool linear_on_inputs = false;
  bool linear_on_outputs = true;      ///< adds sigma_b^2 + sum_j sigma_j^2 (y_j - c_j)(y_j' - c_j), as (2.32)
  bool nonlinear_on_outputs = false;  ///< adds an exponentiated quadratic kernel on the outputs
  int markov = 1;           ///< number of directly preceding outputs that an output depends on; 0: all
  bool tied_scales = true;  ///< all outputs have the same lengthscales on x
  /// Joint fit, which is used with tied_scales. True: the likelihoods of all outputs are maximised jointly,
  /// starting from the optimum of each; false: one after the other, with the lengthscales of the first
  /// output.
  bool joint = true;
  int starts = 3;      ///< number of starts of the optimiser, the first at default values, >= 1
  void check() const;  ///< throws InputError naming the field
};

/// Posterior moments of the outputs at one point, each given the outputs before it.
struct GparPrediction {
  Eigen::VectorXd mean, variance;  ///< k; for known outputs: their value and 0
};

/// A chain of Gaussian processes.
class Gpar {
 public:
  /// Stores the data and sets parameters to default values. X: n x d, roughly within the unit cube; Y: n x k,
  /// NaN where an output is not observed. Each output is standardised internally by its mean and standard
  /// deviation. Throws InputError if sizes do not match, an output has no observation, or the data are not
  /// closed downward: an output is observed at a point where an earlier one is not.
  Gpar(Eigen::MatrixXd X, Eigen::MatrixXd Y, const GparOptions& options = {});

  int outputs() const { return static_cast<int>(Y_.cols()); }
  /// Maximises the likelihood by L-BFGS-B, as options.joint says.
  void fit(Rng& rng);

  /// Returns the parameters, output by output: lengthscales of x (only of the first output if they are tied),
  /// variance; variances of linear_on_inputs; sigma_b^2, sigma_j^2 and c_j of linear_on_outputs; variance and
  /// lengthscales of nonlinear_on_outputs; noise variance. All but c_j are logarithms.
  const Eigen::VectorXd& parameters() const { return parameters_; }
  /// Throws InputError for a wrong number of parameters or a covariance matrix that cannot be factorised.
  void set_parameters(const Eigen::VectorXd& parameters);
  /// Returns the log likelihood (2.45): the sum over outputs of the log evidence of the standardised
  /// observations given those of earlier outputs; -infinity if a covariance matrix cannot be factorised.
  /// Computes its gradient unless `gradient` is null.
  double log_likelihood(const Eigen::VectorXd& parameters, Eigen::VectorXd* gradient) const;
  double log_likelihood() const { return log_likelihood(parameters_, nullptr); }

  /// Predicts all outputs. x: d; known: k, NaN where an output is unknown, closed downward. Later outputs
  /// depend on unknown earlier ones by their predicted means. Variances are of the function, without noise.
  GparPrediction propagate_mean(const Eigen::VectorXd& x, const Eigen::VectorXd& known) const;
  /// Returns `count` joint draws of the outputs, count x k, each output from its conditional given the draws
  /// of earlier outputs. All outputs include their noise, the last one only with `noisy`. Known outputs keep
  /// their values.
  Eigen::MatrixXd sample(const Eigen::VectorXd& x, const Eigen::VectorXd& known, int count, Rng& rng,
                         bool noisy = false) const;
  /// Returns the log density, noise included, of the last output being `value`, given x and the known
  /// outputs. The density is averaged over `count` draws of the unknown earlier outputs; it is exact if there
  /// are none.
  double final_log_density(const Eigen::VectorXd& x, const Eigen::VectorXd& known, double value, int count,
                           Rng& rng) const;

 private:
  struct Layout {  // indices of the parameters of one output in parameters_; -1: absent
    int scales = -1, variance = -1, linear_inputs = -1, bias = -1, slopes = -1, offsets = -1, curve = -1,
        curve_scales = -1, noise = -1;
    int first = 0, earlier = 0;  // first output that this one depends on, and number of these outputs
    int rows = 0;                // number of observations of the output, in the first rows of X_ and Y_
  };
  struct Process {  // one output conditioned on its observations
    CholeskyFactor factor;
    Eigen::VectorXd weights;  // (K + noise I)^-1 y
  };
  struct Normal {
    double mean, variance;
  };
  // Standardises each output by the mean and standard deviation of its observations.
  void standardise_outputs();
  // Sets the indices in layout_, and start_, lower_ and upper_.
  void lay_out_parameters();
  // Returns the lower triangle of the covariance matrix, noise included, of the observations of an output.
  Eigen::MatrixXd covariance(int output, const Eigen::VectorXd& parameters) const;
  double add_evidence(int output, const Eigen::VectorXd& parameters, Eigen::VectorXd* gradient) const;
  // Returns the covariances of an output at (x, y) with its observations.
  Eigen::VectorXd cross(int output, const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;
  // Returns the covariance of an output at (x, y) with that at (x2, y2), parameters p. Reads only the values
  // of y and y2 that the output depends on.
  double kernel(int output, const Eigen::VectorXd& p, const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                const Eigen::VectorXd& x2, const Eigen::VectorXd& y2) const;
  // Returns the posterior of an output at x, given the standardised values of earlier outputs there.
  Normal conditional(int output, const Eigen::VectorXd& x, const Eigen::VectorXd& standardised) const;
  // Returns the noise variance of an output.
  double noise(int output) const;
  // Draws an output from its posterior at x with additional variance `noise`, given the standardised values
  // of earlier outputs there.
  double draw(int output, const Eigen::VectorXd& x, const Eigen::VectorXd& standardised, double noise,
              Rng& rng) const;
  // Computes processes_ from the parameters.
  void condition();
  // Convert the values of all outputs to the standardised scale, and back.
  Eigen::VectorXd standardised(const Eigen::VectorXd& known) const;
  Eigen::VectorXd unstandardised(Eigen::VectorXd y) const;
  // Maximises the likelihood of some outputs over the parameters at some indices, from several starts.
  void maximise(const std::vector<int>& outputs, const std::vector<int>& places, int starts, Rng& rng);

  Eigen::MatrixXd X_, Y_;  // rows with the most observed outputs first; Y_ is standardised
  GparOptions options_;
  std::vector<Standardisation> scales_;  // for each output
  std::vector<Layout> layout_;
  Eigen::VectorXd parameters_, start_, lower_, upper_;
  std::vector<Process> processes_;
};

}  // namespace bora::surrogates
