// Plans of assessments in TOML.
#include "tools/assess/plan_file.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration plan(
    {"plan", [](std::string_view bytes) { read_plan(file_of("plan.toml", bytes)); },
     [] {
       return std::vector<std::string>{
           "data = \"digits\"\neps = [0.1, 0.2]\nquiet = true\nmodels = [\"a.pt\", \"b.pt\"]\n"
           "[search]\nbudget = 60\nspace = \"nb201\"\nrate = 1e-3\n"};
     }});

}  // namespace
}  // namespace bora::fuzz
