/* All studies: a new one is a folder next to this file and a line here. */
#include "studies/study.h"

/* clang-format off */
#define STUDIES(STUDY) \
  STUDY(Order)         \
  STUDY(Long)          \
  STUDY(Ensemble)      \
  STUDY(Scaling)       \
  STUDY(Structure)     \
  STUDY(Shadow)        \
  STUDY(Growth)        \
  STUDY(Equilibrium)   \
  STUDY(Curve)         \
  STUDY(Equality)      \
  STUDY(Algebra)       \
  STUDY(Tolerance)     \
  STUDY(Work)          \
  STUDY(Trajectory)
/* clang-format on */

#define DECLARE(name) extern const Study Study##name;
STUDIES(DECLARE)

#define ENTRY(name) &Study##name,
const Study *const Studies[] = {STUDIES(ENTRY) NULL};
