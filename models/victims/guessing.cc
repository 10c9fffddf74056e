#include "models/victims/guessing.h"

#include <algorithm>
#include <map>

#include <boost/math/distributions/binomial.hpp>

namespace bora::models {
namespace {

constexpr double kLevel = 0.025;

}  // namespace

bool worse_than_guessing(int correct, int total, double chance) {
  if (total == 0 || chance >= 1) return false;
  return boost::math::cdf(boost::math::binomial_distribution<double>(total, chance), correct) <= kLevel;
}

double chance_level(int total, int commonest, int classes) {
  return classes > 0 ? 1.0 / classes : static_cast<double>(commonest) / std::max(1, total);
}

bool no_better_than_guessing(int correct, int total, int commonest, int classes) {
  constexpr int kEnough = 100;
  if (worse_than_guessing(correct, total, chance_level(total, commonest, classes))) return true;
  if (total < kEnough || commonest == total) return false;
  const boost::math::binomial_distribution<double> guesses(total, static_cast<double>(commonest) / total);
  return correct == 0 || boost::math::cdf(boost::math::complement(guesses, correct - 1)) > kLevel;
}

bool no_better_than_guessing(int correct, const std::vector<int>& labels, int classes) {
  return no_better_than_guessing(correct, static_cast<int>(labels.size()), count_of_commonest(labels),
                                 classes);
}

int count_of_commonest(const std::vector<int>& labels) {
  std::map<int, int> counts;
  int most = 0;
  for (const int label : labels) most = std::max(most, ++counts[label]);
  return most;
}

}  // namespace bora::models
