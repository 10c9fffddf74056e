#include "ranking_model.h"

namespace bora::tools {

RankingModels ranking_models() {
  RankingModels models;
  add_plain_kernels(models);
  add_production_model(models);
  add_patch_kernels(models);
  add_pyramid_kernels(models);
  add_channel_kernels(models);
  add_relevance_kernels(models);
  add_local_models(models);
  add_warped_models(models);
  add_lesson_models(models);
  add_yardsticks(models);
  return models;
}

}  // namespace bora::tools
