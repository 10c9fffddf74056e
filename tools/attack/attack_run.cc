#include "tools/attack/attack_run.h"

#include "common/error.h"
#include "tools/attack/choose_task.h"
#include "tools/attack/graph_session.h"
#include "tools/attack/image_session.h"
#include "tools/attack/semantic_session.h"
#include "tools/options/values.h"

namespace bora {

int run_attack(const AttackOptionsText& text, const CommandLine& line, const std::string& command) {
  if (line.given("out") && text.out.empty()) throw InputError("--out: got '', expected the name of a folder");
  if (choose_task(text, line) == RunTask::graphs) {
    const GraphSetup setup = graph_setup(text);
    return GraphSession(text, setup).run(command, line.config());
  }
  check_name(text.threat, "--threat", {"linf", "semantic"});
  const bool semantic = text.threat == "semantic";
  for (const std::string& option : semantic ? linf_options() : semantic_options())
    if (line.changed(option))
      throw InputError("--{}: counts with --threat {} alone, but --threat is {}", option,
                       semantic ? "linf" : "semantic", text.threat);
  if (semantic) {
    const SemanticSetup setup = semantic_setup(text);
    return SemanticSession(text, setup).run(command, line.config());
  }
  const ImageSetup setup = image_setup(text);
  return ImageSession(text, setup).run(command, line.config());
}

}  // namespace bora
