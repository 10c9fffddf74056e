// Labelled points in CSV, which sigmoid networks are searched for.
#include "nas/sigmoid/two_classes.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration points(
    {"points", [](std::string_view bytes) { nas::read_labelled_points(file_of("points.csv", bytes)); },
     [] {
       return std::vector<std::string>{"x,y,class\n0.5,1e-3,0\n-2,3,1\n", "1,2,0\n3,4,2\n"};
     }});

}  // namespace
}  // namespace bora::fuzz
