// Sigmoid networks trained by plain gradient descent, and their search.
#pragma once

#include <atomic>

#include "common/layers.h"
#include "nas/run/study/sigmoid_config.h"

namespace bora::report {

/// Trains or searches, writes results.csv and report.html and prints a summary. A search stores the accuracy
/// of each network in run.sqlite, from which it is resumed. Throws InputError, StorageError, and Interrupted
/// once `stop` is true.
void run_sigmoid_search(const SigmoidConfig& config, const std::atomic<bool>& stop);

}  // namespace bora::report
