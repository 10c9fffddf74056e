#include "surrogates/forest/random_forest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/error.h"
#include "surrogates/forest/bootstrap_sample.h"
#include "surrogates/forest/regression_tree.h"
#include "surrogates/posterior/votes.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Tree and a stand-in for each category, which replaces it in predictions: the category itself or, if it does
// not occur in the tree's sample, that of a random observation. SMAC's trees similarly send such points to a
// random side.
struct Tree {
  RegressionTree grown;
  std::vector<std::vector<float>> stand_ins;  // stand-in of each category of each variable
};

class ForestPosterior final : public Posterior<VectorXd> {
 public:
  ForestPosterior(std::vector<int> levels, RandomForestOptions options, BootstrapSample sample)
      : levels_(std::move(levels)), options_(options), sample_(std::move(sample)) {
    Rng rng(sample_.seed);
    for (const std::vector<int>& rows : sample_.rows) {
      const MatrixXd X = sample_.X(rows, Eigen::all);
      const VectorXd y = sample_.scale.apply(sample_.y(rows));
      Tree& tree = trees_.emplace_back(
          Tree{RegressionTree(to_mat(X), to_mat(y), levels_, options_.most_depth, options_.least_split), {}});
      for (std::size_t i = 0; i < levels_.size(); ++i) {
        const auto column = X.col(static_cast<Eigen::Index>(i));
        std::vector<float>& of_variable = tree.stand_ins.emplace_back();
        for (int category = 0; category < levels_[i]; ++category) {
          const bool seen = (column.array() == category).any();
          of_variable.push_back(
              static_cast<float>(seen ? category : column[rng.index(static_cast<int>(column.size()))]));
        }
      }
    }
  }

  MarginalPosterior marginal(const MatrixXd& Z) const override { return marginal_of_votes(predictions(Z)); }
  JointPosterior joint(const MatrixXd& Z) const override { return joint_of_votes(predictions(Z)); }
  std::shared_ptr<const Posterior> given(const MatrixXd& Z, const VectorXd& y) const override {
    return std::make_shared<ForestPosterior>(levels_, options_, sample_.with(Z, y));
  }

 private:
  MatrixXd predictions(const MatrixXd& Z) const {
    const cv::Mat points = to_mat(Z);
    MatrixXd votes(Z.rows(), static_cast<Eigen::Index>(trees_.size()));
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      cv::Mat taken = points.clone();
      for (int i = 0; i < taken.rows; ++i)
        for (std::size_t j = 0; j < levels_.size(); ++j) {
          float& category = taken.at<float>(i, static_cast<int>(j));
          category = trees_[t].stand_ins[j][static_cast<std::size_t>(category)];
        }
      votes.col(static_cast<Eigen::Index>(t)) = trees_[t].grown.values(taken);
    }
    return (sample_.scale.deviation * votes).array() + sample_.scale.mean;
  }

  std::vector<int> levels_;
  RandomForestOptions options_;
  BootstrapSample sample_;
  std::vector<Tree> trees_;
};

class RandomForest final : public Model<VectorXd> {
 public:
  RandomForest(std::vector<int> levels, RandomForestOptions options)
      : levels_(std::move(levels)), options_(options) {
    options_.check();
  }
  std::shared_ptr<const Posterior<VectorXd>> posterior(MatrixXd X, const VectorXd& y, Rng& rng) override {
    return std::make_shared<ForestPosterior>(
        levels_, options_, BootstrapSample::draw(std::move(X), y, options_.trees, "stand-ins", rng));
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<RandomForest>(levels_, options_); }

 private:
  std::vector<int> levels_;
  RandomForestOptions options_;
};

}  // namespace

void RandomForestOptions::check() const {
  if (trees < 2) throw InputError("trees: {} is below 2", trees);
  if (least_split < 2) throw InputError("least_split: {} is below 2", least_split);
  constexpr int kMostDepth = 25;  // OpenCV's
  if (most_depth < 1 || most_depth > kMostDepth)
    throw InputError("most_depth: {} is not within [1, {}]", most_depth, kMostDepth);
}

std::unique_ptr<Model<VectorXd>> make_random_forest(const MixedSpace& space, RandomForestOptions options) {
  return std::make_unique<RandomForest>(space.levels(), options);
}

std::unique_ptr<BayesianOptimiser> make_forest_optimiser(const MixedSpace& space, BayesianOptions options,
                                                         std::uint64_t seed) {
  constexpr double kUniform = 0.2;
  options.transform_outputs = false;
  options.raise_tail = true;  // next to values far below all others, the others would be nearly equal
  options.uniform_share = kUniform;
  return std::make_unique<BayesianOptimiser>(space, options, seed, make_random_forest(space));
}

}  // namespace bora::surrogates
