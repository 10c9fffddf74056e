// Functions shared by the studies of optimisers and models.
#pragma once

#include <exception>
#include <iostream>
#include <set>
#include <string>

#include <boost/program_options.hpp>

#include "common/heap.h"
#include "common/text.h"

namespace bora::tools {

/// Parses a range of seeds, such as "100-119" or "7".
inline std::set<int> seed_range(const std::string& text) {
  const auto ends = split(text, '-');
  std::set<int> seeds;
  for (int seed = std::stoi(ends.front()); seed <= std::stoi(ends.back()); ++seed) seeds.insert(seed);
  return seeds;
}

/// Reads a command line into the variables that `options` are bound to. Returns false if it prints the help
/// instead.
inline bool parse_study(boost::program_options::options_description& options, int argc, char** argv) {
  namespace po = boost::program_options;
  options.add_options()("help", "shows this");
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options), values);
  if (values.contains("help")) {
    std::cout << options;
    return false;
  }
  po::notify(values);
  return true;
}

/// Returns run(argc, argv) with the heap settings of bora's programs. Prints an error in one line and
/// returns 2.
template <typename Run>
int study_main(const char* name, Run run, int argc, char** argv) {
  keep_freed_memory();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace bora::tools
