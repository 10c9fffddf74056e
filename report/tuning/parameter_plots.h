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

using TrialsModels =
    std::vector<std::optional<TrialsModel>>;  ///< one for each objective; none: too few trials

/// Returns the parameters that can vary, those with the largest `effects` first.
std::vector<std::size_t> parameters_by_effect(const ParameterSpace& space,
                                              const std::vector<double>& effects);

/// Draws the trials of `tuning` across its parameters as HTML figures. `tuning` and `models` outlive it.
class ParameterPlots {
 public:
  /// `shown_trial`: the trial that charts emphasise and vary; none without a feasible value.
  ParameterPlots(const Tuning& tuning, const TrialsModels& models, std::optional<std::int64_t> shown_trial);

  /// Draws each trial as a line across all parameters; "" with fewer than two parameters or two values.
  std::string parallel() const;
  /// Draws where the trials lie in the planes of the three numbers that matter most; "" with fewer than two
  /// such numbers or without a model. It shows whether the search looked everywhere.
  std::string planes() const;
  /// Draws objective `k` against parameter `i`, and what its model predicts when `i` alone is changed from
  /// `shown_trial`; "" for a parameter that cannot vary.
  std::string slice(std::size_t i, std::size_t k) const;

 private:
  std::string plane(std::size_t i, std::size_t j) const;
  bool stands_out(std::int64_t trial) const;

  const Tuning& tuning_;
  const ParameterSpace& space_;
  const TrialsModels& models_;
  std::optional<std::int64_t> shown_trial_;
  bool several_;               // whether there are several objectives
  std::vector<Range> values_;  // one for each objective
};

}  // namespace bora::report
