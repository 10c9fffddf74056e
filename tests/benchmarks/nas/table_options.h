// Options and output shared by the studies of tables of architectures.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "common/error.h"
#include "common/text.h"
#include "nas/curves/held_out_curves.h"
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

/// Returns the mean of the values and half the width of its 95% interval (Student's t), as "0.85 ± 0.02"; of
/// a single value, which has no interval, the value alone. `values` must not be empty.
inline std::string mean_text(const std::vector<double>& values, int digits) {
  if (values.size() < 2) return fmt::format("{:.{}f}", values.at(0), digits);
  const nas::MeanInterval interval = nas::mean_interval(values);
  return fmt::format("{:.{}f} ± {:.{}f}", interval.mean, digits, interval.half_width, digits);
}

}  // namespace bora::tools
