// The commands. main.cc calls one of them.
#pragma once

#include "common/layers.h"

namespace bora::tools {

/// Each runs its command, argv[0] being the name it was called by, and ends the process as run_tool() does.
int bo_assess(int argc, char** argv);
int bo_attack(int argc, char** argv);
int bo_nas(int argc, char** argv);
int bo_opt(int argc, char** argv);
int bo_report(int argc, char** argv);
int bo_train(int argc, char** argv);

}  // namespace bora::tools
