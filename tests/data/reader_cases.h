// All readers of images and of graphs, each with a sample of its format, for tests that concern every reader.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "data/files/split.h"
#include "data/graphs/graph.h"
#include "support/layers.h"

namespace bora::testing {

/// Content of a data set of images or of graphs.
struct Content {
  std::string source, properties;  ///< properties: those that all inputs have in common, as text
  int classes = 0;
  std::vector<std::string> class_names, names;
  std::vector<int> labels, records;
  std::vector<std::variant<std::string, Graph>> inputs;  ///< bytes of each image, or each graph
};

struct ReaderCase {
  std::string name;  ///< name of the test
  /// Writes the sample to the (empty) directory and returns the spec for load().
  std::function<std::string(const std::filesystem::path&)> write;
  bool graphs = false;  ///< whether the inputs are graphs
  /// Reads a data set, and checks that it is consistent; throws InputError.
  std::function<Content(const std::string& spec, Part part, const SplitOptions& split)> load;
  Content all;                    ///< expected content of Part::all, except for `source`
  bool has_train, is_split_here;  ///< is_split_here: the source has no parts, the reader draws them
  int train_records;
};

/// Prints the name of a case when GoogleTest reports it.
inline void PrintTo(const ReaderCase& reader, std::ostream* out) {
  *out << reader.name;
}

/// Returns the name that tests of a case have in reports.
inline std::string case_name(const ::testing::TestParamInfo<ReaderCase>& tested) {
  return tested.param.name;
}

/// Returns a case for each of samples() and graph_samples().
const std::vector<ReaderCase>& reader_cases();
/// Returns the cases of which `member` is true.
std::vector<ReaderCase> reader_cases_with(bool ReaderCase::*member);

}  // namespace bora::testing
