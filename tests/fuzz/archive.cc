// Stands in for LibTorch's reader of archives: the file is what the archive holds.
#include "models/victims/torch/archive.h"

#include "fuzz/reader.h"

namespace bora::models {

std::optional<std::string> read_extra_file(const std::string& path, const std::string& /*name*/) {
  return fuzz::content_of(path);
}

}  // namespace bora::models
