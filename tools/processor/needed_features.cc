// Compiled with the same flags as all other files, so that its macros state which extensions these may use.
#include "tools/processor/needed_features.h"

#include "tools/processor/features.h"

const char* const bora_processor_flags = BORA_PROCESSOR_FLAGS;

// An undefined macro expands to its own name, which does not begin with 1.
#define BORA_TEXT(macro) #macro
#define BORA_NEEDED(name, macro) BORA_TEXT(macro)[0] == '1' ? name : "",
const char* const bora_needed_features[] = {BORA_FEATURES(BORA_NEEDED)
                                                BORA_FEATURES_OF_GCC(BORA_NEEDED) nullptr};
