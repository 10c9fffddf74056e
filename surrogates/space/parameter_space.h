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
    ordinal,      ///< one of values, whose order means something
    categorical,  ///< one of values, of which only equality means something
  };
  std::string name;
  Kind kind = Kind::real;
  double lower = 0, upper = 0;         ///< bounds of a number; lower <= upper
  std::vector<ParameterValue> values;  ///< values of ordinal and categorical: >= 1, no two alike
};

/// Returns whether it has one value: equal bounds, or a single one listed.
bool is_frozen(const Parameter& parameter);

/// A value for each parameter, in their order; none: the parameter means nothing with the values before it.
using Assignment = std::vector<std::optional<ParameterValue>>;

/// Throws InputError naming the first that is not valid, as ParameterSpace does, or none.
void check_parameters(const std::vector<Parameter>& parameters);

/// Inequality that all allowed points meet: the sum of factor * parameter <= limit.
struct LinearInequality {
  std::vector<std::pair<std::size_t, double>> terms;  ///< parameters of kind real and integer, always active
  double limit = 0;
};

/// Dependencies between parameters.
struct ParameterRules {
  /// Returns whether parameter i means something; may look only at those before it. None: always.
  std::function<bool(std::size_t i, const Assignment&)> active;
  /// Returns whether an assignment may be evaluated. None: always.
  std::function<bool(const Assignment&)> allows;
  /// Violation of the constraints by an assignment (MixedSpaceRules::violation). None: not known.
  std::function<double(const Assignment&)> violation;
  std::vector<LinearInequality> inequalities;  ///< that allowed points meet, terms without `computed` ones
  bool inequalities_suffice = false;           ///< whether points that meet them are allowed
  /// Parameters of kind real and log whose values follow from those of others, and what sets them, as numbers
  /// that may lie outside their bounds.
  std::vector<std::size_t> computed;
  std::function<void(Assignment&)> compute;
};

/// Space of assignments, whose points are those of a MixedSpace: categorical parameters are its categories,
/// real ones numbers, log ones their logarithms, integers and the positions of ordinal values whole numbers.
/// A parameter that means nothing has one fixed place, and one that is frozen has none.
class ParameterSpace {
 public:
  /// Throws InputError naming the parameter, what is wrong with it, and what is valid. Names: unique, of
  /// letters, digits and underscores, no digit first; at least one is not frozen.
  explicit ParameterSpace(std::vector<Parameter> parameters, ParameterRules rules = {});

  const std::vector<Parameter>& parameters() const { return layout_->parameters; }
  const MixedSpace& space() const { return space_; }

  /// Returns the assignment of a point of space().
  Assignment assignment(const Eigen::VectorXd& point) const;
  /// Returns the point of an assignment; a parameter without a value must mean nothing, or be frozen. Throws
  /// InputError naming the parameter whose value is not valid, or the constraint.
  Eigen::VectorXd point(const Assignment& assignment) const;
  /// Returns `point` with another value of parameter i; parameters that cease or begin to mean something get
  /// their fixed place. None if that is not allowed, or parameter i means nothing there, is frozen or
  /// computed.
  std::optional<Eigen::VectorXd> changed(Eigen::VectorXd point, std::size_t i,
                                         const ParameterValue& value) const;
  /// Parses `text` as a value of parameter i; throws InputError that says what is valid.
  ParameterValue parse(std::size_t i, const std::string& text) const;

 private:
  /// Shared with the rules inside space_.
  struct Layout {
    std::vector<Parameter> parameters;
    ParameterRules rules;
    std::vector<int> column;  ///< index of each parameter's coordinate; -1 if it is frozen
    Assignment assignment(const Eigen::VectorXd& point) const;
    double coordinate(std::size_t i, const ParameterValue& value) const;
    ParameterValue value(std::size_t i, double coordinate) const;
  };
  static MixedSpace make_space(std::shared_ptr<Layout> layout);

  std::shared_ptr<Layout> layout_;
  MixedSpace space_;
};

}  // namespace bora::surrogates
