// The list of an assessment's models, as bo-assess leaves it. There is a run in the folder "a".
#include "report/assessment/figures/assessment.h"

#include <filesystem>

#include "fuzz/reader.h"
#include "fuzz/small_run.h"

namespace bora::fuzz {
namespace {

const Registration assessment(
    {"assessment",
     [](std::string_view bytes) {
       static const std::filesystem::path place = [] {
         std::filesystem::create_directories(folder() / "assessed" / "a");
         file_of("assessed/a/run.sqlite", small_run());
         return folder() / "assessed";
       }();
       file_of("assessed/models.json", bytes);
       report::read_assessment(place);
     },
     [] {
       return std::vector<std::string>{
           R"({"format": 1, "command": "c", "version": "1", "started": "s", "finished": "f", "status": "complete", "bound": 0.1, "models": [{"name": "m", "origin": "given", "architecture": "a", "file": "m.pt", "weights": 3, "latency": 1e-3, "seconds": null, "runs": ["a"]}, {"name": "n", "origin": "trained", "runs": ["b"]}], "search": null})",
           R"({"format": 1, "status": "running", "search": {"space": "nb201", "strategy": "random", "objective": "accuracy", "networks": [{"number": 1, "architecture": "x", "accuracy": 0.5, "robustness": null, "weights": 10, "seconds": 1.5, "finalist": true}]}})"};
     }});

}  // namespace
}  // namespace bora::fuzz
