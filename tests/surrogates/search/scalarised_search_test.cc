#include "surrogates/search/scalarised_search.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/baselines/exp3bo.h"
#include "surrogates/baselines/one_hot_search.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/pareto_optimiser.h"

namespace bora::surrogates::scalarised_search_test {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

const MixedSpace kSpace({2}, Vector2d(0, 0), Vector2d(1, 1));

// Objectives with different centres.
VectorXd centres(const VectorXd& point) {
  return Vector2d(-(point.tail(2) - Vector2d(0.2, 0.3)).squaredNorm(),
                  -(point.tail(2) - Vector2d(0.8, 0.6)).squaredNorm());
}

// Search that records its values at each proposal, and the last value that it is told.
class Watched final : public MixedOptimiser {
 public:
  struct Book {
    std::vector<std::vector<double>> shown;  // values at each ask
    double last = 0;                         // told
    std::vector<double> before;              // values before that
  };
  explicit Watched(Book& book) : MixedOptimiser(kSpace, 1), book_(book) {}

 private:
  std::vector<VectorXd> propose(int /*q*/, std::int64_t /*first*/, Rng& rng) override {
    book_.shown.push_back(values());
    return {fresh(space().sample(rng), {}, rng)};
  }
  void ended(std::int64_t /*trial*/, Outcome outcome) override {
    if (outcome != Outcome::told) return;
    book_.last = values().back();
    book_.before.assign(values().begin(), values().end() - 1);
  }
  Book& book_;
};

TEST(ScalarisedSearch, ShowsWhatWasToldUnderWeightsOfTheTrialsNumber) {
  const auto shown = [](int early) {
    Watched::Book book;
    ScalarisedSearch<MixedSpace> search(std::make_unique<Watched>(book), 2, 5);
    const Vector2d values[] = {{0, 4}, {1, 3}, {3, 0}};
    // The weights of a trial do not depend on how many trials are pending.
    for (int i = 0; i < early; ++i) search.ask();
    for (int i = 0; i < 3; ++i) search.tell(i + 1, values[i]);
    for (int i = early; i < 6; ++i) search.ask();
    return book.shown.back();
  };
  const auto last = shown(3);
  ASSERT_EQ(last.size(), 3u);
  EXPECT_EQ(last, shown(5));
  // For any weights, the first value is best in one objective and the last in the other: distance 0 there.
  const double w = -last[0] / 1.05;
  EXPECT_NEAR(last[2], -(1 - w) * 1.05, 1e-12);
  EXPECT_NEAR(last[1], -std::max(w * 2 / 3, (1 - w) / 4) - 0.05 * (w * 2 / 3 + (1 - w) / 4), 1e-12);
}

TEST(ScalarisedSearch, DrawsOtherWeightsForEachTrialAndSeed) {
  const auto shown = [](std::uint64_t seed) {
    Watched::Book book;
    ScalarisedSearch<MixedSpace> search(std::make_unique<Watched>(book), 2, seed);
    for (int i = 0; i < 2; ++i) search.tell(search.ask().number, Vector2d(i, -i));
    search.ask();
    search.ask();
    return book.shown;
  };
  const auto one = shown(1), two = shown(2);
  EXPECT_NE(one[2], one[3]);
  EXPECT_NE(one[2], two[2]);
  EXPECT_EQ(one, shown(1));
}

// A new value has the scale of the earlier ones, so that a local search does not compare values under
// different weights.
TEST(ScalarisedSearch, TellsWhatIsNewOnTheScaleOfWhatIsOld) {
  Watched::Book book;
  ScalarisedSearch<MixedSpace> search(std::make_unique<Watched>(book), 2, 5);
  const Vector2d values[] = {{0, 4}, {1, 3}, {3, 0}};
  for (const Vector2d& value : values) search.tell(search.ask().number, value);
  const double w = -book.before[0] / 1.05;
  EXPECT_NEAR(book.last, -(1 - w) * 1.05, 1e-12);
  EXPECT_NEAR(book.before[1], -std::max(w * 2 / 3, (1 - w) / 4) - 0.05 * (w * 2 / 3 + (1 - w) / 4), 1e-12);
}

TEST(ScalarisedSearch, SeesColumnsAsItIsTold) {
  Watched::Book book;
  ScalarisedSearch<MixedSpace> search(std::make_unique<Watched>(book), 2, 5,
                                      [](const VectorXd& y) { return VectorXd(y.cwiseMax(-1)); });
  const Vector2d values[] = {{0, -1000}, {-1000, 0}, {-0.5, -0.5}};
  for (const Vector2d& value : values) search.tell(search.ask().number, value);
  search.ask();
  const auto& last = book.shown.back();
  const double w = -last[1] / 1.05;
  EXPECT_NEAR(last[2], -std::max(w, 1 - w) / 2 - 0.05 * 0.5, 1e-12);
}

TEST(ScalarisedSearch, OfOneObjectiveIsTheSearchItself) {
  BayesianOptimiser alone(kSpace, {}, 3);
  ScalarisedSearch<MixedSpace> search(std::make_unique<BayesianOptimiser>(kSpace, BayesianOptions{}, 3), 1,
                                      9);
  for (int i = 0; i < 14; ++i) {
    const auto one = alone.ask().front();
    const auto other = search.ask();
    EXPECT_EQ(one.point, other.point);
    EXPECT_EQ(one.number, other.number);
    alone.tell(one.number, centres(one.point)[0]);
    search.tell(other.number, centres(other.point).head(1));
  }
}

TEST(ScalarisedSearch, CoversTheFrontBetterThanDrawing) {
  const Vector2d reference(-0.6, -0.6);
  const auto covered = [&](std::unique_ptr<MixedOptimiser> inner) {
    ScalarisedSearch<MixedSpace> search(std::move(inner), 2, 1);
    Eigen::MatrixXd found(40, 2);
    for (int i = 0; i < 40; ++i) {
      const auto trial = search.ask();
      found.row(i) = centres(trial.point).transpose();
      search.tell(trial.number, found.row(i).transpose());
    }
    return hypervolume(found, reference);
  };
  EXPECT_GT(covered(std::make_unique<BayesianOptimiser>(kSpace, BayesianOptions{}, 1)),
            covered(std::make_unique<RandomSearch>(kSpace, 1)));
}

TEST(ScalarisedSearch, KeepsToTheRulesOfAskAndTell) {
  ScalarisedSearch<MixedSpace> search(std::make_unique<RandomSearch>(kSpace, 1), 2, 1);
  for (int i = 0; i < 4; ++i) search.ask();
  search.tell(2, Vector2d(1, 2));
  search.fail(1);
  search.abandon(3);
  EXPECT_EQ(search.observations(), 1);
  EXPECT_EQ(search.pending(), 1);
  EXPECT_THROW(search.tell(2, Vector2d(1, 2)), InputError);
  EXPECT_THROW(search.tell(4, Vector2d(1, std::nan(""))), InputError);
  EXPECT_THROW(search.tell(4, Eigen::Vector3d(1, 2, 3)), InputError);
  search.tell(4, Vector2d(2, 1));
  EXPECT_EQ(search.observations(), 2);
  search.ask();
  EXPECT_THROW(ScalarisedSearch<MixedSpace>(std::make_unique<RandomSearch>(kSpace, 1), 0, 1), InputError);
}

TEST(Revalue, TakesThePlaceOfWhatWasTold) {
  RandomSearch search(kSpace, 1);
  std::vector<VectorXd> points;
  for (int i = 0; i < 3; ++i) {
    const auto trial = search.ask().front();
    points.push_back(trial.point);
    search.tell(trial.number, i);
  }
  EXPECT_EQ(search.incumbent(), points[2]);
  search.revalue({5, 7, 6});
  EXPECT_EQ(search.incumbent(), points[1]);
  EXPECT_EQ(search.incumbent_value(), 7);
  EXPECT_THROW(search.revalue({1, 2}), InputError);
  EXPECT_THROW(search.revalue({1, 2, std::nan("")}), InputError);
  EXPECT_EQ(search.incumbent_value(), 7) << "nothing changes then";
}

// The state of bandits and trust regions depends on earlier values, which cannot be replaced.
TEST(Revalue, IsRefusedWhereTheCourseOfValuesCounts) {
  std::vector<std::unique_ptr<MixedOptimiser>> searches;
  searches.push_back(std::make_unique<Casmopolitan>(kSpace, CasmopolitanOptions{}, 1));
  searches.push_back(std::make_unique<Cocabo>(kSpace, CocaboOptions{}, 1));
  searches.push_back(std::make_unique<Exp3Bo>(kSpace, Exp3BoOptions{}, 1));
  searches.push_back(std::make_unique<OneHotSearch>(kSpace, BoxOptimiserOptions{}, 1));
  for (const auto& search : searches) {
    search->tell(search->ask().front().number, 1);
    testing::expect_input_error([&] { search->revalue({2}); }, "revalue");
  }
}

}  // namespace
}  // namespace bora::surrogates::scalarised_search_test
