// Entry points of the commands. main.cc calls one of them.
#pragma once

#include "common/layers.h"

namespace bora::tools {

/// Run the command with the arguments of main() and end the process like run_tool().
int bo_assess(int argc, char** argv);
int bo_attack(int argc, char** argv);
int bo_nas(int argc, char** argv);
int bo_opt(int argc, char** argv);
int bo_report(int argc, char** argv);
int bo_train(int argc, char** argv);

}  // namespace bora::tools
