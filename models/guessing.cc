#include "models/guessing.h"

#include <algorithm>
#include <map>

#include <boost/math/distributions/binomial.hpp>

namespace bora {

bool no_better_than_guessing(int correct, int total, int commonest) {
  constexpr int kEnough = 100;
  constexpr double kLevel = 0.025;
  if (total < kEnough || commonest == total) return false;
  const boost::math::binomial_distribution<double> guesses(total, static_cast<double>(commonest) / total);
  return correct == 0 || boost::math::cdf(boost::math::complement(guesses, correct - 1)) > kLevel;
}

bool no_better_than_guessing(int correct, const std::vector<int>& labels) {
  return no_better_than_guessing(correct, static_cast<int>(labels.size()), count_of_commonest(labels));
}

int count_of_commonest(const std::vector<int>& labels) {
  std::map<int, int> counts;
  int most = 0;
  for (const int label : labels) most = std::max(most, ++counts[label]);
  return most;
}

}  // namespace bora
