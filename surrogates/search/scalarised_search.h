// Search for several objectives made of a search for one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "surrogates/search/ask_tell.h"
#include "surrogates/search/scalarisation.h"

namespace bora::surrogates {

/// ParEGO (Knowles 2006) with any search: before each ask, weights of the objectives are drawn, and all
/// values of the search are replaced by their scalarisation (tchebycheff) under these weights. The weights
/// depend on the number of the trial, so that the same tells give the same asks. With one objective the
/// search is told the values as they are.
///
/// For searches that can be shown other values (AskTell::revalue). SpaceType: as AskTell has it.
template <typename SpaceType>
class ScalarisedSearch {
 public:
  using Point = typename SpaceType::Point;
  /// Transformation of the n values of one objective before they are weighted, e.g. one that clips the values
  /// of complete failures, which would dominate the scale.
  using Column = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

  /// search: nothing has been asked of it yet. objectives >= 1. Throws InputError.
  ScalarisedSearch(std::unique_ptr<AskTell<SpaceType>> search, int objectives, std::uint64_t seed,
                   Column column = {})
      : search_(std::move(search)), objectives_(objectives), seed_(seed), column_(std::move(column)) {
    if (objectives < 1) throw InputError("objectives: {} is below 1", objectives);
    weights_ = Eigen::VectorXd::Constant(objectives, 1.0 / objectives);
  }

  Trial<Point> ask();
  /// values: one for each objective, finite, larger is better. As AskTell::tell, fail and abandon.
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
  Eigen::VectorXd weights_;  // weights of the last ask
  Eigen::MatrixXd told_;     // n x objectives, in the order told
  std::int64_t asked_ = 0;
};

// Returns the scalarised values told, under the current weights.
template <typename SpaceType>
std::vector<double> ScalarisedSearch<SpaceType>::scalarised_values() const {
  Eigen::MatrixXd seen = told_;
  if (column_)
    for (Eigen::Index k = 0; k < seen.cols(); ++k) seen.col(k) = column_(told_.col(k));
  const Eigen::VectorXd worth = tchebycheff(seen, weights_);
  return {worth.begin(), worth.end()};
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
  // A search that compares a new value with earlier ones gets both on one scale.
  const Eigen::MatrixXd before = told_;
  told_.conservativeResize(told_.rows() + 1, objectives_);
  told_.bottomRows(1) = values.transpose();
  std::vector<double> worth = scalarised_values();
  const double told = worth.back();
  worth.pop_back();
  try {
    if (!worth.empty()) search_->revalue(worth);
    search_->tell(trial, told);
  } catch (const InputError&) {
    told_ = before;
    throw;
  }
}

}  // namespace bora::surrogates
