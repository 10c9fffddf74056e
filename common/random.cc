#include "common/random.h"

#include <boost/random/normal_distribution.hpp>

namespace bora {

double Rng::normal() {
  return boost::random::normal_distribution<double>()(engine_);
}

}  // namespace bora
