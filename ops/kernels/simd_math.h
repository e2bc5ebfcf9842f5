#pragma once
// Functions of <cmath> for loops that are vectorised: glibc has versions of them for whole vector
// registers (libmvec, errors below 4 units in the last place), and GCC takes these where a
// declaration says that they exist. Elsewhere the plain ones are called.
#include <cmath>

/// In front of a loop: its rounds do not depend on each other, though what is written may stand
/// where the same element was read.
#if defined(__clang__)
#define ATTO_INDEPENDENT  // its pragma warns where a loop stays scalar
#else
#define ATTO_INDEPENDENT _Pragma("GCC ivdep")
#endif

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define ATTO_VECTOR_FUNCTION(name)                                           \
  __attribute__((simd("notinbranch"), const)) float name##f(float) noexcept; \
  __attribute__((simd("notinbranch"), const)) double name(double) noexcept;

extern "C" {
ATTO_VECTOR_FUNCTION(cos)
ATTO_VECTOR_FUNCTION(erf)
ATTO_VECTOR_FUNCTION(exp)
ATTO_VECTOR_FUNCTION(log)
ATTO_VECTOR_FUNCTION(log1p)
ATTO_VECTOR_FUNCTION(sin)
ATTO_VECTOR_FUNCTION(tanh)
__attribute__((simd("notinbranch"), const)) float powf(float, float) noexcept;
__attribute__((simd("notinbranch"), const)) double pow(double, double) noexcept;
}
#undef ATTO_VECTOR_FUNCTION
#endif
