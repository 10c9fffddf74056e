// Models of architectures that are models of vectors of numbers.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "nas/surrogate/architecture_models.h"

namespace bora::nas {

/// Makes a model of architectures that applies a model of vectors to their rows of numbers.
std::unique_ptr<ArchitectureModel> make_described_model(std::unique_ptr<Model<Eigen::VectorXd>> model,
                                                        DenseRows rows);

/// Returns standardised features: ArchitectureSpace::statistics() and the one-hot code, if architectures have
/// codes, without constant columns. columns (may be null): receives the number of columns.
DenseRows statistics_and_choices(const SpacePtr& space, int* columns = nullptr);

}  // namespace bora::nas
