#include "common/random.h"

#include <boost/random/gamma_distribution.hpp>
#include <boost/random/normal_distribution.hpp>

namespace bora {

double Rng::normal() {
  return boost::random::normal_distribution<double>()(engine_);
}

double Rng::gamma(double shape) {
  return boost::random::gamma_distribution<double>(shape)(engine_);
}

}  // namespace bora
