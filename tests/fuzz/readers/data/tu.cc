// TU sets of graphs: seven files.
#include "data/graphs/tu.h"

#include <filesystem>

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

constexpr const char* kFiles[] = {"A",           "graph_indicator", "graph_labels",   "node_labels",
                                  "edge_labels", "node_attributes", "edge_attributes"};

const Registration tu({"tu",
                       [](std::string_view bytes) {
                         const auto directory = folder() / "tu";
                         std::filesystem::create_directory(directory);
                         const auto files = parts(bytes, std::size(kFiles));
                         for (std::size_t i = 0; i < files.size(); ++i) {
                           const std::string name = std::string("tu/X_") + kFiles[i] + ".txt";
                           if (i < 3 || !files[i].empty())
                             file_of(name, files[i]);
                           else
                             std::filesystem::remove(folder() / name);
                         }
                         check(load_tu(directory));
                       },
                       [] {
                         return std::vector{joined({"1, 2\n2, 1\n3, 4\n4, 3", "1\n1\n2\n2", "1\n-1"}),
                                            joined({"1, 2\n2, 2", "1\n1", "0", "3\n5", "1\n1",
                                                    "0.5, 1e3\n-1, 2", "0.5\n2"})};
                       }});

}  // namespace
}  // namespace bora::fuzz
