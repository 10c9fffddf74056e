// A search over a space and with a model that a caller writes.
#include "surrogates/search/model_optimiser.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

// Space with the required members only: words of three letters.
class Words final : public Space<std::string> {
 public:
  std::string sample(Rng& rng) const override {
    std::string word(3, 'a');
    for (char& letter : word) letter = static_cast<char>('a' + rng.index(3));
    return word;
  }
  std::vector<std::string> neighbours(const std::string& word, int count, Rng& rng) const override {
    std::vector<std::string> words(static_cast<std::size_t>(count), word);
    for (std::string& other : words)
      other[static_cast<std::size_t>(rng.index(3))] = static_cast<char>('a' + rng.index(3));
    return words;
  }
  std::string key(const std::string& word) const override { return word; }
  void check(const std::string& word) const override {
    if (word.size() != 3) throw InputError("word: '{}' has not three letters", word);
  }
};

// Model that predicts the number of letters c in a word, without observations.
class Counts final : public Posterior<std::string> {
 public:
  MarginalPosterior marginal(const std::vector<std::string>& Z) const override {
    MarginalPosterior at{VectorXd(Z.size()), VectorXd::Constant(static_cast<Eigen::Index>(Z.size()), 0.01)};
    for (std::size_t i = 0; i < Z.size(); ++i)
      at.mean[static_cast<Eigen::Index>(i)] = static_cast<double>(std::count(Z[i].begin(), Z[i].end(), 'c'));
    return at;
  }
  JointPosterior joint(const std::vector<std::string>& Z) const override {
    const MarginalPosterior at = marginal(Z);
    return {at.mean, at.variance.asDiagonal()};
  }
  std::shared_ptr<const Posterior> given(const std::vector<std::string>&, const VectorXd&) const override {
    return nullptr;
  }
};
class CountsModel final : public Model<std::string> {
 public:
  std::shared_ptr<const Posterior<std::string>> posterior(std::vector<std::string>, const VectorXd&,
                                                          Rng&) override {
    return std::make_shared<Counts>();
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<CountsModel>(); }
};
class BestOfMany final : public Proposer<std::string> {
 public:
  std::string propose(const AcquisitionFunction<std::string>& score, const History<std::string>&,
                      Rng& rng) const override {
    std::vector<std::string> words;
    for (int i = 0; i < 500; ++i) words.push_back(Words().sample(rng));
    Eigen::Index best = 0;
    score.values(words).maxCoeff(&best);
    return words[static_cast<std::size_t>(best)];
  }
};

TEST(ModelOptimiser, SearchesAnySpaceWithAnyModel) {
  ModelOptimiserParts<std::string> parts;
  parts.model = std::make_unique<CountsModel>();
  parts.rule = acquisition_rule<std::string>(AcquisitionKind::log_ei, 0);
  parts.proposer = std::make_unique<BestOfMany>();
  parts.design = {"aaa", "bbb"};
  ModelOptimiser<Words> optimiser(Words(), std::move(parts), 1);
  std::set<std::string> asked;
  for (int i = 0; i < 6; ++i) {
    const auto trial = optimiser.ask().front();
    EXPECT_TRUE(asked.insert(trial.point).second);
    if (i == 2) {
      EXPECT_EQ(trial.point, "ccc") << "the first that the model chooses";
    }
    optimiser.tell(trial.number,
                   static_cast<double>(std::count(trial.point.begin(), trial.point.end(), 'c')));
  }
  EXPECT_EQ(optimiser.incumbent(), "ccc");
  UniformSearch<Words> uniform(Words(), 1);
  EXPECT_EQ(uniform.ask(5).size(), 5u);
}

}  // namespace
}  // namespace bora::surrogates
