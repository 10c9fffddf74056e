#include "models/victims/torch/archive.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include <caffe2/serialize/inline_container.h>

#include "common/error.h"

namespace bora::models {
namespace {

using caffe2::serialize::PyTorchStreamReader;

// Returns the error for a file that cannot be read as a zip archive. Its first bytes decide on the message.
InputError not_an_archive(const std::string& path) {
  std::array<char, 4> head{};
  std::ifstream file(path, std::ios::binary);
  if (!file) return InputError("{}: cannot be opened for reading", path);
  file.read(head.data(), head.size());
  const std::string_view start(head.data(), static_cast<std::size_t>(file.gcount()));
  if (start.empty()) return InputError("{}: the file is empty, expected a TorchScript archive", path);
  if (start == "PK\x03\x04") return InputError("{}: the archive is truncated or damaged", path);
  if (start[0] == '\x80')
    return InputError(
        "{}: a Python pickle (torch.save of an old version), not TorchScript: save it with torch.jit.script "
        "or torch.jit.trace",
        path);
  return InputError("{}: not a TorchScript archive", path);
}

std::unique_ptr<PyTorchStreamReader> open_archive(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError("{}: {}", path,
                     status.type() == std::filesystem::file_type::none ? error.message() : "no such file");
  if (std::filesystem::is_directory(status))
    throw InputError("{}: a directory, expected a TorchScript archive", path);
  // Opening a pipe or a device could block forever.
  if (!std::filesystem::is_regular_file(status))
    throw InputError("{}: a pipe or a device, expected a TorchScript archive", path);
  std::unique_ptr<PyTorchStreamReader> reader;
  bool has_code = false;
  bool has_pickle = false;
  bool is_export = false;
  try {
    reader = std::make_unique<PyTorchStreamReader>(path);
    // The code of a TorchScript module always comes with constants.pkl; a state dict has data.pkl only.
    has_code = reader->hasRecord("constants.pkl");
    has_pickle = reader->hasRecord("data.pkl");
    is_export = reader->hasRecord("archive_format") || reader->hasRecord("serialized_exported_program.json");
  } catch (const std::exception&) {
    throw not_an_archive(path);
  }
  if (has_code && has_pickle) return reader;
  if (is_export)
    throw InputError(
        "{}: an exported program (torch.export), not TorchScript: save it with torch.jit.script or "
        "torch.jit.trace",
        path);
  if (has_pickle)
    throw InputError(
        "{}: weights only (torch.save of a state dict or a module), not TorchScript: save it with "
        "torch.jit.script or "
        "torch.jit.trace",
        path);
  throw InputError("{}: a zip archive, but not one of TorchScript", path);
}

}  // namespace

std::optional<std::string> read_extra_file(const std::string& path, const std::string& name) {
  const auto reader = open_archive(path);
  const std::string record = "extra/" + name;
  if (!reader->hasRecord(record)) return std::nullopt;
  try {
    const auto [data, size] = reader->getRecord(record);
    return std::string(static_cast<const char*>(data.get()), size);
  } catch (const std::exception&) {
    throw InputError("{}: the archive is damaged at {}", path, record);
  }
}

}  // namespace bora::models
