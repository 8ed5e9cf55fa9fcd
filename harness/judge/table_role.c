/* What a column holds, by its heading. */
#include "judge/error_table.h"

#include <ctype.h>

static const char *const sizes[] = {"h",        "dt",        "step",    "tau",       "step size",
                                    "stepsize", "time step", "delta t", "Δt",        "hmin",
                                    "dx",       "delta x",   "Δx",      "mesh size", "meshsize",
                                    "hmax",     "h max",     "delta",   "h min",     NULL};
static const char *const counts[] = {"steps", "n", "nsteps", "n steps", "number of steps", NULL};
static const char *const unknowns[] = {
    "dof",      "dofs",  "ndof",   "ndofs",    "n dof",
    "n dofs",   "cells", "ncells", "n cells",  "elements",
    "nel",      "elems", "nodes",  "unknowns", "degrees of freedom",
    "vertices", NULL};
/* A word among others is enough for these. */
static const char *const errors[] = {"error", "errors", "err", NULL};
static const char *const rates[] = {"rate",  "rates", "eoc",   "roc",     "conv", "convergence",
                                    "slope", "order", "ordre", "ordnung", NULL};
static const char *const others[] = {
    "cpu",        "time",        "seconds",    "sec",         "wall",  "walltime", "runtime",
    "level",      "levels",      "refinement", "refinements", "cycle", "its",      "iter",
    "iterations", "evaluations", "nfev",       "evals",       "cost",  "work",     "memory",
    "speedup",    "it",          "lvl",        "ratio",       "cfl",   "exact",    "cond",
    "tol",        "tolerance",   "stopped",    NULL};

/* Letters and digits in lower case, with single blanks between words: "# DoFs", "$\Delta t$". */
static void PlainHeading(const char *heading, char plain[], size_t room) {
  size_t used = 0;
  PetscBool gap = PETSC_FALSE;
  for (; *heading && used + 2 < room && *heading != '(' && *heading != '['; heading++) {
    const unsigned char c = (unsigned char)*heading;
    if (strchr("${}*`", c) || c == '\\')
      continue;
    if (!isalnum(c) && c < 128) {
      gap = (PetscBool)(used > 0);
      continue;
    }
    if (gap)
      plain[used++] = ' ';
    gap = PETSC_FALSE;
    plain[used++] = (char)tolower(c);
  }
  plain[used] = 0;
}

static PetscBool HasWord(const char *plain, const char *const names[]) {
  char copy[128], *rest, *word;
  (void)snprintf(copy, sizeof(copy), "%s", plain);
  for (word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
    if (TableWordIn(word, names))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

TableRole TableRoleOf(const char *heading) {
  char plain[128];
  PlainHeading(heading, plain, sizeof(plain));
  if (TableWordIn(plain, sizes))
    return ROLE_SIZE;
  if (TableWordIn(plain, counts))
    return ROLE_STEPS;
  if (TableWordIn(plain, unknowns))
    return ROLE_UNKNOWNS;
  if (HasWord(plain, rates))
    return ROLE_RATE;
  if (HasWord(plain, errors))
    return ROLE_ERROR;
  return HasWord(plain, others) ? ROLE_OTHER : ROLE_ERROR;
}
