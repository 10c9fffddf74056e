// Benchmark that consists of a table of trained architectures.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/layers.h"
#include "data/architectures/nas_table.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Values that a search on a table observes.
struct ObservationOptions {
  /// Columns of accuracies that are observed instead of the objective; each evaluation draws one of them by
  /// the seed of the search. Examples are the accuracies of NAS-Bench-201 for several training seeds, or
  /// validation accuracies if the objective is a test accuracy. Empty: the objective is observed.
  std::vector<std::string> columns;
  double noise = 0;  ///< standard deviation of normal noise that is added, in percentage points, >= 0
};

/// Space of the architectures of a table, with their accuracies. If the objective is an error that is
/// minimised, the accuracy is 100% minus the error.
class TabularBenchmark {
 public:
  /// whole: space whose architectures the table lists. objective: column of accuracies, also with ":maximise"
  /// at its end, or of errors, with ":minimise"; "": c10_xvalid_200 or val_accuracy. Values are in percent;
  /// if all are in [0, 1], they are taken as fractions, unless `percent`. Architectures without a value are
  /// left out. The others are listed in the order of their names, so that the order of the file has no
  /// influence. Throws InputError.
  TabularBenchmark(SpacePtr whole, NasTable table, const std::string& objective, bool percent = false,
                   ObservationOptions observations = {});

  /// Returns whether the values of the table are fractions, in [0, 1].
  bool of_shares() const { return of_shares_; }
  /// Returns whether the objective is an error that is minimised.
  bool minimised() const { return minimised_; }
  /// Returns a warning if the objective is maximised by default although its name is that of an error or
  /// cost; else "".
  std::string doubt_about_direction() const;

  /// Returns a warning if the values are taken as fractions, although they may be small percentages: the name
  /// of the column has the word percent, or the values are errors of which as fractions none is below 0.1 or
  /// has more than two decimals; else "".
  std::string doubt_about_unit() const;

  /// Returns the whole space if the table has all its architectures; otherwise a ListedSpace, whose
  /// statistics include the logarithms of the numbers of parameters and operations if the table has them.
  const SpacePtr& space() const { return space_; }
  /// Returns the column that is searched, without its direction.
  const std::string& objective() const { return objective_; }
  const NasTable& table() const { return table_; }
  int size() const { return static_cast<int>(accuracies_.size()); }  ///< number of architectures
  /// Returns the number of architectures that were left out because they have no accuracy.
  int left_out() const { return static_cast<int>(table_.values.size()) - size(); }

  /// Returns the accuracy in percent, or throws InputError for an architecture that is not in the table.
  double accuracy(const Architecture& architecture) const { return accuracies_[place(architecture)]; }
  /// Returns the accuracy that a search with this seed observes, in [0, 100] percent; it is accuracy() unless
  /// observes_otherwise().
  double observed(const Architecture& architecture, std::uint64_t seed) const;
  /// Returns whether searches observe something other than accuracy().
  bool observes_otherwise() const { return !observed_.empty() || observations_.noise > 0; }
  const ObservationOptions& observations() const { return observations_; }
  /// Returns the value that searches maximise for an accuracy in percent: -log(1 - accuracy / 100).
  static double value_of(double accuracy);
  double value(const Architecture& architecture) const { return value_of(accuracy(architecture)); }
  double best_accuracy() const;  ///< largest of the accuracies, in percent
  /// Returns the row of table() that describes an architecture.
  const std::vector<double>& row(const Architecture& architecture) const {
    return table_.values[rows_[place(architecture)]];
  }
  bool has_parameters() const { return parameters_ >= 0; }  ///< whether the table has numbers of weights
  /// Returns the number of weights of an architecture. The table must have them.
  double parameters(const Architecture& architecture) const {
    return row(architecture)[static_cast<std::size_t>(parameters_)];
  }

 private:
  std::size_t place(const Architecture& architecture) const;

  NasTable table_;
  SpacePtr space_;
  std::string objective_;
  ObservationOptions observations_;
  std::vector<int> observed_;  // columns that are observed; empty: the objective
  int parameters_ = -1;        // column of the number of weights
  bool of_shares_ = false, minimised_ = false;
  bool directed_ = false;           // whether the direction was given
  std::vector<double> accuracies_;  // accuracies in percent, in the order of the names of architectures
  std::vector<std::size_t> rows_;   // row in table_ of each of these
  std::unordered_map<std::string, std::size_t> places_;  // index in these vectors by text
};

}  // namespace bora::nas
