/* Relative equilibria over methods and step sizes. */
#ifndef GIMBAL_REPORTS_EQUILIBRIA_H
#define GIMBAL_REPORTS_EQUILIBRIA_H

#include "reports/html.h"

/* tables/equilibria.*; nothing if the store has no equilibrium study. */
extern PetscErrorCode WriteEquilibria(const Contents *);
extern PetscErrorCode HtmlEquilibria(Page *);

#endif
