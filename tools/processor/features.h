// Extensions of x86 processors that the processor check covers.
#pragma once

/// Calls X(NAME, MACRO) for each extension: NAME is that of __builtin_cpu_supports, MACRO is defined as 1 if
/// the compiler may use the extension. Clang before version 19 does not support the names in
/// BORA_FEATURES_OF_GCC.
// clang-format off
#define BORA_FEATURES(X) \
  X("sse3", __SSE3__) X("ssse3", __SSSE3__) X("sse4.1", __SSE4_1__) X("sse4.2", __SSE4_2__) \
  X("popcnt", __POPCNT__) X("avx", __AVX__) X("avx2", __AVX2__) X("fma", __FMA__) \
  X("bmi", __BMI__) X("bmi2", __BMI2__) X("avx512f", __AVX512F__) X("avx512bw", __AVX512BW__) \
  X("avx512cd", __AVX512CD__) X("avx512dq", __AVX512DQ__) X("avx512vl", __AVX512VL__) \
  X("avx512ifma", __AVX512IFMA__) X("avx512vbmi", __AVX512VBMI__) X("avx512vbmi2", __AVX512VBMI2__) \
  X("avx512vnni", __AVX512VNNI__) X("avx512bitalg", __AVX512BITALG__) X("avx512vpopcntdq", __AVX512VPOPCNTDQ__)
// clang-format on
#ifdef __clang__
#define BORA_FEATURES_OF_GCC(X)
#else
#define BORA_FEATURES_OF_GCC(X) X("f16c", __F16C__) X("lzcnt", __LZCNT__) X("movbe", __MOVBE__)
#endif
