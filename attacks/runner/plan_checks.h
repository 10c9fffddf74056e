// Checks of the options of a plan against its victim and data.
#pragma once

#include <string>

#include "attacks/ledger/oracle.h"
#include "attacks/runner/plan.h"

namespace bora::attacks {

/// Throws InputError if targets, labels or visibility do not suit the classes of the victim. `victim`: its
/// name for messages. `classes`: number of classes of the data; 0: unknown.
void check_classes(const PlanSource& source, const std::string& victim, int classes,
                   const PlanOptions& options);

/// Throws InputError if an attack needs gradients that the victim does not have, or has invalid settings.
/// `shape`: shape of the images.
template <typename Input>
void refuse_missing_gradients(Oracle<Input> victim, const ImageShape& shape, const PlanOptions& options);

}  // namespace bora::attacks
