// Ends a program in one line where the processor lacks what it was compiled for, instead of by SIGILL.
//
// Compiled for the baseline of x86-64. Nothing of the C++ library is used: the linker keeps one copy of an
// inline function, which may be one that was compiled with the very instructions that are asked for here. For
// the same reason this runs before the initialisers of the shared libraries, which use the program's copies,
// too.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/processor/needed_features.h"

#if defined(__x86_64__) && defined(__GNUC__)
namespace {

struct Feature {
  const char* name;
  bool (*is_there)();
};

// The builtin takes nothing but literals.
#define BORA_FEATURE(name)                                 \
  {                                                        \
    name, [] { return __builtin_cpu_supports(name) != 0; } \
  }

const Feature known_features[] = {BORA_FEATURE("sse3"),
                                  BORA_FEATURE("ssse3"),
                                  BORA_FEATURE("sse4.1"),
                                  BORA_FEATURE("sse4.2"),
                                  BORA_FEATURE("popcnt"),
                                  BORA_FEATURE("avx"),
                                  BORA_FEATURE("avx2"),
                                  BORA_FEATURE("fma"),
                                  BORA_FEATURE("bmi"),
                                  BORA_FEATURE("bmi2"),
#ifndef __clang__
                                  BORA_FEATURE("f16c"),
                                  BORA_FEATURE("lzcnt"),
                                  BORA_FEATURE("movbe"),
#endif
                                  BORA_FEATURE("avx512f"),
                                  BORA_FEATURE("avx512bw"),
                                  BORA_FEATURE("avx512cd"),
                                  BORA_FEATURE("avx512dq"),
                                  BORA_FEATURE("avx512vl"),
                                  BORA_FEATURE("avx512ifma"),
                                  BORA_FEATURE("avx512vbmi"),
                                  BORA_FEATURE("avx512vbmi2"),
                                  BORA_FEATURE("avx512vnni"),
                                  BORA_FEATURE("avx512bitalg"),
                                  BORA_FEATURE("avx512vpopcntdq")};
#undef BORA_FEATURE

// A name that is not known counts as missing, so that no test passes over it.
bool is_there(const char* name) {
  for (const Feature& feature : known_features)
    if (strcmp(feature.name, name) == 0) return feature.is_there();
  return false;
}

void check_processor(int, char** arguments, char**) {
  __builtin_cpu_init();
  bool ends = false;
  for (const char* const* name = bora_needed_features; *name != nullptr; ++name) {
    if (is_there(*name)) continue;
    if (!ends) {
      const char* const slash = strrchr(arguments[0], '/');
      fprintf(stderr, "%s: compiled with %s, but this processor lacks",
              slash == nullptr ? arguments[0] : slash + 1, bora_processor_flags);
    }
    fprintf(stderr, " %s", *name);
    ends = true;
  }
  if (!ends) return;
  fputs("; compile bora on this machine, or with -DBORA_MARCH=x86-64\n", stderr);
  fflush(stderr);
  _exit(2);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const first_of_all)(int, char**,
                                                                         char**) = check_processor;

}  // namespace
#endif
