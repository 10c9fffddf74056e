// Space of named parameters of several kinds, as users define them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

using ParameterValue = std::variant<std::int64_t, double, std::string, bool>;

/// Returns the value as a user would type it: numbers with the fewest digits that are parsed to the same
/// value, and true or false.
std::string to_text(const ParameterValue& value);

/// Parameter that a user searches.
struct Parameter {
  enum class Kind {
    real,         ///< in [lower, upper]
    log,          ///< in [lower, upper], lower > 0, searched by its logarithm
    integer,      ///< lower, ..., upper
    log_integer,  ///< the same, lower > 0, searched by its logarithm
    ordinal,      ///< one of `values`, which are ordered
    categorical,  ///< one of `values`, which have no order
  };
  std::string name;
  Kind kind = Kind::real;
  double lower = 0, upper = 0;         ///< bounds of a number; lower <= upper
  std::vector<ParameterValue> values;  ///< values of an ordinal or categorical, at least one, all different
};

/// Returns whether the values of a parameter are listed.
inline bool is_listed(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::ordinal || parameter.kind == Parameter::Kind::categorical;
}
/// Returns whether the values of a parameter are integers.
inline bool is_whole(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::integer || parameter.kind == Parameter::Kind::log_integer;
}
/// Returns whether a parameter has only one value: equal bounds, or one listed value.
bool is_frozen(const Parameter& parameter);

/// Value of each parameter, in order; none: the parameter is inactive given the values of earlier parameters.
using Assignment = std::vector<std::optional<ParameterValue>>;

/// Throws InputError for an invalid parameter, naming the first, and if there are none.
void check_parameters(const std::vector<Parameter>& parameters);

/// Linear inequality that all allowed points meet: sum of factor * parameter <= limit.
struct LinearInequality {
  /// Indices and factors of parameters of kind real or integer that are always active.
  std::vector<std::pair<std::size_t, double>> terms;
  double limit = 0;
};

/// Dependencies between parameters.
struct ParameterRules {
  /// Function that returns whether parameter i is active given the values of earlier parameters. None:
  /// always.
  std::function<bool(std::size_t i, const Assignment&)> active;
  /// Function that returns whether an assignment is allowed to be evaluated. None: always.
  std::function<bool(const Assignment&)> allows;
  /// Function that returns the violation of the constraints (MixedSpaceRules::violation). None: unknown.
  std::function<double(const Assignment&)> violation;
  std::vector<LinearInequality> inequalities;  ///< have no terms of `computed` parameters
  bool inequalities_suffice = false;           ///< whether all points that meet the inequalities are allowed
  /// Parameters of kind real or log that are computed from others, and the function that sets them. Computed
  /// values may be outside their bounds.
  std::vector<std::size_t> computed;
  std::function<void(Assignment&)> compute;
};

/// Space of assignments, which are mapped to points of a MixedSpace. Categorical parameters are categories of
/// the points. Real parameters are numbers, log parameters their logarithms; integers and the indices of
/// ordinal values are integer numbers. The coordinate of an inactive parameter has a fixed value, and a
/// frozen parameter has no coordinate.
class ParameterSpace {
 public:
  /// parameters: at least one that is not frozen. Names are unique and consist of letters, digits and
  /// underscores, the first not a digit. Throws InputError that names an invalid parameter, the error and
  /// what is valid.
  explicit ParameterSpace(std::vector<Parameter> parameters, ParameterRules rules = {});

  const std::vector<Parameter>& parameters() const { return layout_->parameters; }
  const MixedSpace& space() const { return space_; }

  /// Returns the assignment that a point of space() stands for.
  Assignment assignment(const Eigen::VectorXd& point) const;
  /// Returns the point that stands for an assignment. A parameter without a value must be inactive or frozen.
  /// Throws InputError that names a parameter whose value is not valid, or if the constraints are not met.
  Eigen::VectorXd point(const Assignment& assignment) const;
  /// Returns `point` with another one of the valid values of parameter i. Parameters that become active or
  /// inactive get their fixed values. Returns none if the result is not allowed, or parameter i is inactive,
  /// frozen or computed.
  std::optional<Eigen::VectorXd> changed(Eigen::VectorXd point, std::size_t i,
                                         const ParameterValue& value) const;
  /// Parses `text`, which must be a value of parameter i. Throws InputError, with what is valid, for other
  /// texts.
  ParameterValue parse(std::size_t i, const std::string& text) const;

 private:
  struct Box;
  /// Parameters and their coordinates, shared with the rules of space_.
  struct Layout {
    std::vector<Parameter> parameters;
    ParameterRules rules;
    std::vector<int> column;  ///< index of each parameter's coordinate; -1 if it is frozen
    Assignment assignment(const Eigen::VectorXd& point) const;
    /// Convert values of parameter i to coordinates and back.
    double coordinate(std::size_t i, const ParameterValue& value) const;
    ParameterValue value(std::size_t i, double coordinate) const;
    /// Sets `column`, categories first, and returns the levels, bounds and kinds of the coordinates.
    Box assign_columns();
    /// Sets the coordinates of inactive parameters to those of `fixed`, and computes those of computed
    /// parameters.
    void settle(Eigen::VectorXd& point, const Eigen::VectorXd& fixed) const;
    /// Adds the inequalities over parameters as rows over the numbers of the box.
    void add_rows(Box& box) const;
  };
  static MixedSpace make_space(std::shared_ptr<Layout> layout);

  std::shared_ptr<Layout> layout_;
  MixedSpace space_;
};

}  // namespace bora::surrogates
