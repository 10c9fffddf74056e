// Which extensions of x86 processors a program's own code may use.
#pragma once

extern "C" {
/// Names as __builtin_cpu_supports takes them, ended by a null pointer; only such as processor_check knows.
extern const char* const bora_needed_features[];
/// Processor flags that were passed to the compiler: "-march=x86-64-v3", "-march=native", ...
extern const char* const bora_processor_flags;
}
