// Names that helpers of tests see: all of the library.
#pragma once

#include "common/layers.h"

namespace bora::testing {
using namespace tools;
}
