/* What is made on request: of methods on one model, or of work. */
#ifndef GIMBAL_REPORTS_CONVERGENCE_H
#define GIMBAL_REPORTS_CONVERGENCE_H

#include "reports/queries.h"

enum { REQUEST_PLACES = 4, REQUEST_METHODS = 8 };

/* "order:METHOD:MODEL" or "order:METHOD:MODEL:CASE", of figures with several methods, separated by
 * commas; or of figures "work:MODEL", with cases likewise and up to four of them, separated by commas.
 * The names are the store's. */
typedef struct {
  PetscInt methods; /* 0: all, in a study of work */
  const char *method[REQUEST_METHODS];
  PetscInt places;                 /* of errors one */
  char place[REQUEST_PLACES][512]; /* "model:case" */
} Request;

/* PETSC_ERR_USER_INPUT if it is no request, or the store has no errors of these methods on that model,
 * with what there is; `option` is named in the message. Without a case the first that has some of all. */
extern PetscErrorCode RequestRead(const Contents *, const char *option, const char *text,
                                  Request *);
/* tables/convergence-METHOD-MODEL-CASE-PRECISION.{tex,md,csv}, and .dat for pgfplots: step sizes,
 * errors, and the order between each two of them. */
extern PetscErrorCode WriteConvergence(const Contents *, const Request *);

#endif
