#include "data/files/bundle.h"

#include <zip.h>

#include <algorithm>

#include "common/error.h"
#include "common/text.h"

namespace bora::data {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const std::string& name) {
  return fs::path(name).filename().string().starts_with('.');
}

class Folder : public Bundle {
 public:
  explicit Folder(const fs::path& path) : Bundle(path) {
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.is_regular_file() && !is_hidden(entry.path().string()))
        names_.push_back(entry.path().filename().string());
    std::ranges::sort(names_);
  }

  std::string read(const std::string& name) override { return read_text_file(path_ / name); }
};

class ZipArchive : public Bundle {
 public:
  ZipArchive(const fs::path& path, std::uint64_t most_bytes)
      : Bundle(path), archive_(nullptr, &zip_discard), most_bytes_(most_bytes), left_bytes_(most_bytes) {
    int code = 0;
    archive_.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (!archive_) {
      zip_error_t error;
      zip_error_init_with_code(&error, code);
      const std::string reason = zip_error_strerror(&error);
      zip_error_fini(&error);
      throw InputError("{}: truncated, damaged or no zip archive ({})", path.string(), reason);
    }
    const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* name = zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), 0);
      if (name != nullptr && !is_hidden(name) && !std::string_view(name).ends_with('/'))
        names_.push_back(name);
    }
    std::ranges::sort(names_);
    if (const auto twice = std::ranges::adjacent_find(names_); twice != names_.end())
      throw InputError("{}: occurs twice", where(*twice));
  }

  // The stated size of a file in an archive may be wrong, so memory is allocated as bytes are read.
  std::string read(const std::string& name) override {
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(zip_fopen(archive_.get(), name.c_str(), 0),
                                                                  &zip_fclose);
    if (!file) throw InputError("{}: cannot be unpacked ({})", where(name), zip_strerror(archive_.get()));
    constexpr std::size_t kChunk = 1 << 16;
    std::string content;
    for (zip_int64_t got = 1; got > 0;) {
      const std::size_t size = content.size();
      content.resize(size + kChunk);
      got = zip_fread(file.get(), content.data() + size, kChunk);
      if (got < 0)
        throw InputError("{}: cannot be unpacked ({})", where(name), zip_file_strerror(file.get()));
      content.resize(size + static_cast<std::size_t>(got));
      if (static_cast<std::uint64_t>(got) > left_bytes_)
        throw InputError("{}: unpacks to more than {} bytes, expected less for a data set", path_.string(),
                         most_bytes_);
      left_bytes_ -= static_cast<std::uint64_t>(got);
    }
    return content;
  }

 private:
  std::unique_ptr<zip_t, decltype(&zip_discard)> archive_;
  std::uint64_t most_bytes_;
  std::uint64_t left_bytes_;
};

}  // namespace

std::string Bundle::where(const std::string& name) const {
  return fmt::format("{}: {}", path_.string(), printable(name));
}

std::unique_ptr<Bundle> open_bundle(const fs::path& path, std::uint64_t most_bytes) {
  if (fs::is_directory(path)) return std::make_unique<Folder>(path);
  if (!fs::is_regular_file(path)) throw InputError("{}: is neither a directory nor a file", path.string());
  return std::make_unique<ZipArchive>(path, most_bytes);
}

}  // namespace bora::data
