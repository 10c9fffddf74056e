// Searches over tables of architectures that have been trained already.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/layers.h"
#include "data/architectures/nas_table.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Observations that a search of a table makes.
struct ObservationOptions {
  /// Columns of accuracies, of which each evaluation shows one, drawn by the search's seed, in place of the
  /// objective: NAS-Bench-201's accuracies by training seed, or a validation accuracy where the objective is
  /// one on test images. Empty: the objective.
  std::vector<std::string> columns;
  double noise = 0;  ///< standard deviation of normal noise that is added, percentage points, >= 0
};

/// Space that consists of the architectures of a table, with the accuracy of each.
class TabularBenchmark {
 public:
  /// whole: the space that the table is of; objective: the column of accuracies in percent, or "" for the
  /// usual one of such a table (c10_xvalid_200, val_accuracy). Where none exceeds 1 they are shares, and are
  /// multiplied by 100 unless `percent` says that they are in percent. Architectures whose accuracy is
  /// missing are left out. The others are listed in the order of their names, so that the order of the file
  /// has no influence. Throws InputError.
  TabularBenchmark(SpacePtr whole, NasTable table, const std::string& objective, bool percent = false,
                   ObservationOptions observations = {});

  /// Returns whether the table has accuracies as shares of 1.
  bool of_shares() const { return of_shares_; }

  /// Returns the whole space if the table has all of it, else the table's architectures; then parameters and
  /// operations, where the table says them, count among the statistics, by their logarithms.
  const SpacePtr& space() const { return space_; }
  const std::string& objective() const { return objective_; }
  const NasTable& table() const { return table_; }
  int size() const { return static_cast<int>(accuracies_.size()); }
  /// Returns the number of the table's architectures without a value of the objective.
  int left_out() const { return static_cast<int>(table_.values.size()) - size(); }

  /// Returns the accuracy that the table gives, in percent.
  double accuracy(const Architecture& architecture) const { return accuracies_[place(architecture)]; }
  /// Returns the accuracy that the search of a seed observes, in percent, from 0 to 100: accuracy() unless
  /// there are ObservationOptions.
  double observed(const Architecture& architecture, std::uint64_t seed) const;
  /// Returns whether searches observe something other than accuracy().
  bool observes_otherwise() const { return !observed_.empty() || observations_.noise > 0; }
  const ObservationOptions& observations() const { return observations_; }
  /// Returns the value of an accuracy in percent that a search maximises, which is -log of the error.
  static double value_of(double accuracy);
  double value(const Architecture& architecture) const { return value_of(accuracy(architecture)); }
  double best_accuracy() const;
  /// Returns the table's row that describes an architecture.
  const std::vector<double>& row(const Architecture& architecture) const {
    return table_.values[rows_[place(architecture)]];
  }
  bool has_parameters() const { return parameters_ >= 0; }
  double parameters(const Architecture& architecture) const {
    return row(architecture)[static_cast<std::size_t>(parameters_)];
  }

 private:
  std::size_t place(const Architecture& architecture) const;

  NasTable table_;
  SpacePtr space_;
  std::string objective_;
  ObservationOptions observations_;
  std::vector<int> observed_;  // columns
  int parameters_ = -1;        // column of the number of weights
  bool of_shares_ = false;
  std::vector<double> accuracies_;
  std::vector<std::size_t> rows_;  // rows of the table
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace bora::nas
