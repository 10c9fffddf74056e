#include "surrogates/forest/boosted_trees.h"

#include <algorithm>
#include <cmath>
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

class BoostedPosterior final : public Posterior<VectorXd> {
 public:
  BoostedPosterior(BoostedTreesOptions options, BootstrapSample sample)
      : options_(options), sample_(std::move(sample)) {
    Rng rng(sample_.seed);
    for (const std::vector<int>& rows : sample_.rows)
      models_.push_back(learnt(sample_.X(rows, Eigen::all), sample_.scale.apply(sample_.y(rows)), rng));
  }

  MarginalPosterior marginal(const MatrixXd& Z) const override { return marginal_of_votes(predictions(Z)); }
  JointPosterior joint(const MatrixXd& Z) const override { return joint_of_votes(predictions(Z)); }
  std::shared_ptr<const Posterior> given(const MatrixXd& Z, const VectorXd& y) const override {
    return std::make_shared<BoostedPosterior>(options_, sample_.with(Z, y));
  }

 private:
  struct Boosted {
    double mean = 0;
    std::vector<RegressionTree> trees;
  };

  Boosted learnt(const MatrixXd& X, const VectorXd& y, Rng& rng) const {
    constexpr int kLeastSplit = 2;
    Boosted model{y.mean(), {}};
    VectorXd left = y.array() - model.mean;
    const auto n = static_cast<int>(y.size());
    const int some = std::max(1, static_cast<int>(std::lround(options_.share * n)));
    const cv::Mat all = to_mat(X);
    for (int round = 0; round < options_.rounds; ++round) {
      std::vector<int> rows = rng.permutation(n);
      rows.resize(static_cast<std::size_t>(some));
      model.trees.emplace_back(to_mat(X(rows, Eigen::all)), to_mat(left(rows)), std::vector<int>{},
                               options_.depth, kLeastSplit);
      left -= options_.shrinkage * model.trees.back().values(all);
    }
    return model;
  }

  MatrixXd predictions(const MatrixXd& Z) const {
    const cv::Mat points = to_mat(Z);
    MatrixXd votes(Z.rows(), static_cast<Eigen::Index>(models_.size()));
    for (std::size_t m = 0; m < models_.size(); ++m) {
      VectorXd sum = VectorXd::Zero(Z.rows());
      for (const RegressionTree& tree : models_[m].trees) sum += tree.values(points);
      votes.col(static_cast<Eigen::Index>(m)) = models_[m].mean + (options_.shrinkage * sum).array();
    }
    return (sample_.scale.deviation * votes).array() + sample_.scale.mean;
  }

  BoostedTreesOptions options_;
  BootstrapSample sample_;
  std::vector<Boosted> models_;
};

class BoostedTrees final : public Model<VectorXd> {
 public:
  explicit BoostedTrees(BoostedTreesOptions options) : options_(options) { options_.check(); }
  std::shared_ptr<const Posterior<VectorXd>> posterior(MatrixXd X, const VectorXd& y, Rng& rng) override {
    return std::make_shared<BoostedPosterior>(
        options_, BootstrapSample::draw(std::move(X), y, options_.models, "trees", rng));
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<BoostedTrees>(options_); }

 private:
  BoostedTreesOptions options_;
};

}  // namespace

void BoostedTreesOptions::check() const {
  if (models < 2) throw InputError("models: {} is below 2", models);
  if (rounds < 1) throw InputError("rounds: {} is below 1", rounds);
  constexpr int kMostDepth = 25;  // OpenCV's
  if (depth < 1 || depth > kMostDepth) throw InputError("depth: {} is not within [1, {}]", depth, kMostDepth);
  if (!(shrinkage > 0 && shrinkage <= 1)) throw InputError("shrinkage: {} is not within (0, 1]", shrinkage);
  if (!(share > 0 && share <= 1)) throw InputError("share: {} is not within (0, 1]", share);
}

std::unique_ptr<Model<VectorXd>> make_boosted_trees(BoostedTreesOptions options) {
  return std::make_unique<BoostedTrees>(options);
}

}  // namespace bora::surrogates
