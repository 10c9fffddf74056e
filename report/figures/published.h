// Tables of attack results as published, for comparison with a run of the same protocol: success and queries
// on images, accuracy after attacks on graph classifiers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Row as printed. Queries and L2 are over successes; errors are standard errors of the mean.
struct PublishedResult {
  std::string attack;                 ///< attack spec with the settings of the paper
  std::string name;                   ///< name in the paper
  int success = 0;                    ///< percent of instances
  int max = 0, median = 0, mean = 0;  ///< queries
  double mean_error = 0;
  double l2 = 0, l2_error = 0;  ///< ||delta||_2 divided by the number of pixel values, see l2_per_pixel
  std::string ours;             ///< attack spec of the same method with bora's settings, or ""
};

/// Published table of success and queries of attacks on images.
struct PublishedTable {
  std::string protocol;  ///< value of --protocol that selects it
  std::string source;    ///< table in the paper, and model and data that were attacked
  /// Options of bo-attack and their values, except --attack: the attacks are those of the rows.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<PublishedResult> rows;
  std::string note;  ///< differences that matter for a comparison; may be empty

  /// Returns the row of the method of an attack spec, with or without as=paper, or null if there is none.
  /// Each setting of the row must have the same value in the spec, or, if the table has a single row of this
  /// attack, may be missing there. Settings that the row does not name are not compared.
  const PublishedResult* find(const std::string& attack) const;
};

/// Returns docs/papers/published.json, which is compiled in (cmake/BoraEmbed.cmake).
std::string_view published_results();

/// Returns the tables on image classifiers of B. Ru, Bayesian Optimisation for Automated Machine Learning
/// (thesis, Oxford 2021), chapter 6 and appendix A.4.
const std::vector<PublishedTable>& published_tables();

/// Returns the table of a protocol, or null if there is none.
const PublishedTable* find_published_table(const std::string& protocol);

/// Accuracy after an attack: mean and standard deviation over trials, in percent.
struct PublishedAccuracy {
  double mean = 0;
  double deviation = 0;
};

/// Published table of accuracies of graph classifiers after attacks.
struct PublishedAccuracyTable {
  std::string protocol;  ///< value of --protocol that selects it
  std::string source;    ///< table in the paper
  /// Options of bo-attack and their values.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::pair<std::string, std::string>> columns;  ///< architecture, data set
  struct Row {
    std::string attack;                    ///< attack spec as stored in run databases; "": without an attack
    std::string name;                      ///< name in the paper
    std::vector<PublishedAccuracy> cells;  ///< one for each column
  };
  std::vector<Row> rows;

  /// Returns a cell, or null if the table has none. `data` may be a sample of a data set: COLLAB-500 selects
  /// the published figures of COLLAB.
  const PublishedAccuracy* find(const std::string& attack, const std::string& architecture,
                                const std::string& data) const;
};

/// Returns table 6.6 of Ru 2021 (Bayesian Optimisation for Automated Machine Learning, thesis, Oxford).
const PublishedAccuracyTable& published_accuracy();

}  // namespace bora::report
