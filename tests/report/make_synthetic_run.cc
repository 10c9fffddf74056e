// make-synthetic-run FOLDER [targeted|untargeted|many|graphs] [INPUTS] [SHARE_ENDED]: writes a run, to look
// at its report. many: sixteen attacks.
#include <cstdlib>
#include <iostream>
#include <string>

#include "attacks/record/synthetic_graph_run.h"
#include "attacks/record/synthetic_run.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr
        << "usage: make-synthetic-run FOLDER [targeted|untargeted|many|graphs] [INPUTS] [SHARE_ENDED]\n";
    return 2;
  }
  const bool targeted = argc < 3 || std::string(argv[2]) == "targeted";
  const int images = argc < 4 ? 20 : std::atoi(argv[3]);
  const double share_ended = argc < 5 ? 1.0 : std::atof(argv[4]);
  if (argc >= 3 && std::string(argv[2]) == "graphs") {
    bora::attacks::write_synthetic_graph_run(
        bora::attacks::plausible_graph_run(argc < 4 ? 60 : std::atoi(argv[3])), argv[1]);
    return 0;
  }
  const bool many = argc >= 3 && std::string(argv[2]) == "many";
  bora::attacks::write_synthetic_run(many ? bora::attacks::many_attacks_run(images)
                                          : bora::attacks::plausible_run(images, targeted, share_ended),
                                     argv[1]);
  return 0;
}
