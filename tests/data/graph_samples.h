// Small sets of graphs in every format that bora reads, with their expected content.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/graphs/graph.h"
#include "data/zip_files.h"
#include "support/layers.h"

namespace bora::testing {

void write_text_file(const std::filesystem::path& path, const std::string& text);
void write_files(const std::filesystem::path& directory, const TextFiles& files);

/// Sample of one format.
struct GraphSample {
  std::string name;  ///< name of the test
  /// Writes the sample to the (empty) directory and returns the spec for load_graphs().
  std::function<std::string(const std::filesystem::path&)> write;
  GraphDataset all;       ///< expected content of Part::all, except for `source`
  bool has_train = true;  ///< whether there is a train part; if not, Part::test equals Part::all
};

inline std::string name_of_graphs(const ::testing::TestParamInfo<GraphSample>& info) {
  return info.param.name;
}
inline void PrintTo(const GraphSample& sample, std::ostream* out) {
  *out << sample.name;
}

const std::vector<GraphSample>& graph_samples();

}  // namespace bora::testing
