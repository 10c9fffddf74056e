// Data set of the digits sheet in OpenCV's samples, 5,000 handwritten digits in one picture.
#pragma once

#include <filesystem>
#include <vector>

#include "data/images/dataset.h"
#include "data/images/image_io.h"

namespace bora::data {

/// Returns the places to search for the sheet, in order: $BORA_DATA_DIR, the places where OpenCV's packages
/// install it, and the user's cache (where tools/setup unpacks it on systems without documentation).
std::vector<std::filesystem::path> digits_sheet_places();

/// Returns the first of `places` that exists. Throws InputError that says what to install if none does.
std::filesystem::path find_digits_sheet(const std::vector<std::filesystem::path>& places);

/// Returns whether an image has the shape of the sheet: grey, 2000 wide, 1000 high.
bool is_digits_sheet(const ImageShape& shape);

/// Cuts the sheet into its 50 x 100 cells of 20x20 pixels, in reading order (five rows of cells for each
/// digit), and centres each on a black image of 28x28, as in MNIST. source: name of the sheet for messages.
/// Throws InputError if `sheet` has another shape.
ImageDataset cut_digits_sheet(const Image& sheet, const std::string& source);

}  // namespace bora::data
