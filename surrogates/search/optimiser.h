// Interface of every optimiser of an unknown function, for any type of point.
#pragma once

#include <cstdint>
#include <vector>

namespace bora::surrogates {

/// Point to evaluate and the number that identifies it from then on: a point that goes through text, a
/// process or another machine may come back with other digits, but its number does not change.
template <typename Point>
struct Trial {
  std::int64_t number = 0;
  Point point;
};

/// Outcome of a trial.
enum class Outcome { told, failed, abandoned };

/// Optimiser that maximises by ask and tell. A trial is pending from ask to tell or abandon. Any number may
/// be pending, and told in any order. The same seed, asks and tells in the same order give the same points.
template <typename Point>
class Optimiser {
 public:
  virtual ~Optimiser() = default;

  /// Returns q >= 1 trials, numbered 1, 2, ... in the order asked for. Throws InputError for q < 1.
  virtual std::vector<Trial<Point>> ask(int q = 1) = 0;
  /// Tells the value of a trial: finite, larger is better. Throws InputError if it is not finite or the trial
  /// is not pending, and then stores nothing.
  virtual void tell(std::int64_t trial, double value) = 0;
  /// Ends a trial without a value, which gives no information about its point; later asks may come near it
  /// again. Throws InputError if it is not pending.
  virtual void abandon(std::int64_t trial) = 0;
  /// Ends a trial whose point has no value because its evaluation fails: the point is not asked for again,
  /// and some optimisers learn to avoid similar points. Throws InputError if it is not pending.
  virtual void fail(std::int64_t trial) { abandon(trial); }
  /// Stores the value of a point that was not asked for, e.g. for a warm start. Throws InputError for a point
  /// outside the space or a value that is not finite.
  virtual void observe(const Point& point, double value) = 0;

  virtual int observations() const = 0;
  virtual int pending() const = 0;
  /// Return the best observation so far and its value; require observations() > 0.
  virtual Point incumbent() const = 0;
  virtual double incumbent_value() const = 0;
};

}  // namespace bora::surrogates
