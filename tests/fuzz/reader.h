// Readers of bytes that may come from anybody, as libFuzzer and the test that replays their seeds call them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {}
namespace bora::data {}
namespace bora::models {}
namespace bora::tuning {}
namespace bora::tools {}

namespace bora::fuzz {

using namespace attacks;
using namespace data;
using namespace models;
using namespace tools;
using namespace tuning;

struct Reader {
  const char* name;
  /// Reads one input; throws no errors but those that the product documents, InputError and VictimError.
  void (*read)(std::string_view bytes);
  std::vector<std::string> (*seeds)();  ///< valid inputs, from which others are made
  double most_seconds = 2;              ///< limit of processor time for one input, under the sanitizers
};

/// Returns the readers that are linked into this program.
std::vector<Reader>& readers();

/// Global variable that adds a reader to readers().
struct Registration {
  explicit Registration(const Reader& reader) { readers().push_back(reader); }
};

/// Reads one input and returns what is wrong: "" if it was read, or refused with a documented error whose
/// message is one line.
std::string fault_of(const Reader& reader, std::string_view bytes);

/// Returns a folder in memory, which is removed when the program ends.
const std::filesystem::path& folder();
/// Writes a file below folder() and returns its path.
std::filesystem::path file_of(const std::string& name, std::string_view bytes);

/// Joins the files of a reader that takes several into one input, and takes them apart again: at most `most`,
/// "" for those that are missing.
std::string joined(const std::vector<std::string>& files);
std::vector<std::string> parts(std::string_view bytes, std::size_t most);

/// Returns the bytes that a file holds.
std::string content_of(const std::filesystem::path& file);

}  // namespace bora::fuzz
