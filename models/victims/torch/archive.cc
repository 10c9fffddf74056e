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

constexpr const char* kSave =
    "load it into its model in Python and save that by torch.jit.script(model.eval()).save(\"m.pt\") or "
    "torch.jit.trace";
constexpr const char* kServe = "let a program answer the queries (exec:python server.py)";

// Returns the command by which a shell runs a file, as an address of a program.
std::string address_of_program(const std::string& path) {
  if (path.ends_with(".py")) return "exec:python " + path;
  return "exec:" + (path.find('/') == std::string::npos ? "./" + path : path);
}

// Returns the error for a file that cannot be read as a zip archive. Its name and first bytes decide on the
// message.
InputError not_an_archive(const std::string& path) {
  std::array<char, 9> head{};
  std::ifstream file(path, std::ios::binary);
  if (!file) return InputError("{}: cannot be opened for reading", path);
  file.read(head.data(), head.size());
  const std::string_view start(head.data(), static_cast<std::size_t>(file.gcount()));
  if (start.empty()) return InputError("{}: the file is empty, expected a TorchScript archive", path);
  if (path.ends_with(".py") || start.starts_with("#!") || start.starts_with("\177ELF"))
    return InputError(
        "{}: a program, expected a TorchScript archive; a program that answers queries is given as {}", path,
        address_of_program(path));
  if (path.ends_with(".keras") || start.starts_with("\x89HDF"))
    return InputError(
        "{}: a file of Keras or HDF5, not TorchScript: export the model to ONNX (tf2onnx), or {}", path,
        kServe);
  if (start.starts_with("PK\x03\x04")) return InputError("{}: the archive is truncated or damaged", path);
  if (start[0] == '\x80')
    return InputError(
        "{}: a Python pickle, not TorchScript: if an old version of torch.save wrote it, {}; otherwise {}",
        path, kSave, kServe);
  // A file of safetensors begins with the length of its header, in eight bytes, and the header in JSON.
  if (path.ends_with(".safetensors") || (start.size() == head.size() && start[7] == 0 && start[8] == '{'))
    return InputError("{}: weights only (safetensors), not TorchScript: {}", path, kSave);
  return InputError("{}: not a TorchScript archive; for a model of another format, {}", path, kServe);
}

std::unique_ptr<PyTorchStreamReader> open_archive(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError("{}: {}{}", path,
                     status.type() == std::filesystem::file_type::none ? error.message() : "no such file",
                     path.find(' ') == std::string::npos ? "" : "; a command is given as exec:" + path);
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
  if (is_export) throw InputError("{}: an exported program (torch.export), not TorchScript: {}", path, kSave);
  if (has_pickle)
    throw InputError("{}: weights only (torch.save of a state dict or a module), not TorchScript: {}", path,
                     kSave);
  throw InputError("{}: a zip archive, but not one of TorchScript; for a model of another format, {}", path,
                   kServe);
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
