// Spaces of parameters in TOML, with conditions and constraints.
#include "tuning/space/space_file.h"

#include "common/random.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration space(
    {"space",
     [](std::string_view bytes) {
       const auto read = parse_space(std::string(bytes), "space.toml");
       Rng rng(1);
       const auto point = read.space().try_sample(1, rng);
       if (point) read.point(read.assignment(*point));
     },
     [] {
       return std::vector<std::string>{
           R"toml(constraints = ["width * depth <= 4096", "a + b == 1", "1 <= width <= depth || flag"]
[lr]
type = "log"
bounds = [1e-5, 1e-1]
[width]
type = "integer"
bounds = [1, 64]
[depth]
type = "log-integer"
bounds = [1, 64]
[flag]
type = "categorical"
values = [true, false]
[act]
type = "ordinal"
values = ["relu", "leaky", 3, 2.5]
[slope]
type = "real"
bounds = [0, 1]
when = "act == 'leaky' && !(width % 2 == 0)"
[a]
type = "real"
bounds = [0, 1]
[b]
type = "real"
bounds = [0, 1]
)toml",
           R"toml([x]
type = "real"
bounds = [-1, 2.5]
[y]
type = "real"
bounds = [0, 1]
when = "x > 0 ? sin(x) < 1 : abs(x) >= min(x, 2)^2"
)toml"};
     },
     // The search for a first point ends after 100,000 evaluations of the constraints: 0.3 seconds without
     // the sanitizers and up to 3.5 with them.
     6});

}  // namespace
}  // namespace bora::fuzz
