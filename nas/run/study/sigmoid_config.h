// Settings of searches for sigmoid networks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/sigmoid/given_prior_search.h"
#include "nas/sigmoid/sigmoid_space.h"

namespace bora::nas {

/// Settings of a search for sigmoid networks, or of the training of one network.
struct SigmoidConfig {
  static constexpr const char* kToy = "two-classes";

  std::string out;          ///< folder of the results
  std::string data = kToy;  ///< two-classes, or a CSV file of points
  /// Hidden layers of a single network that is trained instead of a search.
  std::optional<std::vector<int>> network;
  std::vector<std::string> basis;  ///< basis functions of a regression that replaces the search; empty: none
  SigmoidBounds bounds;
  GivenPriorOptions search;
  int points = 60, validation = 20;  ///< number of points of two-classes, and how many of them validate
  double flipped = 0.05;             ///< probability that a label of two-classes is wrong
  std::uint64_t seed = 0;
  bool resume = false;                       ///< whether the search in `out` is continued
  std::string config;                        ///< all settings in the format of a configuration file
  std::map<std::string, std::string> facts;  ///< settings by name, which must be equal in a resumed search
};

}  // namespace bora::nas
