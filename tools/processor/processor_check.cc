// Ends a program in one line where the processor lacks what it was compiled for, instead of by SIGILL.
//
// Compiled for the baseline of x86-64. Nothing of the C++ library is used: the linker keeps one copy of an
// inline function, which may be one that was compiled with the very instructions that are asked for here. For
// the same reason this runs before the initialisers of the shared libraries, which use the program's copies,
// too.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/processor/features.h"
#include "tools/processor/needed_features.h"

#if defined(__x86_64__) && defined(__GNUC__)
namespace {

struct Feature {
  const char* name;
  bool (*is_there)();
};

// The builtin takes nothing but literals.
#define BORA_KNOWN(name, macro) {name, [] { return __builtin_cpu_supports(name) != 0; }},
const Feature known_features[] = {BORA_FEATURES(BORA_KNOWN) BORA_FEATURES_OF_GCC(BORA_KNOWN)};

// An unknown name counts as missing, so that tests notice it.
bool is_there(const char* name) {
  for (const Feature& feature : known_features)
    if (strcmp(feature.name, name) == 0) return feature.is_there();
  return false;
}

void check_processor(int, char** arguments, char**) {
  __builtin_cpu_init();
  bool ends = false;
  for (const char* const* name = bora_needed_features; *name != nullptr; ++name) {
    if (**name == '\0' || is_there(*name)) continue;
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
