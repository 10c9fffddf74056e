// The digits sheet of OpenCV's samples: 5,000 handwritten digits in one picture.
#pragma once

#include <filesystem>
#include <vector>

#include "data/images/dataset.h"
#include "data/images/image_io.h"

namespace bora::data {

/// Returns the places where the sheet is searched for, in this order: $BORA_DATA_DIR, the places where
/// OpenCV's packages install it, the user's cache (where tools/setup unpacks it if the system keeps no
/// documentation).
std::vector<std::filesystem::path> digits_sheet_places();

/// Returns the first of `places` that exists. Throws InputError that says what to install.
std::filesystem::path find_digits_sheet(const std::vector<std::filesystem::path>& places);

/// Returns whether the image has the format of the sheet: grey, 2000 wide, 1000 high.
bool is_digits_sheet(const ImageShape& shape);

/// Cuts the sheet into its 50 x 100 cells of 20x20, in reading order (five rows of cells for each digit, 500
/// of each), and centres each on a black 28x28, as MNIST's digits are. Throws InputError if `sheet` is of
/// another shape. `source`: for messages.
ImageDataset cut_digits_sheet(const Image& sheet, const std::string& source);

}  // namespace bora::data
