#include "attacks/prior/surrogate_check.h"

#include <algorithm>
#include <map>

#include <boost/math/distributions/binomial.hpp>

namespace bora {

bool no_better_than_guessing(int correct, const std::vector<int>& labels) {
  constexpr std::size_t kEnough = 100;
  constexpr double kLevel = 0.025;
  if (labels.size() < kEnough) return false;
  std::map<int, int> counts;
  int most = 0;
  for (const int label : labels) most = std::max(most, ++counts[label]);
  const auto n = static_cast<double>(labels.size());
  const boost::math::binomial_distribution<double> guesses(n, most / n);
  return correct == 0 || boost::math::cdf(boost::math::complement(guesses, correct - 1)) > kLevel;
}

}  // namespace bora
