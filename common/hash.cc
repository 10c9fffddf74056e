#include "common/hash.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

#include "common/error.h"

namespace bora {
namespace {

using Digest = std::array<unsigned char, EVP_MAX_MD_SIZE>;
using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

Context start() {
  Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  return context;
}

std::string hex_of(const unsigned char* digest, unsigned length) {
  std::string hex;
  for (unsigned i = 0; i < length; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

}  // namespace

std::string sha256_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("{}: cannot be read", path.string());
  const Context context = start();
  std::array<char, 1 << 16> buffer;
  while (file.read(buffer.data(), buffer.size()), file.gcount() > 0)
    EVP_DigestUpdate(context.get(), buffer.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad()) throw InputError("{}: read error", path.string());
  Digest digest;
  unsigned length = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &length);
  return hex_of(digest.data(), length);
}

std::string sha256(std::string_view bytes) {
  Digest digest;
  unsigned length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  return hex_of(digest.data(), length);
}

std::int64_t short_hash(const void* data, std::size_t size) {
  Digest digest;
  unsigned length = 0;
  if (EVP_Digest(data, size, digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | digest[i];
  return static_cast<std::int64_t>(value >> 1);
}

}  // namespace bora
