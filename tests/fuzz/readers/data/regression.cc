// UCI sets: table, features, target, and the rows of a split.
#include "data/files/regression.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration regression(
    {"regression",
     [](std::string_view bytes) {
       const auto files = parts(bytes, 5);
       file_of("data.txt", files[0]);
       file_of("index_features.txt", files[1]);
       file_of("index_target.txt", files[2]);
       file_of("index_train_0.txt", files[3]);
       file_of("index_test_0.txt", files[4]);
       const RegressionSet set = load_uci(folder().string());
       split_of(set, 0);
       Whitening(set.X).apply(set.X);
     },
     [] {
       return std::vector{joined({"1 2 3\n4 5 6\n7 8 -9.5e2", "0\n1.0", "2", "0\n1", "2"})};
     }});

}  // namespace
}  // namespace bora::fuzz
