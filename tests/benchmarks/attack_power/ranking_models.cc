#include "ranking_model.h"

namespace bora {

RankingModels ranking_models() {
  RankingModels models;
  add_plain_kernels(models);
  add_production_model(models);
  return models;
}

}  // namespace bora
