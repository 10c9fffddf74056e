// Entry points of libFuzzer. The environment names the reader, BORA_READER; with BORA_SEEDS=FOLDER its seeds
// are written there first.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "fuzz/reader.h"
#include "fuzz/sqlite_memory.h"

namespace {

using bora::fuzz::Reader;

const Reader& chosen() {
  const char* const name = std::getenv("BORA_READER");
  for (const Reader& reader : bora::fuzz::readers())
    if (name != nullptr && std::string(name) == reader.name) return reader;
  std::fprintf(stderr, "BORA_READER names no reader, expected one of:");
  for (const Reader& reader : bora::fuzz::readers()) std::fprintf(stderr, " %s", reader.name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  bora::fuzz::give_sqlite_small_blocks();
  const char* const folder = std::getenv("BORA_SEEDS");
  if (folder == nullptr) return 0;
  int number = 0;
  for (const std::string& seed : chosen().seeds())
    std::ofstream(std::filesystem::path(folder) / ("seed" + std::to_string(number++)), std::ios::binary)
        << seed;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  // Measured by processor time, since the clock goes on while other programs run.
  static const Reader& reader = chosen();
  const std::clock_t begun = std::clock();
  std::string fault = bora::fuzz::fault_of(reader, {reinterpret_cast<const char*>(bytes), size});
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  if (fault.empty() && seconds > reader.most_seconds) fault = "took " + std::to_string(seconds) + " s";
  if (fault.empty()) return 0;
  std::fprintf(stderr, "FAULT: %s\n", fault.c_str());
  std::abort();
}
