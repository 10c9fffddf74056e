// What nearly every test reads: see cmake/precompiled/headers.h.
#pragma once

#include "../../cmake/precompiled/headers.h"

#include <gtest/gtest.h>
