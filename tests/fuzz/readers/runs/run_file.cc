// A run's database, as a file.
#include "fuzz/reader.h"
#include "fuzz/small_run.h"

namespace bora::fuzz {
namespace {

const Registration run_file({"run_file",
                             [](std::string_view bytes) { read_whole_run(file_of("run.sqlite", bytes)); },
                             [] { return std::vector{small_run()}; }});

}  // namespace
}  // namespace bora::fuzz
