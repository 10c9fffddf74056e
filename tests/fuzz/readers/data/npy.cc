// NumPy's arrays: one file of any kind.
#include "data/files/npy_array.h"

#include "data/images/image_io.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration npy({"npy",
                        [](std::string_view bytes) {
                          const NpyArray array = parse_npy(bytes, "x.npy", true);
                          for (std::int64_t i = 0; i < array.size(); ++i)
                            if (array.holds_texts())
                              array.text_at(i);
                            else
                              array.at(i);
                          read_npy(file_of("x.npy", bytes));
                        },
                        [] {
                          return std::vector{npy_header("<f4", {1, 2, 2}) + std::string(16, '\0'),
                                             npy_header("<f2", {3, 1, 1}) + std::string(6, '\0')};
                        }});

}  // namespace
}  // namespace bora::fuzz
