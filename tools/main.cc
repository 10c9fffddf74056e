// main() of each command. The build sets BORA_COMMAND to a function of commands.h.
#include "common/heap.h"
#include "tools/commands.h"

int main(int argc, char** argv) {
  bora::keep_freed_memory();
  return bora::tools::BORA_COMMAND(argc, argv);
}
