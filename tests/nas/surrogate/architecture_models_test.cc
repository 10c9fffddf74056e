#include "nas/surrogate/architecture_models.h"

#include <gtest/gtest.h>

#include "data/architectures/nas_table.h"
#include "nas/space/nb201_space.h"
#include "nas/table/tabular_benchmark.h"
#include "support/input_error.h"
#include "support/parameter_name.h"
#include "support/real_data.h"

namespace bora::nas::architecture_models_test {
namespace {

const SpacePtr& space() {
  static const SpacePtr cells = make_space("nb201");
  return cells;
}

// Returns a synthetic value: 3x3 convolutions are good, cells without a path are bad.
double invented(const Architecture& architecture) {
  const auto numbers = space()->statistics(architecture);
  return 0.3 * numbers[0] + 0.8 * numbers[1] - 0.2 * numbers[3] + 0.5 * numbers[5] + 0.1 * numbers[7];
}

struct Learnt {
  std::vector<Architecture> X, Z;
  Eigen::VectorXd y, z;
};
Learnt sample(int train, int test) {
  Rng rng(9);
  Learnt out;
  out.y.resize(train);
  out.z.resize(test);
  for (int i = 0; i < train; ++i) out.y[i] = invented(out.X.emplace_back(space()->sample(rng)));
  for (int i = 0; i < test; ++i) out.z[i] = invented(out.Z.emplace_back(space()->sample(rng)));
  return out;
}

double correlation(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd x = a.array() - a.mean(), y = b.array() - b.mean();
  return x.dot(y) / (x.norm() * y.norm());
}

class ArchitectureModels : public ::testing::TestWithParam<std::string> {};

TEST_P(ArchitectureModels, LearnTheValuesOfArchitectures) {
  const Learnt data = sample(40, 60);
  const auto model = make_architecture_model(GetParam(), space());
  Rng rng(1);
  const auto posterior = model->posterior(data.X, data.y, rng);
  ASSERT_TRUE(posterior);
  const auto at = posterior->marginal(data.Z);
  EXPECT_GT(correlation(at.mean, data.z), 0.5);
  EXPECT_TRUE((at.variance.array() >= 0).all());
  // fresh() returns a model without data, which gives the same posterior.
  Rng again(1);
  EXPECT_EQ(model->fresh()->posterior(data.X, data.y, again)->mean(data.Z), at.mean);
}

INSTANTIATE_TEST_SUITE_P(All, ArchitectureModels, ::testing::ValuesIn(architecture_model_names()),
                         testing::parameter_name);

TEST(Recipe, EveryTermCanBeLeftOut) {
  const Learnt data = sample(20, 50);
  Rng rng(1);
  RecipeOptions none;
  none.paths = none.labels = none.statistics = none.linear = false;
  testing::expect_input_error([&] { make_recipe(space(), none); }, "no terms");
  // Each term alone predicts the values, which depend on paths and on numbers of operations.
  struct Term {
    bool RecipeOptions::*term;
    double least;  // correlation
  };
  for (const auto& [term, least] :
       {Term{&RecipeOptions::paths, 0.5}, Term{&RecipeOptions::labels, 0.8},
        Term{&RecipeOptions::statistics, 0.95}, Term{&RecipeOptions::linear, 0.95},
        Term{&RecipeOptions::relevances, 0.9}}) {
    RecipeOptions one = none;
    one.*term = true;
    const auto posterior = make_recipe(space(), one)->posterior(data.X, data.y, rng);
    ASSERT_TRUE(posterior);
    EXPECT_GT(correlation(posterior->mean(data.Z), data.z), least);
  }
  RecipeOptions scored = none;
  scored.scores = [](const Architecture& a) { return std::vector<double>{invented(a)}; };
  const auto posterior = make_recipe(space(), scored)->posterior(data.X, data.y, rng);
  EXPECT_GT(correlation(posterior->mean(data.Z), data.z), 0.99);
  RecipeOptions wrong;
  wrong.prior_deviation = 0;
  testing::expect_input_error([&] { make_recipe(space(), wrong); }, "prior_deviation");
}

TEST(Winsorised, RaisesLowOutliers) {
  Eigen::VectorXd y(5);
  y << -100, 1, 2, 3, 4;
  // The lower quartile is 1 and the median 2, so that the bound is 2 - 3 (2 - 1) = -1.
  Eigen::VectorXd cut(5);
  cut << -1, 1, 2, 3, 4;
  EXPECT_EQ(winsorised(y), cut);
  EXPECT_EQ(winsorised(cut), cut);
  EXPECT_EQ(winsorised(Eigen::VectorXd::Constant(1, 3.0))[0], 3.0);
}

TEST(MakeArchitectureModel, RefusesUnknownNamesWithTheNearest) {
  testing::expect_input_error([] { make_architecture_model("wll", space()); }, "wl-oa", "did you mean wl");
}

// Returns the mean rank correlation, over five draws, of predictions and values of 400 architectures, for a
// model of 50 others.
double ranked(const TabularBenchmark& benchmark, const std::string& name) {
  const auto model = make_architecture_model(name, benchmark.space());
  double sum = 0;
  constexpr int kDraws = 5, kTrain = 50, kTest = 400;
  for (int draw = 0; draw < kDraws; ++draw) {
    Rng rng(static_cast<std::uint64_t>(draw));
    const auto order = rng.permutation(benchmark.size());
    std::vector<Architecture> X, Z;
    Eigen::VectorXd y(kTrain), z(kTest);
    for (int i = 0; i < kTrain + kTest; ++i) {
      const Architecture& a =
          (*benchmark.space()->all())[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
      if (i < kTrain) {
        y[i] = benchmark.value(a);
        X.push_back(a);
      } else {
        z[i - kTrain] = benchmark.value(a);
        Z.push_back(a);
      }
    }
    const auto posterior = model->fresh()->posterior(X, winsorised(y), rng);
    sum += correlation(posterior->mean(Z), winsorised(z)) / kDraws;
  }
  return sum;
}

// The order of models in table 7.1 of Ru 2021, on real accuracies: the recipe is better than
// Weisfeiler-Lehman labels, which are better than one-hot codes.
TEST(ArchitectureModelsOnRealData, RankAsPublished) {
  const auto folder = testing::real_data("nas");
  if (folder.empty()) GTEST_SKIP() << "no data: nas";
  const TabularBenchmark benchmark(space(), read_nas_table(folder / "nasbench201.csv"), "c10_xvalid_200");
  const double recipe = ranked(benchmark, "recipe"), labels = ranked(benchmark, "wl"),
               one_hot = ranked(benchmark, "one-hot");
  EXPECT_GT(recipe, labels + 0.02);
  EXPECT_GT(labels, one_hot + 0.05);
  EXPECT_GT(recipe, 0.85);
}

// The order of the kernels in Sreedhar 2021 (figure 5.2), on cells of the same space.
TEST(ArchitectureModelsOnRealData, UntrainedConvolutionsRankBeforeLabelsAndEdges) {
  const auto folder = testing::real_data("nas");
  if (folder.empty()) GTEST_SKIP() << "no data: nas";
  const NasTable table = read_nas_table(folder / "zc_nasbench101_500.json");
  const TabularBenchmark benchmark(make_space("nb101"), table, "val_accuracy");
  const double convolutions = ranked(benchmark, "gcn"), labels = ranked(benchmark, "wl-undirected");
  EXPECT_GT(convolutions, labels + 0.01);
  EXPECT_GT(labels, ranked(benchmark, "edge") + 0.02);
}

}  // namespace
}  // namespace bora::nas::architecture_models_test
