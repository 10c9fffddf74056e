#include "data/images/digits.h"

#include <algorithm>
#include <string>

#include "common/error.h"
#include "data/files/places.h"

namespace bora::data {
namespace {

constexpr int kCell = 20;      // side of a digit on the sheet
constexpr int kSide = 28;      // side of an image
constexpr int kRows = 50;      // rows of cells
constexpr int kColumns = 100;  // columns of cells
constexpr int kDigits = 10;

}  // namespace

std::vector<std::filesystem::path> digits_sheet_places() {
  return places("digits.png", {"/usr/share/doc/opencv-doc/examples/data/digits.png",
                               "/usr/share/doc/opencv-doc/examples/data/digits.png.gz",
                               "/usr/share/opencv4/samples/data/digits.png",
                               "/usr/local/share/opencv4/samples/data/digits.png"});
}

std::filesystem::path find_digits_sheet(const std::vector<std::filesystem::path>& candidates) {
  const auto found = first_existing(candidates);
  if (!found)
    throw InputError(
        "digits: the digits sheet is not installed: install Debian's opencv-doc, run tools/setup, or put "
        "OpenCV's digits.png into $BORA_DATA_DIR");
  return *found;
}

bool is_digits_sheet(const ImageShape& shape) {
  return shape == ImageShape{1, kRows * kCell, kColumns * kCell};
}

ImageDataset cut_digits_sheet(const Image& sheet, const std::string& source) {
  if (!is_digits_sheet(sheet.shape))
    throw InputError("{}: an image of {}, expected the digits sheet's 1x{}x{}", source,
                     to_string(sheet.shape), kRows * kCell, kColumns * kCell);
  ImageDataset dataset;
  dataset.shape = {1, kSide, kSide};
  dataset.classes = kDigits;
  for (int digit = 0; digit < kDigits; ++digit) dataset.class_names.push_back(std::to_string(digit));
  dataset.source = source;
  dataset.pixels.resize(static_cast<std::size_t>(kRows) * kColumns * kSide * kSide);
  constexpr int kMargin = (kSide - kCell) / 2;
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      const int record = row * kColumns + column;
      const std::uint8_t* cell = sheet.pixels.data() + row * kCell * sheet.shape.width + column * kCell;
      std::uint8_t* image = dataset.pixels.data() + record * kSide * kSide + kMargin * kSide + kMargin;
      for (int y = 0; y < kCell; ++y) std::copy_n(cell + y * sheet.shape.width, kCell, image + y * kSide);
      dataset.labels.push_back(row / (kRows / kDigits));
      dataset.records.push_back(record);
    }
  return dataset;
}

}  // namespace bora::data
