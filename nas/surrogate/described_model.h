// Models of vectors as models of architectures.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "nas/surrogate/architecture_models.h"

namespace bora::nas {

/// Makes a model of architectures from a model of vectors, to which each architecture is its row of numbers.
std::unique_ptr<ArchitectureModel> make_described_model(std::unique_ptr<Model<Eigen::VectorXd>> model,
                                                        DenseRows rows);

/// Returns cheap statistics (ArchitectureSpace::statistics) and, where architectures have codes, their
/// choices one-hot, standardised. columns (may be null): receives the number of columns, without those that
/// do not vary.
DenseRows statistics_and_choices(const SpacePtr& space, int* columns = nullptr);

}  // namespace bora::nas
