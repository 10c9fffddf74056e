// Models that the bench compares: they rank candidates by the observations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "recording.h"

namespace bora::tools {

/// Prediction of a model at the m candidates of a state, in units of its own: it may warp the objective.
struct Prediction {
  Eigen::VectorXd mean;        ///< m
  Eigen::MatrixXd covariance;  ///< m x m, excludes the noise
  double incumbent = 0;        ///< the best observed value, in the same units
};

/// Ranks candidates. Implementations are stateless: predict() may be called from several threads.
class RankingModel {
 public:
  RankingModel(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  virtual ~RankingModel() = default;
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }  ///< a line saying what it is

  virtual Prediction predict(const RankingState& state) const = 0;

 private:
  std::string name_, text_;
};

using RankingModels = std::vector<std::unique_ptr<const RankingModel>>;

/// All there are. Each file of models has one of the functions below; a new file adds its own to them and to
/// ranking_models().
RankingModels ranking_models();

void add_production_model(RankingModels& models);   // production_model.cc
void add_plain_kernels(RankingModels& models);      // plain_kernels.cc
void add_patch_kernels(RankingModels& models);      // patch_kernels.cc
void add_pyramid_kernels(RankingModels& models);    // pyramid_kernels.cc
void add_channel_kernels(RankingModels& models);    // channel_kernels.cc
void add_relevance_kernels(RankingModels& models);  // relevance_kernels.cc
void add_local_models(RankingModels& models);       // local_models.cc
void add_warped_models(RankingModels& models);      // warped_models.cc
void add_lesson_models(RankingModels& models);      // lesson_models.cc
void add_yardsticks(RankingModels& models);         // yardsticks.cc

}  // namespace bora::tools
