#include "report/views/html/picture.h"

#include <algorithm>
#include <cmath>

#include <openssl/evp.h>

#include "data/images/image_io.h"

namespace bora::report {

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it with a zero byte
  const int written = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), bytes.data(),
                                      static_cast<int>(bytes.size()));
  out.resize(written);
  return out;
}

std::string picture_address(const std::vector<float>& values, const RunRecord& run) {
  // encode_png() writes grey and RGB images only.
  const int channels = run.channels == 3 ? 3 : 1;
  const ImageShape shape{channels, run.height, run.width};
  std::vector<std::uint8_t> levels(shape.size());
  for (std::size_t i = 0; i < levels.size(); ++i)
    levels[i] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(values[i], 0.0F, 1.0F)));
  return "data:image/png;base64," + base64(encode_png(levels, shape));
}

}  // namespace bora::report
