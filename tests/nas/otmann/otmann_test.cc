#include "nas/otmann/otmann.h"

#include <gtest/gtest.h>
#include <algorithm>

#include "nas/otmann/otmann_kernel.h"
#include "nas/space/layered/layered_space.h"
#include "support/dense.h"
#include "support/input_error.h"
#include "support/parameter_name.h"

namespace bora::nas {
namespace {

using testing::expect_input_error;

// Networks of figure 1 of Kandasamy et al. 2018, which states layers, units and masses. The edges follow
// from the masses, from section 2.2 (in b layers 2 and 3 follow layer 1, and layer 5 follows 3 and 4) and
// from section 3 (in c the shortest path, the longest path and the random walk from layer 1 to the output
// have lengths 5, 7 and 5.67). Where these are ambiguous, the edges are those of the example with two
// decisions in the published code.
const char* const kA = "conv3:16@0 conv3:16@1 conv3:32@2 conv5:32@3 max-pool@4 fc:16@5 softmax@6";
const char* const kB =
    "conv3:16@0 conv3:16@1 conv3:16@1 conv3:16@2 conv5:32@3+4 max-pool@5 fc:16@6 softmax@7";
const char* const kC =
    "conv7:16@0 conv5:32@1 conv3/2:16@1 conv3:16@1 avg-pool@2 max-pool@3 max-pool@4 fc:16@5 conv3:16@7 "
    "max-pool@9 fc:16@6+10 softmax@11 softmax@8+11";

const std::shared_ptr<const LayeredSpace>& cnn() {
  static const auto space = make_cnn_space();
  return space;
}

OtmannDistances between(const ArchitectureSpace& space, const Architecture& a, const Architecture& b,
                        OtmannOptions options = {}) {
  const Otmann otmann(space, options);
  return otmann.distances(otmann.profiles(space, a), otmann.profiles(space, b));
}

OtmannDistances between(const char* a, const char* b) {
  return between(*cnn(), cnn()->parse(a), cnn()->parse(b));
}

TEST(OtmannFigure1, LayersHaveThePrintedMasses) {
  const auto masses = [](const char* text) {
    const Otmann otmann(*cnn());
    const Eigen::VectorXd all = otmann.profiles(*cnn(), cnn()->parse(text)).front().masses;
    std::vector<double> sorted(all.data(), all.data() + all.size());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  EXPECT_EQ(masses(kA).front(), 16);
  EXPECT_EQ(masses(kA).back(), 1024);
  EXPECT_NEAR(masses(kA)[2], 235.2, 1e-9);
  EXPECT_NEAR(masses(kB)[2], 235.2, 1e-9);
  const std::vector<double> c = masses(kC);
  EXPECT_EQ(std::count(c.begin(), c.end(), 240.0), 2);
  EXPECT_EQ(std::count(c.begin(), c.end(), 120.0), 2);
  EXPECT_EQ(std::count(c.begin(), c.end(), 512.0), 3);
}

TEST(OtmannFigure1, WalksAreThePrintedOnes) {
  const LayeredNetwork c = parse_layered(kC, cnn()->grammar());
  const Eigen::MatrixXd positions = otmann_positions(c.graph, cnn()->operations());
  const int first = 1;
  EXPECT_EQ(positions(first, 12), 5);
  EXPECT_EQ(positions(first, 13), 7);
  EXPECT_NEAR(positions(first, 14), 17.0 / 3, 1e-12);
}

// The paper prints d(a, b) = 175.1, d(a, c) = 1479.3, d(b, c) = 1621.4; normalised .0286, .2395, .2625. The
// last two are interchanged there: c, which has branches, is closer to b, which has branches, too, than to
// the chain a. The remaining difference, 1.0 in both, is the cost of matching the 16 units of conv7 and
// conv3, which table 1 does not state; the published code has .283, and .346 would make both distances
// exact.
TEST(OtmannFigure1, DistancesAreThePrintedOnes) {
  EXPECT_NEAR(between(kA, kB).absolute, 175.1, 0.05);
  EXPECT_NEAR(between(kA, kB).normalised, 0.0286, 5e-5);
  constexpr double kUnits = 16;
  const double conv7 = kUnits * (0.1 * std::sqrt(12.0) - 0.1 * std::sqrt(8.0));
  EXPECT_NEAR(between(kA, kC).absolute + conv7, 1621.4, 0.05);
  EXPECT_NEAR(between(kB, kC).absolute + conv7, 1479.3, 0.05);
  EXPECT_NEAR(between(kA, kC).normalised, 0.2625, 3e-4);
  EXPECT_NEAR(between(kB, kC).normalised, 0.2395, 3e-4);
}

class OtmannAxioms : public ::testing::TestWithParam<std::string> {};

TEST_P(OtmannAxioms, Hold) {
  const SpacePtr space = make_space(GetParam());
  Rng rng(3);
  std::vector<Architecture> drawn;
  for (int i = 0; i < 12; ++i) drawn.push_back(space->sample(rng));
  OtmannTable table(space);
  const auto [absolute, normalised] = table.distances(drawn, drawn);
  EXPECT_EQ(absolute.diagonal().cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ((absolute - absolute.transpose()).cwiseAbs().maxCoeff(), 0);
  EXPECT_GE(absolute.minCoeff(), 0);
  EXPECT_GT(absolute.maxCoeff(), 0);
  EXPECT_LE(normalised.maxCoeff(), 1 + 1e-6);
  for (Eigen::Index i = 0; i < absolute.rows(); ++i)
    for (Eigen::Index j = 0; j < absolute.rows(); ++j)
      EXPECT_NEAR(
          between(*space, drawn[static_cast<std::size_t>(i)], drawn[static_cast<std::size_t>(j)]).absolute,
          absolute(i, j), 1e-6 * absolute.maxCoeff());
  for (Eigen::Index i = 0; i < absolute.rows(); ++i)
    for (Eigen::Index j = 0; j < absolute.rows(); ++j)
      for (Eigen::Index k = 0; k < absolute.rows(); ++k)
        EXPECT_LE(absolute(i, k), (absolute(i, j) + absolute(j, k)) * (1 + 1e-6));
}

TEST_P(OtmannAxioms, TheKernelIsPositiveDefinite) {
  const SpacePtr space = make_space(GetParam());
  Rng rng(8);
  std::vector<Architecture> drawn;
  for (int i = 0; i < 30; ++i) drawn.push_back(space->sample(rng));
  const auto table = std::make_shared<OtmannTable>(space);
  const OtmannDistances medians = table->medians();
  using Distance = OtmannKernel::Distance;
  for (const double scale : {0.1, 1.0, 10.0}) {
    const OtmannKernel absolute(table, Distance::absolute, scale / medians.absolute);
    const OtmannKernel normalised(table, Distance::normalised, scale / medians.normalised);
    const Eigen::MatrixXd K = absolute.gram(drawn) + normalised.gram(drawn);
    EXPECT_GT(testing::eigenvalues_of(K)[0], -1e-11) << scale;
  }
}

INSTANTIATE_TEST_SUITE_P(All, OtmannAxioms, ::testing::ValuesIn(space_names()), testing::parameter_name);

TEST(OtmannKernel, DecreasesWithItsDistance) {
  const auto table = std::make_shared<OtmannTable>(cnn());
  const std::vector<Architecture> X{cnn()->parse(kA), cnn()->parse(kB)};
  const OtmannDistances d = between(kA, kB);
  const OtmannKernel absolute(table, OtmannKernel::Distance::absolute, 0.01);
  const OtmannKernel normalised(table, OtmannKernel::Distance::normalised, 10);
  EXPECT_NEAR(absolute.gram(X)(0, 1), std::exp(-0.01 * d.absolute), 1e-6);
  EXPECT_NEAR(normalised.gram(X)(0, 1), std::exp(-10 * d.normalised), 1e-6);
  EXPECT_EQ(absolute.diag(X), Eigen::VectorXd::Ones(2));
}

// The six path lengths of the paper give twice the printed distance of a and b; the 24 of the code give it.
TEST(Otmann, SixPathLengthsAreAnOption) {
  const auto distance = [](int lengths) {
    return between(*cnn(), cnn()->parse(kA), cnn()->parse(kB), {.lengths = lengths}).absolute;
  };
  EXPECT_NEAR(distance(6), 350.2, 0.05);
  EXPECT_NEAR(distance(24), 175.1, 0.05);
  const Architecture b = cnn()->parse(kB);
  const LabelledDag& graph = b.cells()[0].pruned;
  const Eigen::MatrixXd all = otmann_positions(graph, cnn()->operations());
  const Eigen::MatrixXd six = otmann_positions(graph, cnn()->operations(), 6);
  ASSERT_EQ(six.cols(), 6);
  EXPECT_EQ(six.leftCols(3), all.leftCols(3));
  EXPECT_EQ(six.rightCols(3), all.middleCols(12, 3));
  testing::expect_input_error([&] { Otmann(*cnn(), {.lengths = 12}); }, "lengths: 12");
}

TEST(OtmannKernel, TimesAKernelOfScalars) {
  const SpacePtr space = make_space("mlp-training");
  const std::vector<Architecture> X{space->parse("64-64 epochs=10 lr=0.01"),
                                    space->parse("64-64 epochs=10 lr=0.1"),
                                    space->parse("128-64 epochs=10 lr=0.01")};
  const auto table = std::make_shared<OtmannTable>(space);
  const DenseRows scalars([&](const Architecture& a) {
    return Eigen::VectorXd::Constant(1, std::log(space->training(a)->learning_rate)).eval();
  });
  constexpr double kWeight = 1e-3;
  const OtmannKernel plain(table, OtmannKernel::Distance::absolute, kWeight);
  const OtmannKernel product(table, OtmannKernel::Distance::absolute, kWeight, scalars);
  const Eigen::MatrixXd K = plain.gram(X), P = product.gram(X);
  const double apart = std::log(10.0);
  EXPECT_NEAR(P(0, 1), K(0, 1) * std::exp(-apart * apart), 1e-12);
  EXPECT_NEAR(P(0, 2), K(0, 2), 1e-12);
  EXPECT_LT(P(0, 2), 1);
  // The OTMANN distance alone does not distinguish two trainings of one network.
  EXPECT_NEAR(K(0, 1), 1, 1e-12);
}

TEST(Otmann, StructureHasTheGivenWeight) {
  const auto distance = [](double structure) {
    return between(*cnn(), cnn()->parse(kA), cnn()->parse(kB), {.structure = structure}).absolute;
  };
  EXPECT_NEAR(distance(0), 0, 1e-6);  // both have the same masses of the same kinds
  EXPECT_NEAR(distance(0.25), distance(0.5) / 2, 1e-3);
}

TEST(Otmann, MismatchesAreThoseOfTable1) {
  const auto& operations = cnn()->operations();
  const Eigen::MatrixXd M = otmann_mismatches(operations);
  const auto at = [&](const std::string& a, const std::string& b) {
    const auto index = [&](const std::string& name) {
      return std::find_if(operations.begin(), operations.end(),
                          [&](const Operation& o) { return o.name == name; }) -
             operations.begin();
    };
    return M(index(a), index(b));
  };
  EXPECT_NEAR(at("conv3", "conv5"), 0.2, 1e-12);
  EXPECT_EQ(at("conv3", "conv3/2"), 0);
  EXPECT_NEAR(at("conv3", "res5"), 0.28, 1e-12);
  EXPECT_NEAR(at("max-pool", "avg-pool"), 0.25, 1e-12);
  EXPECT_TRUE(std::isinf(at("fc", "conv3")));
  EXPECT_TRUE(std::isinf(at("input", "output")));
  EXPECT_EQ(M, M.transpose());
}

TEST(Otmann, RefusesWrongOptions) {
  expect_input_error([] { Otmann(*cnn(), {.structure = -1}); }, "structure");
}

}  // namespace
}  // namespace bora::nas
