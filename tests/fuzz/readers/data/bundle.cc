// TU sets of graphs as an archive.
#include "data/zip_files.h"

#include "data/graphs/tu.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration bundle({"bundle",
                           [](std::string_view bytes) { check(load_tu(file_of("set.zip", bytes))); },
                           [] {
                             testing::write_zip(folder() / "seed.zip", {{"X/X_A.txt", "1, 2\n2, 1\n"},
                                                                        {"X/X_graph_indicator.txt", "1\n1\n"},
                                                                        {"X/X_graph_labels.txt", "1\n"},
                                                                        {"X/.hidden", ""}});
                             return std::vector{content_of(folder() / "seed.zip")};
                           }});

}  // namespace
}  // namespace bora::fuzz
