// Gaussian process autoregressive regression: a model of several outputs as a chain of Gaussian processes
// (Requeima et al. 2018; Hutchinson, "Architecture search for Bayesian neural networks", section 2.3).
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Kernel of output i on (x, y_1, ..., y_{i-1}), a sum of an exponentiated quadratic kernel on x (2.31) and
/// of what is chosen here. With neither kernel on outputs the outputs are independent processes.
struct GparOptions {
  bool linear_on_inputs = false;
  bool linear_on_outputs = true;      ///< adds sigma_b^2 + sum_j sigma_j^2 (y_j - c_j)(y_j' - c_j), as (2.32)
  bool nonlinear_on_outputs = false;  ///< adds an exponentiated quadratic kernel
  int markov = 1;           ///< number of directly preceding outputs that an output depends on; 0: all
  bool tied_scales = true;  ///< all outputs have the same lengthscales on x
  /// True: all likelihoods are maximised jointly, from the optimum of each; false: one after the other.
  bool joint = true;
  int starts = 3;      ///< starts of the optimiser, the first at default values, the others random; >= 1
  void check() const;  ///< throws InputError naming the field
};

/// Posterior moments of the outputs at one point, each given the ones before it.
struct GparPrediction {
  Eigen::VectorXd mean, variance;  ///< k; for known outputs: their value and 0
};

/// A chain of Gaussian processes.
class Gpar {
 public:
  /// Stores the data and sets parameters to their starting values. X: n x d, about within the unit box; Y: n
  /// x k, NaN where an output is not observed. Each output is standardised internally by its own mean and
  /// standard deviation. Throws InputError if sizes do not match, an output has no observation, or the data
  /// are not closed downward (an output is observed although an earlier one is not).
  Gpar(Eigen::MatrixXd X, Eigen::MatrixXd Y, const GparOptions& options = {});

  int outputs() const { return static_cast<int>(Y_.cols()); }
  /// Sets the parameters to the best found by L-BFGS-B.
  void fit(Rng& rng);

  /// Returns lengthscales of x (first, once, where they are tied), then output by output: lengthscales of x
  /// where they are not tied, variance; variances of linear_on_inputs; sigma_b^2, sigma_j^2 and c_j of
  /// linear_on_outputs; variance and lengthscales of nonlinear_on_outputs; noise. All but c_j are logarithms.
  const Eigen::VectorXd& parameters() const { return parameters_; }
  void set_parameters(const Eigen::VectorXd& parameters);
  /// Returns the sum over outputs of the log evidence of the standardised observations given those of the
  /// outputs before (2.45), and its gradient (may be null). -infinity where a covariance matrix cannot be
  /// factorised.
  double log_likelihood(const Eigen::VectorXd& parameters, Eigen::VectorXd* gradient) const;
  double log_likelihood() const { return log_likelihood(parameters_, nullptr); }

  /// Predicts all outputs. x: d; known: k, NaN where an output is unknown, closed downward. Later outputs
  /// depend on unknown earlier ones by their predicted means. Variances are of the function, without noise.
  GparPrediction propagate_mean(const Eigen::VectorXd& x, const Eigen::VectorXd& known) const;
  /// Returns `count` joint draws of the outputs, count x k, each output from its conditional given the draws
  /// before it. Every output includes its noise, the last one only with `noisy`. Known outputs keep their
  /// value.
  Eigen::MatrixXd sample(const Eigen::VectorXd& x, const Eigen::VectorXd& known, int count, Rng& rng,
                         bool noisy = false) const;
  /// Returns log p(y_k = value | x, known outputs), noise included, averaged over `count` draws of the
  /// outputs in between. It is exact if all earlier outputs are known.
  double final_log_density(const Eigen::VectorXd& x, const Eigen::VectorXd& known, double value, int count,
                           Rng& rng) const;

 private:
  struct Layout {  // places of one output's parameters; -1: absent
    int scales = -1, variance = -1, linear_inputs = -1, bias = -1, slopes = -1, offsets = -1, curve = -1,
        curve_scales = -1, noise = -1;
    int first = 0, earlier = 0;  // first output that it depends on, and number of these outputs
    int rows = 0;                // number of its observations, which are in the first rows of X_ and Y_
  };
  struct Process {  // one output conditioned on its observations
    CholeskyFactor factor;
    Eigen::VectorXd weights;  // K^-1 y
  };
  struct Normal {
    double mean, variance;
  };
  // Standardises Y_, of each output by the mean and deviation of its observations.
  void standardise_outputs();
  // Sets the places of the parameters in layout_, and start_, lower_ and upper_.
  void lay_out_parameters();
  double add_evidence(int output, const Eigen::VectorXd& parameters, Eigen::VectorXd* gradient) const;
  Eigen::VectorXd cross(int output, const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;
  double kernel(int output, const Eigen::VectorXd& p, const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                const Eigen::VectorXd& x2, const Eigen::VectorXd& y2) const;
  Normal conditional(int output, const Eigen::VectorXd& x, const Eigen::VectorXd& standardised) const;
  void condition();
  Eigen::VectorXd standardised(const Eigen::VectorXd& known) const;
  // Maximises the likelihood of some outputs over some parameters, from several starts.
  void maximise(const std::vector<int>& outputs, const std::vector<int>& places, int starts, Rng& rng);

  Eigen::MatrixXd X_, Y_;  // rows with most outputs first; Y_ standardised
  GparOptions options_;
  Eigen::VectorXd means_, deviations_;
  std::vector<Layout> layout_;
  Eigen::VectorXd parameters_, start_, lower_, upper_;
  std::vector<Process> processes_;
};

}  // namespace bora::surrogates
