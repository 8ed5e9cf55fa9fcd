/* What differs between versions of PETSc: names of the newest, given to the older ones. */
#pragma once

#include <petscsnes.h>

#if PETSC_VERSION_LT(3, 25, 0)
#define SNES_DIVERGED_FUNCTION_NANORINF SNES_DIVERGED_FNORM_NAN
#endif
