// Lock of a model that is being trained.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"

namespace bora::tools {

/// Locks the file OUT.lock, and removes it when the lock is dropped. Returns nullptr if the file cannot be
/// made. Throws InputError if another process trains the same model.
std::shared_ptr<const void> lock_training(const std::string& out);

}  // namespace bora::tools
