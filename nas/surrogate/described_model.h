// Models of vectors as models of architectures.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "nas/surrogate/architecture_models.h"

namespace bora::nas {

/// A model of rows of numbers that sees each architecture as its row.
std::unique_ptr<ArchitectureModel> make_described_model(std::unique_ptr<Model<Eigen::VectorXd>> model,
                                                        DenseRows rows);

/// Cheap statistics (ArchitectureSpace::statistics) and, where architectures have codes, their choices
/// one-hot, standardised. columns: how many numbers that are, those left out that do not vary.
DenseRows statistics_and_choices(const SpacePtr& space, int* columns = nullptr);

}  // namespace bora::nas
