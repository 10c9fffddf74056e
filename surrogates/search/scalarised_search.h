// Search for several objectives by a search for one objective.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "surrogates/search/ask_tell.h"
#include "surrogates/search/scalarisation.h"

namespace bora::surrogates {

/// ParEGO (Knowles 2006) with any search that supports AskTell::revalue(). Before each ask() it draws weights
/// of the objectives and replaces all values of the search by their scalarisation (tchebycheff()). The
/// weights depend on the seed and the number of the trial alone. With one objective the search gets the
/// values unchanged.
template <typename SpaceType>
class ScalarisedSearch {
 public:
  using Point = typename SpaceType::Point;
  /// Transform of the n values of one objective before scalarisation, e.g. one that raises outliers, next to
  /// which the other values would be nearly equal.
  using Column = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

  /// search: has no trials or observations yet. column: applied to each objective; empty: none. Throws
  /// InputError if objectives < 1.
  ScalarisedSearch(std::unique_ptr<AskTell<SpaceType>> search, int objectives, std::uint64_t seed,
                   Column column = {})
      : search_(std::move(search)), objectives_(objectives), seed_(seed), column_(std::move(column)) {
    if (objectives < 1) throw InputError("objectives: {} is below 1", objectives);
    weights_ = Eigen::VectorXd::Constant(objectives, 1.0 / objectives);
  }

  Trial<Point> ask();
  /// Do the same as the functions of AskTell for several objectives. values: one for each objective, finite,
  /// larger is better.
  void tell(std::int64_t trial, const Eigen::VectorXd& values);
  void fail(std::int64_t trial) { search_->fail(trial); }
  void abandon(std::int64_t trial) { search_->abandon(trial); }

  int observations() const { return search_->observations(); }
  int pending() const { return search_->pending(); }

 private:
  std::vector<double> scalarised_values() const;

  std::unique_ptr<AskTell<SpaceType>> search_;
  int objectives_;
  std::uint64_t seed_;
  Column column_;
  Eigen::VectorXd weights_;  // weights of the last trial
  Eigen::MatrixXd told_;     // values told: n x objectives, in order
  std::int64_t asked_ = 0;
};

// Returns the scalarisation of all values told under the current weights.
template <typename SpaceType>
std::vector<double> ScalarisedSearch<SpaceType>::scalarised_values() const {
  Eigen::MatrixXd seen = told_;
  if (column_)
    for (Eigen::Index k = 0; k < seen.cols(); ++k) seen.col(k) = column_(told_.col(k));
  const Eigen::VectorXd scalars = tchebycheff(seen, weights_);
  return {scalars.begin(), scalars.end()};
}

template <typename SpaceType>
Trial<typename SpaceType::Point> ScalarisedSearch<SpaceType>::ask() {
  constexpr std::uint64_t kWeightStream = 0x73636c72;
  if (objectives_ > 1) {
    Rng rng(mix_seed(mix_seed(seed_, kWeightStream), static_cast<std::uint64_t>(++asked_)));
    weights_ = drawn_weights(objectives_, rng);
    if (told_.rows() > 0) search_->revalue(scalarised_values());
  }
  return search_->ask().front();
}

template <typename SpaceType>
void ScalarisedSearch<SpaceType>::tell(std::int64_t trial, const Eigen::VectorXd& values) {
  if (values.size() != objectives_)
    throw InputError("tell: {} values, expected {}", values.size(), objectives_);
  if (!values.allFinite()) throw InputError("tell: a value of trial {} is not finite", trial);
  if (objectives_ == 1) {
    search_->tell(trial, values[0]);
    return;
  }
  // The new value may change the scale of the earlier ones, which are updated first, so that the search
  // compares values of one scale.
  const Eigen::MatrixXd before = told_;
  told_.conservativeResize(told_.rows() + 1, objectives_);
  told_.bottomRows(1) = values.transpose();
  std::vector<double> scalars = scalarised_values();
  const double last = scalars.back();
  scalars.pop_back();
  try {
    if (!scalars.empty()) search_->revalue(scalars);
    search_->tell(trial, last);
  } catch (const InputError&) {
    told_ = before;
    throw;
  }
}

}  // namespace bora::surrogates
