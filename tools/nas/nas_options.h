// The command line of bo-nas.
#pragma once

#include <string>
#include <vector>

namespace bora {

struct NasOptions {
  std::string space, table, dataset = "cifar10", objective;
  std::string strategies = "bowl", seeds = "0-9";
  int budget = 60, batch = 5, threads = 0;
  std::string out;
  bool resume = false, quiet = false;
  std::string config;  ///< the options in force, as an INI file

  std::vector<std::string> strategy_list;
  std::vector<int> seed_list;
};

/// False if --help or --version was asked for and printed. Throws InputError.
bool parse(NasOptions& options, int argc, const char* const* argv);

}  // namespace bora
