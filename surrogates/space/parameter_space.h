// Space of named parameters of several kinds, as users state them.
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

/// Returns the value as a user types it: numbers with the fewest digits that read back the same, true or
/// false.
std::string to_text(const ParameterValue& value);

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
  std::vector<ParameterValue> values;  ///< values of ordinal and categorical: >= 1, no two alike
};

/// Returns whether a parameter has one of listed values, or takes whole numbers only.
inline bool is_listed(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::ordinal || parameter.kind == Parameter::Kind::categorical;
}
inline bool is_whole(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::integer || parameter.kind == Parameter::Kind::log_integer;
}
/// Returns whether a parameter has only one value: equal bounds, or one listed value.
bool is_frozen(const Parameter& parameter);

/// Value of each parameter, in order; none: the parameter is inactive given the values before it.
using Assignment = std::vector<std::optional<ParameterValue>>;

/// Throws InputError naming the first invalid parameter, as ParameterSpace does, or if there is no parameter.
void check_parameters(const std::vector<Parameter>& parameters);

/// Linear inequality that all allowed points meet: sum of factor * parameter <= limit.
struct LinearInequality {
  std::vector<std::pair<std::size_t, double>> terms;  ///< parameters of kind real and integer, always active
  double limit = 0;
};

/// Dependencies between parameters.
struct ParameterRules {
  /// Function that returns whether parameter i is active; it may use only the values before i. None: always.
  std::function<bool(std::size_t i, const Assignment&)> active;
  /// Function that returns whether an assignment may be evaluated. None: always.
  std::function<bool(const Assignment&)> allows;
  /// Function that returns the violation of the constraints (MixedSpaceRules::violation). None: unknown.
  std::function<double(const Assignment&)> violation;
  std::vector<LinearInequality> inequalities;  ///< without terms of `computed` parameters
  bool inequalities_suffice = false;           ///< whether all points that meet these are allowed
  /// Parameters of kind real and log that are computed from others, and the function that sets them. Their
  /// values may lie outside their bounds.
  std::vector<std::size_t> computed;
  std::function<void(Assignment&)> compute;
};

/// Space of assignments, whose points are those of a MixedSpace. Categorical parameters are its categories,
/// real ones its numbers, log ones their logarithms; integers and the positions of ordinal values are integer
/// numbers. An inactive parameter has a fixed value there, and a frozen one has no coordinate.
class ParameterSpace {
 public:
  /// Throws InputError naming the parameter, what is wrong with it, and what is valid. Names: unique, of
  /// letters, digits and underscores, no digit first; at least one is not frozen.
  explicit ParameterSpace(std::vector<Parameter> parameters, ParameterRules rules = {});

  const std::vector<Parameter>& parameters() const { return layout_->parameters; }
  const MixedSpace& space() const { return space_; }

  /// Returns the assignment that describes a point of space().
  Assignment assignment(const Eigen::VectorXd& point) const;
  /// Returns the point that an assignment describes. A parameter without a value must be inactive or frozen.
  /// Throws InputError naming the parameter whose value is not valid, or the violated constraint.
  Eigen::VectorXd point(const Assignment& assignment) const;
  /// Returns `point` with the value of parameter i changed. Parameters that become active or inactive get
  /// their fixed value. None if the result is not allowed, or parameter i is inactive, frozen or computed.
  std::optional<Eigen::VectorXd> changed(Eigen::VectorXd point, std::size_t i,
                                         const ParameterValue& value) const;
  /// Parses `text` as a value of parameter i; throws InputError that says what is valid.
  ParameterValue parse(std::size_t i, const std::string& text) const;

 private:
  struct Box;
  /// Shared with the rules inside space_.
  struct Layout {
    std::vector<Parameter> parameters;
    ParameterRules rules;
    std::vector<int> column;  ///< index of each parameter's coordinate; -1 if it is frozen
    Assignment assignment(const Eigen::VectorXd& point) const;
    double coordinate(std::size_t i, const ParameterValue& value) const;
    ParameterValue value(std::size_t i, double coordinate) const;
    Box assign_columns();
    void settle(Eigen::VectorXd& point, const Eigen::VectorXd& fixed) const;
    void add_rows(Box& box) const;
  };
  static MixedSpace make_space(std::shared_ptr<Layout> layout);

  std::shared_ptr<Layout> layout_;
  MixedSpace space_;
};

}  // namespace bora::surrogates
