// Records of NAS-Bench-101: the frames with their checksums are made here.
#include "data/architectures/nasbench101.h"

#include <boost/crc.hpp>

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

void append(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i));
}

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  const std::uint32_t value = crc.checksum();
  return (value >> 15 | value << 17) + 0xa282ead8;
}

std::string framed(const std::string& record) {
  std::string out;
  append(out, record.size(), 8);
  append(out, checksum(out), 4);
  out += record;
  append(out, checksum(record), 4);
  return out;
}

const Registration nasbench101(
    {"nasbench101",
     [](std::string_view bytes) {
       std::string file;
       for (const std::string& record : parts(bytes, 3)) file += framed(record);
       read_nasbench101(file_of("nasbench", file));
     },
     [] {
       // One evaluation (seconds 1, validation .5, test .5) and 8 parameters.
       const std::string cell =
           R"(["a", 108, "0110001000010000", "input,conv3x3-bn-relu,maxpool3x3,output", "ChsRAAAAAAAA8D8hAAAAAAAA4D8pAAAAAAAA4D8QCA=="])";
       const std::string other =
           R"(["b", 4, "0100", "input,output", "ChsRAAAAAAAA8D8hAAAAAAAA4D8pAAAAAAAA4D8QCA=="])";
       return std::vector{joined({cell, cell, other})};
     }});

}  // namespace
}  // namespace bora::fuzz
