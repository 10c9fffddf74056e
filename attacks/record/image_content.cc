#include "attacks/record/image_content.h"

#include <cmath>
#include <cstring>

namespace bora::attacks {

std::string content_of_pixels(std::span<const float> pixels, bool continuous) {
  if (continuous) return {reinterpret_cast<const char*>(pixels.data()), pixels.size_bytes()};
  std::string levels;
  levels.reserve(pixels.size());
  for (const float value : pixels)
    levels.push_back(static_cast<char>(static_cast<unsigned char>(std::lround(value * 255.0F))));
  return levels;
}

std::vector<float> pixels_of_content(const std::string& content, bool continuous) {
  std::vector<float> pixels;
  if (continuous) {
    pixels.resize(content.size() / sizeof(float));
    std::memcpy(pixels.data(), content.data(), pixels.size() * sizeof(float));
  } else {
    pixels.reserve(content.size());
    for (const char level : content)
      pixels.push_back(static_cast<float>(static_cast<unsigned char>(level)) / 255.0F);
  }
  return pixels;
}

}  // namespace bora::attacks
