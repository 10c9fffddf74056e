// Data sets of arrays: two files of images and labels in a folder.
#include "data/files/numpy_files.h"

#include "data/files/npy_array.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration numpy(
    {"numpy",
     [](std::string_view bytes) {
       const auto files = parts(bytes, 2);
       file_of("x.npy", files[0]);
       file_of("y.npy", files[1]);
       check(load_numpy_files({folder(), {}, {}, NumpyFiles::Pair{"x.npy", "y.npy"}, {}, {}}, Part::all));
     },
     [] {
       const std::string images = npy_header("|u1", {2, 2, 2, 3}) + std::string(24, '\5');
       return std::vector{joined({images, npy_header("<i2", {2}) + std::string(4, '\0')}),
                          joined({images, npy_header("|S1", {2}) + "01"}),
                          joined({npy_header("<f4", {1, 2, 2}) + std::string(16, '\0'),
                                  npy_header("|b1", {1, 2}) + std::string("\1\0", 2)})};
     }});

}  // namespace
}  // namespace bora::fuzz
