#include "data/zip_files.h"

#include <zip.h>

#include <stdexcept>

namespace bora::testing {

void write_zip(const std::filesystem::path& path, const TextFiles& files) {
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  if (archive == nullptr) throw std::runtime_error(path.string() + ": cannot be written");
  for (const auto& [name, text] : files)
    zip_file_add(archive, name.c_str(), zip_source_buffer(archive, text.data(), text.size(), 0),
                 ZIP_FL_ENC_GUESS);
  if (zip_close(archive) != 0) throw std::runtime_error(path.string() + ": cannot be written");
}

}  // namespace bora::testing
