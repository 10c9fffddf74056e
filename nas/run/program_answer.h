// Answers of a program that trains networks.
#pragma once

#include <string>

#include "common/layers.h"
#include "nas/run/search_store.h"

namespace bora::nas {

/// Stores in `trial` what a program printed of its network: {"accuracy": a number in [0, 1]}, with `weights`
/// and `loss` if it knows them, or {"failure": why}. Any other line is stored as a failure that quotes it.
void take_answer(SearchTrial& trial, const std::string& line);

}  // namespace bora::nas
