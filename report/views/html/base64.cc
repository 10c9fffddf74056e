#include "report/views/html/base64.h"

#include <openssl/evp.h>

namespace bora::report {

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it with a zero byte
  const int written = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), bytes.data(),
                                      static_cast<int>(bytes.size()));
  out.resize(written);
  return out;
}

}  // namespace bora::report
