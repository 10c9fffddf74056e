// Options shared by the studies of tables of architectures.
#pragma once

#include <string>

#include <boost/program_options.hpp>

#include "common/error.h"
#include "common/text.h"
#include "nas/table/tabular_benchmark.h"

namespace bora::tools {

struct TableOptions {
  std::string space = "nb201", table = "", dataset = "", seeds = "100-119";
  int train, test;  ///< architectures to learn from, and others

  void add_to(boost::program_options::options_description& options) {
    namespace po = boost::program_options;
    options.add_options()("space", po::value(&space), join(space_names()).c_str())(
        "table", po::value(&table)->required(), "CSV, or NASLib's JSON")(
        "dataset", po::value(&dataset), "of NASLib's JSON")("seeds", po::value(&seeds), "e.g. 100-119")(
        "train", po::value(&train), "architectures to learn from")("test", po::value(&test), "and others");
  }
  /// Throws InputError, also where the table has too few architectures.
  TabularBenchmark benchmark(const SpacePtr& whole, const std::string& objective) const {
    TabularBenchmark made(whole, read_nas_table(table, dataset), objective);
    if (train + test > made.size())
      throw InputError("--train {} and --test {}: the table has {} architectures", train, test, made.size());
    return made;
  }
};

}  // namespace bora::tools
