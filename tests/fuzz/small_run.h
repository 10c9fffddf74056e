// A small run as a database file.
#pragma once

#include <filesystem>
#include <string>

#include "common/layers.h"

namespace bora::fuzz {

/// Returns the bytes of the database of a valid run of two images and three instances.
const std::string& small_run();
/// Reads all that a report reads of a run's database.
void read_whole_run(const std::filesystem::path& file);

}  // namespace bora::fuzz
