// IDX files of images and labels, gzipped or not: two files.
#include "data/images/idx.h"

#include <zlib.h>

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

std::string gzipped(const std::string& text) {
  const auto path = file_of("seed.gz", "");
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return content_of(path);
}

const Registration idx(
    {"idx",
     [](std::string_view bytes) {
       const auto files = parts(bytes, 2);
       file_of("train-images-idx3-ubyte", files[0]);
       file_of("train-labels-idx1-ubyte", files[1]);
       check(load_idx(folder(), Part::train));
     },
     [] {
       using namespace std::string_literals;
       const std::string images = "\0\0\x08\3\0\0\0\2\0\0\0\2\0\0\0\3"s + "abcdefghijkl";
       const std::string labels = "\0\0\x08\1\0\0\0\2\7\1"s;
       return std::vector{joined({images, labels}), joined({gzipped(images), gzipped(labels)})};
     }});

}  // namespace
}  // namespace bora::fuzz
