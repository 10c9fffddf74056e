// Extensions of x86 processors that the code of a program may use.
#pragma once

extern "C" {
/// For each extension in features.h its name if the compiler may use it, else "". Ends with a null pointer.
extern const char* const bora_needed_features[];
/// Processor flags that were passed to the compiler: "-march=x86-64-v3", "-march=native", ...
extern const char* const bora_processor_flags;
}
