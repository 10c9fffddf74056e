// Regression sets: real features and one real target per input.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::data {

struct RegressionSet {
  Eigen::MatrixXd X;   ///< n x d, n >= 2
  Eigen::VectorXd y;   ///< n
  std::string source;  ///< folder that it was read from
};

/// Reads a UCI set as Hernandez-Lobato and Adams (ICML 2015) publish them: data.txt, a table of numbers with
/// blanks or commas between them, and index_features.txt and index_target.txt, columns from 0. Without the
/// two the last column is the target. `name`: a folder, or the name of one, such as uci/energy, below
/// $BORA_DATA_DIR or the user's cache. Throws InputError naming the file and the line.
RegressionSet load_uci(const std::string& name);

/// Returns true if load_uci() finds a folder with a data.txt for this name.
bool looks_like_regression(const std::string& name);

/// Rows of a set, split into those for training and those for testing.
struct RegressionSplit {
  std::vector<int> train, test;
};

inline constexpr int kPublishedSplits = 20;

/// Returns split `number` (0 to 19) of a set of n inputs, 90% for training, as the authors' script draws it:
/// with NumPy's random.seed(1) and one random.choice(range(n), n, replace=False) per split.
RegressionSplit published_split(int n, int number);
/// Returns the split that the files index_train_<number>.txt and index_test_<number>.txt in the set's folder
/// define, or the published split if there are none. Throws InputError naming the file for rows that the set
/// does not have or that are in both.
RegressionSplit split_of(const RegressionSet& set, int number);

/// Whitening of columns: their mean is subtracted, and they are divided by their deviation; a constant column
/// has deviation 1.
struct Whitening {
  explicit Whitening(const Eigen::MatrixXd& rows);
  Eigen::MatrixXd apply(const Eigen::MatrixXd& rows) const;
  Eigen::RowVectorXd mean, deviation;
};

/// Returns the SHA-256 of all numbers of a set, in hexadecimal.
std::string content_hash(const RegressionSet& set);

}  // namespace bora::data
