#include "fuzz/reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "common/error.h"
#include "support/temporary_folder.h"

namespace bora::fuzz {
namespace {

constexpr std::string_view kBetween = "\n%%\n";

std::string fault_of_message(const std::string& message) {
  return message.find('\n') == std::string::npos ? "" : "a message of several lines: " + message;
}

}  // namespace

std::vector<Reader>& readers() {
  static std::vector<Reader> all;
  return all;
}

std::string fault_of(const Reader& reader, std::string_view bytes) {
  try {
    reader.read(bytes);
  } catch (const InputError& error) {
    return fault_of_message(error.what());
  } catch (const VictimError& error) {
    return fault_of_message(error.what());
  } catch (const std::exception& error) {
    return std::string("an error that is not documented: ") + error.what();
  }
  return "";
}

const std::filesystem::path& folder() {
  static const testing::TemporaryFolder made = testing::TemporaryFolder::in_memory();
  return made.path();
}

std::filesystem::path file_of(const std::string& name, std::string_view bytes) {
  std::filesystem::path path = folder() / name;
  const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  const bool written =
      file >= 0 && ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  if (file < 0 || ::close(file) != 0 || !written)
    throw std::runtime_error(path.string() + ": cannot be written");
  return path;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string joined(const std::vector<std::string>& files) {
  std::string out;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i > 0) out += kBetween;
    out += files[i];
  }
  return out;
}

std::vector<std::string> parts(std::string_view bytes, std::size_t most) {
  std::vector<std::string> out;
  while (out.size() + 1 < most) {
    const auto at = bytes.find(kBetween);
    if (at == std::string_view::npos) break;
    out.emplace_back(bytes.substr(0, at));
    bytes.remove_prefix(at + kBetween.size());
  }
  out.emplace_back(bytes);
  out.resize(most);
  return out;
}

}  // namespace bora::fuzz
