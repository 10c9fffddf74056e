#include "surrogates/search/search_model.h"

#include <gtest/gtest.h>

#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

// A pending point whose predicted value exceeds all observed ones sets the value to improve on.
TEST(SearchModel, APendingPointThatIsBelievedBetterIsTheIncumbent) {
  for (const int groups : {0, 2}) {
    BoxOptimiserOptions options;
    options.acquisition = AcquisitionKind::ei;
    options.candidates = 500;
    options.additive.groups = groups;
    const auto model = make_search_model(options, 2, 1);
    Rng of_points(1);
    const Eigen::Vector2d peak(0.4, 0.6);
    const Eigen::MatrixXd X = uniform_points(12, 2, of_points).transpose();
    const Eigen::VectorXd y = -(X.colwise() - peak).colwise().squaredNorm();
    model->append(X);
    ASSERT_TRUE(model->refit(y));
    model->set_values(y);
    const auto proposed = [&](double incumbent) {
      Rng rng(1);
      BoxOptimiserTimings timings;
      return model->propose(incumbent, rng, timings);
    };
    const double low = y.minCoeff(), high = y.maxCoeff();
    EXPECT_NE(proposed(low), proposed(high)) << groups << " groups, none pending";
    model->append(peak);
    EXPECT_EQ(proposed(low), proposed(high)) << groups << " groups";
  }
}

}  // namespace
}  // namespace bora::surrogates
