// Archives of arrays.
#include "data/zip_files.h"

#include "data/files/npy_array.h"
#include "data/files/numpy_files.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration npz({"npz",
                        [](std::string_view bytes) {
                          const auto files = find_numpy_files(file_of("set.npz", bytes));
                          if (files) check(load_numpy_files(*files, Part::all));
                        },
                        [] {
                          testing::write_zip(folder() / "seed.npz",
                                             {{"x.npy", npy_header("|u1", {1, 2, 2}) + "abcd"},
                                              {"y.npy", npy_header("|u1", {1}) + "\3"}});
                          return std::vector{content_of(folder() / "seed.npz")};
                        }});

}  // namespace
}  // namespace bora::fuzz
