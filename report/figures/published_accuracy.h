// Published tables of accuracy after attacks on graph classifiers, and the protocols they stand for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Mean over trials and their standard deviation, in percent.
struct PublishedAccuracy {
  double mean = 0;
  double deviation = 0;
};

struct PublishedAccuracyTable {
  std::string protocol;  ///< value of --protocol that selects it
  std::string source;
  /// Options of bo-attack with their values.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::pair<std::string, std::string>> columns;  ///< architecture, data set
  struct Row {
    std::string attack;                    ///< attack spec as stored in run databases; "": clean
    std::string name;                      ///< name in the paper
    std::vector<PublishedAccuracy> cells;  ///< one a column
  };
  std::vector<Row> rows;

  /// Returns a cell, or null where the table has none. `data` may be a sample of a set: COLLAB-500 is
  /// compared with the published figures of COLLAB.
  const PublishedAccuracy* find(const std::string& attack, const std::string& architecture,
                                const std::string& data) const;
};

/// Returns what table 6.6 of Ru 2021 (Bayesian Optimisation for Automated Machine Learning, Oxford) contains.
const PublishedAccuracyTable& published_accuracy();

}  // namespace bora::report
