/* Random numbers that are the same on every machine and in every run: good enough to pick points and
 * directions, and nothing else. */
#pragma once

#include <stdint.h>

/* Marsaglia's xorshift; begins with any number but 0. */
#define RANDOM_BEGIN UINT64_C(88172645463325252)
static inline uint64_t RandomNext(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Knuth's MMIX generator, for draws that depend on a seed, which may be any number. Uniform
 * in [−1, 1). */
static inline double RandomDraw(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*state >> 11) / 9007199254740992.0 * 2 - 1;
}

/* Uniform in [−1, 1) by the first. */
static inline double RandomUniform(uint64_t *state) {
  return (double)(RandomNext(state) >> 11) / 4503599627370496.0 - 1;
}
