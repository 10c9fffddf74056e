#include "data/files/file.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "common/error.h"

namespace bora::data {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace

FileContent read_file(const std::filesystem::path& path, std::uint64_t most_bytes) {
  // Opening a device or a pipe could block forever.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw InputError("{}: {}", path.string(), error ? error.message() : "is not a file");
  const std::unique_ptr<gzFile_s, decltype(&gzclose_r)> file(gzopen(path.c_str(), "rb"), &gzclose_r);
  if (!file) throw InputError("{}: cannot be opened ({})", path.string(), reason(errno));

  constexpr unsigned kChunk = 1 << 16;
  FileContent content;
  int got = 0;
  do {
    const std::size_t size = content.bytes.size();
    content.bytes.resize(size + kChunk);
    got = gzread(file.get(), content.bytes.data() + size, kChunk);
    content.bytes.resize(size + std::max(got, 0));
    if (content.bytes.size() > most_bytes && gzdirect(file.get()) == 0)
      throw InputError("{}: inflates to more than {} bytes, expected less for a data set", path.string(),
                       most_bytes);
  } while (got > 0);

  int code = Z_OK;
  const char* message = gzerror(file.get(), &code);
  if (code == Z_BUF_ERROR)
    content.cut_short = true;
  else if (code == Z_ERRNO)
    throw InputError("{}: cannot be read ({})", path.string(), reason(errno));
  else if (code != Z_OK)
    throw InputError("{}: damaged gzip file ({})", path.string(), message);
  if (path.extension() == ".gz" && gzdirect(file.get()) != 0)
    throw InputError("{}: is not a gzip file, although its name ends with .gz", path.string());
  return content;
}

std::vector<std::uint8_t> read_complete_file(const std::filesystem::path& path) {
  FileContent content = read_file(path);
  if (content.cut_short)
    throw InputError("{}: truncated gzip file ({} bytes could be inflated)", path.string(),
                     content.bytes.size());
  return std::move(content.bytes);
}

std::string read_text_file(const std::filesystem::path& path) {
  const auto bytes = read_complete_file(path);
  return {bytes.begin(), bytes.end()};
}

}  // namespace bora::data
