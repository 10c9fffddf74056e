#include "tools/report/atomic_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "common/error.h"

namespace bora {

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.part", ::getpid());  // two reports on one folder must not share it
  errno = 0;
  bool written = false;
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    written = file.write(content.data(), static_cast<std::streamsize>(content.size())) && file.flush();
  }
  std::error_code error;
  if (written) {
    std::filesystem::rename(temporary, path, error);
    if (!error) return;
  }
  const std::string why = error ? error.message() : std::strerror(errno);
  std::filesystem::remove(temporary, error);
  throw InputError("{}: cannot be written: {}", path.string(), why);
}

}  // namespace bora
