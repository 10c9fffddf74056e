// Interface of all optimisers of an unknown function, for any type of point.
#pragma once

#include <cstdint>
#include <vector>

namespace bora::surrogates {

/// Point to evaluate, and the number by which its result is reported. A point that is written as text or sent
/// to another process may come back rounded; its number identifies it nevertheless.
template <typename Point>
struct Trial {
  std::int64_t number = 0;
  Point point;
};

/// Outcome of a trial: its value was told, its evaluation failed, or it was abandoned.
enum class Outcome { told, failed, abandoned };

/// Optimiser that maximises a function by ask and tell. A trial is pending from ask() until tell(), fail() or
/// abandon(). Any number of trials may be pending, and they may end in any order. The same seed and the same
/// calls in the same order give the same points.
template <typename Point>
class Optimiser {
 public:
  virtual ~Optimiser() = default;

  /// Returns q new trials. The trials of an optimiser are numbered 1, 2, ... . Throws InputError if q < 1.
  virtual std::vector<Trial<Point>> ask(int q = 1) = 0;
  /// Tells the value of a trial: finite, larger is better. Throws InputError if it is not finite or the trial
  /// is not pending, and then stores nothing.
  virtual void tell(std::int64_t trial, double value) = 0;
  /// Ends a trial that was not evaluated. Its point counts as new again, so it may be proposed again. Throws
  /// InputError if the trial is not pending.
  virtual void abandon(std::int64_t trial) = 0;
  /// Ends a trial whose point has no value because its evaluation failed. The point is not proposed again,
  /// and some optimisers learn to avoid similar points. Throws InputError if the trial is not pending.
  virtual void fail(std::int64_t trial) { abandon(trial); }
  /// Stores the value of a point that ask() did not return, e.g. for a warm start. Throws InputError for a
  /// point outside the space or a value that is not finite.
  virtual void observe(const Point& point, double value) = 0;

  virtual int observations() const = 0;  ///< returns the number of values told and observed
  virtual int pending() const = 0;       ///< returns the number of pending trials
  /// Return the best observation so far and its value; require observations() > 0.
  virtual Point incumbent() const = 0;
  virtual double incumbent_value() const = 0;
};

}  // namespace bora::surrogates
