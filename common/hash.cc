#include "common/hash.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

#include "common/error.h"

namespace bora {
namespace {

using Digest = std::array<unsigned char, 32>;
using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

void check(bool done) {
  if (!done) throw std::runtime_error("SHA-256 is not available in this OpenSSL");
}

Digest digest_of(const void* data, std::size_t size) {
  Digest digest;
  check(EVP_Digest(data, size, digest.data(), nullptr, EVP_sha256(), nullptr) == 1);
  return digest;
}

std::string hex_of(const Digest& digest) {
  std::string hex;
  for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

}  // namespace

std::string sha256_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("{}: cannot be read", path.string());
  const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  check(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
  std::array<char, 1 << 16> buffer;
  while (file.read(buffer.data(), buffer.size()), file.gcount() > 0)
    check(EVP_DigestUpdate(context.get(), buffer.data(), static_cast<std::size_t>(file.gcount())) == 1);
  if (file.bad()) throw InputError("{}: read error", path.string());
  Digest digest;
  check(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);
  return hex_of(digest);
}

std::string sha256(std::string_view bytes) {
  return hex_of(digest_of(bytes.data(), bytes.size()));
}

std::int64_t short_hash(const void* data, std::size_t size) {
  const Digest digest = digest_of(data, size);
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | digest[i];
  return static_cast<std::int64_t>(value >> 1);
}

}  // namespace bora
