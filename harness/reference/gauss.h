/* The 12-stage Gauss method in quadruple precision, order 24, for references: steps of one size
 * between two times, or of a size that adapts; compensated summation; fixed-point iteration down to
 * round-off. Where steps adapt, Newton's method takes over where that does not contract. */
#pragma once

#include "base/arena.h"
#include "reference/rate.h"
#include "reference/reference.h"

enum { GAUSS_STAGES = 12, GAUSS_MOST_STEPS = 20000 };

typedef struct {
  const Core *core;
  Problem problem;
  PetscInt n, size; /* entries of q, and of y = (q,v) */
  Quad a[GAUSS_STAGES * GAUSS_STAGES], b[GAUSS_STAGES], c[GAUSS_STAGES];
  Quad weight[GAUSS_STAGES];   /* of the nodes, for interpolation */
  Quad *slope, *next;          /* the stages' derivatives, now and predicted */
  Quad *stage, *carry;         /* one stage; what the summation carries */
  Quad last_step;              /* whose slopes predict those of the next; 0: none */
  Quad mismatch;               /* see below */
  const ReferenceWatch *watch; /* after each step; NULL: nobody */
  PetscInt pass;               /* for it, */
  Quad end;                    /* and the last time */
  Quad tolerance, longest; /* of the mismatch of a step that adapts, and its length; 0: none does */
  Quad *kept;              /* where such a step began */
  PetscBool newton;        /* it has solved the last step, and begins with the next */
  double *factors, *correction; /* NULL until its first step */
  PetscInt *pivot;
  Arena room; /* of all arrays */
} GaussMethod;

/* Why a step could not be taken. */
typedef struct {
  PetscBool failed, outside; /* outside the model's domain, or no convergence */
  FieldBreak found;          /* or this, where steps adapt */
  Quad time;
} GaussFailure;

/* It works in that arena. */
extern GaussMethod GaussCreate(const Core *, Problem, Arena);
/* Forgets what the last integration left. `mismatch` is the largest since then: at either end of a step, between
 * the field and the polynomial through the slopes of the stages, times h, relative to the size of q or v. A step
 * that resolves the field has one near the square root of its error. Where it is larger, the stages have passed
 * over something, such as a corner between the last of them and the end of the step. */
extern void GaussReset(GaussMethod *);
/* y from time `from` to time `to` in so many equal steps. */
extern GaussFailure GaussAdvance(GaussMethod *, Quad from, Quad to, PetscInt steps, Quad *y);
/* y from time t to `to` in steps that adapt, of which *h is the next. *steps counts all that are tried. */
extern GaussFailure GaussAdapt(GaussMethod *, Quad t, Quad to, Quad *h, PetscInt *steps, Quad *y);
