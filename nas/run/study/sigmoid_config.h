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

struct SigmoidConfig {
  static constexpr const char* kToy = "two-classes";

  std::string out;          ///< folder of the results
  std::string data = kToy;  ///< two-classes, or a CSV file of points
  std::optional<std::vector<int>>
      network;                     ///< hidden layers of the one network that is trained, without a search
  std::vector<std::string> basis;  ///< basis functions of a regression, in place of a search
  SigmoidBounds bounds;
  GivenPriorOptions search;
  int points = 60, validation = 20;  ///< numbers of points of two-classes, and of those for validation
  double flipped = 0.05;             ///< probability that a label of two-classes is wrong
  std::uint64_t seed = 0;
  bool resume = false;                       ///< whether the search in `out` is continued
  std::string config;                        ///< the options in force, as an INI file
  std::map<std::string, std::string> facts;  ///< settings by name, which a resumed search must share
};

}  // namespace bora::nas
