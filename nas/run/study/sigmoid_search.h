// Sigmoid networks trained by gradient descent, the search for them, and regression on basis functions.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/run/study/sigmoid_config.h"

namespace bora::nas {

/// Mean cost after each epoch on the training and the validation points.
struct CostCurves {
  std::vector<double> training, validation;
};

/// A trained network with its points.
struct SigmoidOutcome {
  LabelledPoints training, validation;
  std::vector<GivenPriorEvaluation>
      evaluations;       ///< evaluations of a search, in order; empty: one network was trained
  std::size_t best = 0;  ///< index of the evaluation of the network below
  SigmoidSetting setting;
  SigmoidNetwork network;
  CostCurves curves;
};

/// Posterior of one model at RegressionOutcome::shown.
struct RegressionFit {
  std::string model;  ///< name of a basis, or "process ell=..."
  Eigen::VectorXd mean, variance;
};

/// Fits of a function of one number at random points in [-1, 1].
struct RegressionOutcome {
  Eigen::VectorXd known, known_values;  ///< points of the fits, and values there
  Eigen::VectorXd shown, shown_values;  ///< points on a grid, and true values there
  std::vector<RegressionFit> fits;
};

/// Trains SigmoidConfig::network, or else runs or continues the search in the folder SigmoidConfig::out and
/// retrains its best network. A search stores the accuracy of each network in run.sqlite, from which it can
/// be resumed. Throws SettingError or InputError for invalid settings or data, StorageError, and Interrupted
/// once `stop` is true.
SigmoidOutcome run_sigmoid_search(const SigmoidConfig& config, const std::atomic<bool>& stop);

/// Fits the example by each basis in SigmoidConfig::basis and by a Gaussian process with the given prior, and
/// creates the folder of the results. Throws SettingError, InputError.
RegressionOutcome run_regression(const SigmoidConfig& config);

}  // namespace bora::nas
