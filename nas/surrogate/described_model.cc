#include "nas/surrogate/described_model.h"

#include <utility>

namespace bora::nas {
namespace {

using Eigen::VectorXd;
using Architectures = std::vector<Architecture>;

class DescribedPosterior final : public Posterior<Architecture> {
 public:
  DescribedPosterior(std::shared_ptr<const Posterior<VectorXd>> posterior, DenseRows rows)
      : posterior_(std::move(posterior)), rows_(std::move(rows)) {}

  MarginalPosterior marginal(const Architectures& Z) const override { return posterior_->marginal(rows_(Z)); }
  VectorXd mean(const Architectures& Z) const override { return posterior_->mean(rows_(Z)); }
  JointPosterior joint(const Architectures& Z) const override { return posterior_->joint(rows_(Z)); }
  std::shared_ptr<const Posterior> given(const Architectures& Z, const VectorXd& y) const override {
    return described(posterior_->given(rows_(Z), y));
  }
  std::shared_ptr<const Posterior> through(const Architectures& Z, const VectorXd& f) const override {
    return described(posterior_->through(rows_(Z), f));
  }
  double observation_noise() const override { return posterior_->observation_noise(); }

 private:
  std::shared_ptr<const Posterior> described(std::shared_ptr<const Posterior<VectorXd>> posterior) const {
    return posterior ? std::make_shared<DescribedPosterior>(std::move(posterior), rows_) : nullptr;
  }

  std::shared_ptr<const Posterior<VectorXd>> posterior_;
  DenseRows rows_;
};

class DescribedModel final : public ArchitectureModel {
 public:
  DescribedModel(std::unique_ptr<Model<VectorXd>> model, DenseRows rows)
      : model_(std::move(model)), rows_(std::move(rows)) {}
  std::shared_ptr<const Posterior<Architecture>> posterior(Architectures X, const VectorXd& y,
                                                           Rng& rng) override {
    auto learnt = model_->posterior(rows_(X), y, rng);
    return learnt ? std::make_shared<DescribedPosterior>(std::move(learnt), rows_) : nullptr;
  }
  std::unique_ptr<Model> fresh() const override {
    return std::make_unique<DescribedModel>(model_->fresh(), rows_);
  }

 private:
  std::unique_ptr<Model<VectorXd>> model_;
  DenseRows rows_;
};

}  // namespace

std::unique_ptr<ArchitectureModel> make_described_model(std::unique_ptr<Model<VectorXd>> model,
                                                        DenseRows rows) {
  return std::make_unique<DescribedModel>(std::move(model), std::move(rows));
}

DenseRows statistics_and_choices(const SpacePtr& space, int* columns) {
  std::size_t choices = 0;
  for (const int level : space->levels()) choices += static_cast<std::size_t>(level);
  return standardised(
      [=](const Architecture& architecture) {
        std::vector<double> row = space->statistics(architecture);
        std::size_t place = row.size();
        row.resize(place + choices);
        for (std::size_t i = 0; i < space->levels().size(); ++i) {
          row[place + static_cast<std::size_t>(architecture.code()[i])] = 1;
          place += static_cast<std::size_t>(space->levels()[i]);
        }
        return row;
      },
      reference_architectures(*space), columns);
}

}  // namespace bora::nas
