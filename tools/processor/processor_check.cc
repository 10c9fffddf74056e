// Ends a program with an error message, instead of SIGILL, if the processor lacks an extension that the
// program was compiled for.
//
// This file is compiled for the x86-64 baseline and does not use the C++ library: the linker keeps only one
// copy of each inline function, which may be compiled with the very instructions that are checked here. For
// the same reason the check runs before the initialisers of shared libraries, which may call the program's
// copies.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/processor/features.h"
#include "tools/processor/needed_features.h"

#if defined(__x86_64__) && defined(__GNUC__)
namespace {

struct Feature {
  const char* name;
  bool (*is_supported)();
};

// __builtin_cpu_supports() accepts only literals.
#define BORA_KNOWN(name, macro) {name, [] { return __builtin_cpu_supports(name) != 0; }},
const Feature known_features[] = {BORA_FEATURES(BORA_KNOWN) BORA_FEATURES_OF_GCC(BORA_KNOWN)};

// Returns whether the processor has an extension; false for an unknown name, so that tests notice it.
bool is_supported(const char* name) {
  for (const Feature& feature : known_features)
    if (strcmp(feature.name, name) == 0) return feature.is_supported();
  return false;
}

void check_processor(int, char** arguments, char**) {
  __builtin_cpu_init();
  bool lacking = false;
  for (const char* const* name = bora_needed_features; *name != nullptr; ++name) {
    if (**name == '\0' || is_supported(*name)) continue;
    if (!lacking) {
      const char* const slash = strrchr(arguments[0], '/');
      fprintf(stderr, "%s: compiled with %s, but this processor lacks",
              slash == nullptr ? arguments[0] : slash + 1, bora_processor_flags);
    }
    fprintf(stderr, " %s", *name);
    lacking = true;
  }
  if (!lacking) return;
  fputs("; compile bora on this machine, or with -DBORA_MARCH=x86-64\n", stderr);
  fflush(stderr);
  _exit(2);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const first_of_all)(int, char**,
                                                                         char**) = check_processor;

}  // namespace
#endif
