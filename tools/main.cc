// main() of each command. BORA_COMMAND: a function of commands.h.
#include "tools/commands.h"

int main(int argc, char** argv) {
  return bora::tools::BORA_COMMAND(argc, argv);
}
