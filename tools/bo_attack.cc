// bo-attack: attacks a trained classifier of images or graphs with counted queries and reports.
#include "tools/attack/attack_run.h"
#include "tools/attack/attack_setup.h"
#include "tools/attack/describe.h"
#include "tools/attack/run_folder.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  using namespace bora;
  return run_tool("bo-attack", [&] {
    AttackOptionsText text;
    std::unique_ptr<CommandLine> line;
    if (!parse_with_resume(argc, argv, line, text)) return static_cast<int>(kExitOk);
    if (!text.describe.empty()) {
      fmt::print("{}", describe_attack(text.describe, shape_to_describe(text)));
      return static_cast<int>(kExitOk);
    }
    return run_attack(text, *line, command_text(argc, argv));
  });
}
