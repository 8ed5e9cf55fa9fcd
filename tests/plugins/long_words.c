/* Heun's method, which takes no step of 1/20 or more, and says why at length: letters of two bytes from
 * an odd place on, then from an even one, so that one of them stands across any limit. */
#include "heun.h"

#include <string.h>

static int wordy(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                 size_t first) {
  char words[4000] = "x";
  for (size_t i = first; i + 2 < sizeof words; i += 2)
    memcpy(words + i, "\u03bb", 2);
  return h < GIMBAL_C(0.05) ? heun(g, from, h, to) : gimbal_fail(g, words, h);
}
static int odd(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return wordy(g, from, h, to, 1);
}
static int even(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return wordy(g, from, h, to, 0);
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};

#define METHOD(words)                                                                              \
  {                                                                                                \
    .name = "long_words_" #words, .title = "Heun's method with much to say", .citation = "none",   \
    .formulation = GIMBAL_ODE, .step = words, .claims = GIMBAL_ARRAY(claims)                       \
  }
static const gimbal_method methods[] = {METHOD(odd), METHOD(even)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
