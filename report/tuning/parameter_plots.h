// Charts of a tuning run's trials across its parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/tuning/tuning_page.h"
#include "tuning/trials_model.h"
#include "tuning/tuning.h"

namespace bora::report {

/// One model for each objective; none if there are too few trials.
using TrialsModels = std::vector<std::optional<TrialsModel>>;

/// Returns the indices of the parameters that can vary, by descending `effects`.
std::vector<std::size_t> parameters_by_effect(const ParameterSpace& space,
                                              const std::vector<double>& effects);

/// Charts of the trials across the parameters, as HTML figures. `tuning` and `models` must outlive it.
class ParameterPlots {
 public:
  /// `shown_trial`: trial that charts emphasise, and whose parameters slice() varies; none without a feasible
  /// value.
  ParameterPlots(const Tuning& tuning, const TrialsModels& models, std::optional<std::int64_t> shown_trial);

  /// Draws each trial as a line across all parameters (parallel coordinates); "" with fewer than two
  /// parameters or two distinct values.
  std::string parallel() const;
  /// Draws the trials in the planes of the three numeric parameters with the largest effects, which shows the
  /// parts of the space that the search covered; "" with fewer than two such parameters or without a model.
  std::string planes() const;
  /// Draws objective `k` against parameter `i`, and the prediction of its model if only this parameter of
  /// `shown_trial` is changed; "" for a parameter that cannot vary.
  std::string slice(std::size_t i, std::size_t k) const;

 private:
  std::string plane(std::size_t i, std::size_t j) const;
  bool stands_out(std::int64_t trial) const;

  const Tuning& tuning_;
  const ParameterSpace& space_;
  const TrialsModels& models_;
  std::optional<std::int64_t> shown_trial_;
  bool several_;               // whether there are several objectives
  std::vector<Range> values_;  // range of the values of each objective
};

}  // namespace bora::report
