#include "base/floating.h"

#include <fenv.h>
#include <stddef.h>

/* On x86-64 the control words themselves, of SSE and of the x87 unit (long double); elsewhere what C
 * knows of. The flags that tell of past exceptions are no part of it. */
typedef struct {
  unsigned sse, x87;
} Control;

enum { SSE_CONTROL = 0xffc0, SSE_ROUNDING = 0x6000, SSE_SUBNORMAL = 0x8040, X87_ROUNDING = 0x0c00 };

#ifdef __x86_64__
static Control Read(void) {
  unsigned sse;
  unsigned short x87;
  __asm__ volatile("stmxcsr %0" : "=m"(sse));
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return (Control){sse & SSE_CONTROL, x87};
}

static void Write(Control control) {
  const unsigned sse = control.sse;
  const unsigned short x87 = (unsigned short)control.x87;
  __asm__ volatile("ldmxcsr %0" : : "m"(sse));
  __asm__ volatile("fldcw %0" : : "m"(x87));
}
#else
static Control Read(void) { return (Control){(unsigned)fegetround(), 0}; }
static void Write(Control control) { (void)fesetround((int)control.sse); }
#endif

static Control kept;
static int is_kept;

void FloatingKeep(void) {
  kept = Read();
  is_kept = 1;
}

static const char *Describe(Control now) {
#ifdef __x86_64__
  if ((now.sse ^ kept.sse) & SSE_ROUNDING || (now.x87 ^ kept.x87) & X87_ROUNDING)
    return "the rounding mode";
  if ((now.sse ^ kept.sse) & SSE_SUBNORMAL)
    return "how subnormal numbers are treated (FTZ, DAZ: what is linked with -ffast-math does so)";
  return "the precision or the traps of floating-point arithmetic";
#else
  (void)now;
  return "the rounding mode";
#endif
}

const char *FloatingCheck(void) {
  const Control now = Read();
  if (!is_kept)
    FloatingKeep();
  if (now.sse == kept.sse && now.x87 == kept.x87)
    return NULL;
  Write(kept);
  return Describe(now);
}
