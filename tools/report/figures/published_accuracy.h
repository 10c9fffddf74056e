// Published tables of accuracy after attacks on graph classifiers, and the protocols they stand for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bora {

/// In percent: mean over trials and their standard deviation.
struct PublishedAccuracy {
  double mean = 0;
  double deviation = 0;
};

struct PublishedAccuracyTable {
  std::string protocol;  ///< its name for --protocol
  std::string source;
  /// Option of bo-attack -> value.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::pair<std::string, std::string>> columns;  ///< architecture, data set
  struct Row {
    std::string attack;                    ///< as run databases know it; "": clean
    std::string name;                      ///< what the paper calls it
    std::vector<PublishedAccuracy> cells;  ///< one a column
  };
  std::vector<Row> rows;

  /// None where the table has no such cell. `data` may be a sample of a set: COLLAB-500 is compared with what
  /// was published of COLLAB.
  const PublishedAccuracy* find(const std::string& attack, const std::string& architecture,
                                const std::string& data) const;
};

/// B. Ru, Bayesian Optimisation for Automated Machine Learning (thesis, Oxford 2021), table 6.6.
const PublishedAccuracyTable& published_accuracy();

}  // namespace bora
