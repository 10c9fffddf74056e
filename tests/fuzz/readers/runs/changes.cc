// Combinations of semantic changes, as they lie beside a run's adversarial examples.
#include "attacks/semantic/semantic_space.h"

#include <stdexcept>

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

constexpr const char* kRules = "rotate=-30:30,blur=0:2,texture=0:0.2,noise=0:0.1,order,border=edge";

const Registration changes(
    {"changes",
     [](std::string_view bytes) {
       static const SemanticSpace space(parse_semantic_rules(kRules, 3));
       const Eigen::VectorXd point = space.from_json(std::string(bytes), "example.json");
       if (space.from_json(space.to_json(point), "again") != point)
         throw std::logic_error("reads back as another combination");
       space.severity(point);
     },
     [] {
       const SemanticSpace space(parse_semantic_rules(kRules, 3));
       return std::vector<std::string>{space.to_json(space.identity()), R"({"rotate": 12.5, "blur": 0.5})"};
     }});

}  // namespace
}  // namespace bora::fuzz
