// Which extensions of x86 processors a program's own code may use.
#pragma once

extern "C" {
/// Names of the extensions that are used, as in features.h, and "" for the others, ended by a null pointer.
extern const char* const bora_needed_features[];
/// Processor flags that were passed to the compiler: "-march=x86-64-v3", "-march=native", ...
extern const char* const bora_processor_flags;
}
