// make-synthetic-assessment FOLDER [IMAGES] [unfinished]: writes an assessment of five models, to look at its
// report.
#include <cstdlib>
#include <iostream>
#include <string>

#include "report/assessment/synthetic_assessment.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: make-synthetic-assessment FOLDER [IMAGES] [unfinished]\n";
    return 2;
  }
  bora::report::SyntheticAssessment assessment =
      bora::report::plausible_assessment(argc < 3 ? 100 : std::atoi(argv[2]));
  if (argc >= 4 && std::string(argv[3]) == "unfinished") {
    assessment.status = "interrupted";
    assessment.search.reset();
    assessment.models[1].runs[2].inputs.clear();
    bora::attacks::SyntheticRun& cut = assessment.models[2].runs[2];
    cut.status = "interrupted";
    for (std::size_t i = cut.instances.size() / 2; i < cut.instances.size(); ++i) {
      cut.instances[i].status = "pending";
      cut.instances[i].queries = 0;
    }
  }
  bora::report::write_synthetic_assessment(assessment, argv[1]);
  return 0;
}
