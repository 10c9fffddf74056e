// Headers that nearly every test includes: see cmake/precompiled/headers.h.
#pragma once

#include "../../cmake/precompiled/headers.h"

#include <gtest/gtest.h>
