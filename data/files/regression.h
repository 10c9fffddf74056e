// Regression sets: real features and one real target per input.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::data {

/// Data set of n inputs with d features.
struct RegressionSet {
  Eigen::MatrixXd X;   ///< n x d, n >= 2
  Eigen::VectorXd y;   ///< n
  std::string source;  ///< folder that it was read from
};

/// Reads a UCI set in the format of Hernandez-Lobato and Adams (ICML 2015): data.txt, a table of numbers
/// separated by blanks or commas, and index_features.txt and index_target.txt with numbers of columns, from
/// 0. Without these two files, the last column is the target. name: a folder, or the name of a folder such as
/// uci/energy in $BORA_DATA_DIR or the user's cache (places()). Throws InputError naming the file and the
/// line.
RegressionSet load_uci(const std::string& name);

/// Returns whether load_uci() finds a folder with a data.txt for this name.
bool looks_like_regression(const std::string& name);

/// Split of the rows of a set into those for training and those for testing.
struct RegressionSplit {
  std::vector<int> train, test;
};

inline constexpr int kPublishedSplits = 20;  ///< number of published splits of a set

/// Returns split `number` (0 to 19) of a set of n inputs, with 90% of them for training. It equals the split
/// that the authors' script draws by NumPy's random.seed(1) and one random.choice(range(n), n, replace=False)
/// per split.
RegressionSplit published_split(int n, int number);
/// Returns the split in the files index_train_<number>.txt and index_test_<number>.txt of the set's folder;
/// published_split() if one of them does not exist. Throws InputError naming the file for rows that the set
/// does not have or that are in both files.
RegressionSplit split_of(const RegressionSet& set, int number);

/// Whitening of columns, which become (x - mean) / deviation. A constant column has deviation 1.
struct Whitening {
  /// Computes mean and deviation of the columns. rows: n x columns.
  explicit Whitening(const Eigen::MatrixXd& rows);
  /// Returns whitened rows, m x columns.
  Eigen::MatrixXd apply(const Eigen::MatrixXd& rows) const;
  Eigen::RowVectorXd mean, deviation;
};

/// Returns the SHA-256 of all numbers of a set, in hexadecimal.
std::string content_hash(const RegressionSet& set);

}  // namespace bora::data
