/* The writers behind ReportWrite. */
#pragma once

#include "reports/outcomes.h"
#include "reports/queries.h"
#include "reports/text.h"

/* Of those that have a short form and a long one, `whole` asks for the long one. */
typedef void Writer(const Contents *, FILE *, PetscBool whole);
/* The long one has the evidence of all points; and all methods, instead of a screenful. */
extern Writer WriteTap, WriteSummary;
/* For the comment of a bot: Markdown without links, what does not pass first, less than 60 kB. The stream is a
 * file's. */
extern Writer WriteComment;
extern Writer WriteJunit;
/* Into DIRECTORY/tables. */
extern PetscErrorCode WriteTables(const Contents *);
/* tables/NAME: methods by property. */
extern PetscErrorCode WriteComparison(const Contents *, const char *name);
/* What follows from a method's tableau, next to the verdicts of its runs: tables/algebra.*, a row for each claim
 * that was judged both ways, or could be; nothing where no algebra study ran. */
extern PetscErrorCode WriteAlgebra(Store);
/* Mean squares over ensembles: tables/ensembles.*. */
extern PetscErrorCode WriteEnsembles(const Contents *);
/* What accuracies cost: tables/work.*; nothing where no work was measured. */
extern PetscErrorCode WriteWork(const Contents *);
/* A line for each claim on which both disagree. */
extern void AlgebraTellDisagreements(Store, FILE *);

/* ---- What is made on request: of methods on one model, or of work ---- */

enum { REQUEST_PLACES = 4, REQUEST_METHODS = 8 };

/* "order:METHOD:MODEL" or "order:METHOD:MODEL:CASE", of figures with several methods, separated by
 * commas; or of figures "work:MODEL", with cases likewise and up to four of them, separated by commas.
 * The names are the store's. */
typedef struct {
  PetscInt methods; /* 0: all, in a study of work */
  const char *method[REQUEST_METHODS];
  PetscInt places;                   /* of errors one */
  const char *place[REQUEST_PLACES]; /* "model:case" */
} Request;

/* PETSC_ERR_USER_INPUT if it is no request, or the store has no errors of these methods on that model,
 * with what there is; `option` is named in the message. Without a case the first that has some of all. */
extern PetscErrorCode RequestRead(const Contents *, const char *option, const char *text,
                                  Request *);
/* tables/convergence-METHOD-MODEL-CASE-PRECISION.{tex,md,csv}, and .dat for pgfplots: step sizes,
 * errors, and the order between each two of them. */
extern PetscErrorCode WriteConvergence(const Contents *, const Request *);
/* Into DIRECTORY/plots, by some gnuplot processes; says on standard error what it could not do. Of a
 * request its figure alone, at the width of a column: plots/figure-METHOD[-METHOD]-MODEL-CASE, or
 * figure-work-MODEL-CASE[-MODEL-CASE]; NULL: all but these. */
extern PetscErrorCode WritePlots(const Contents *, const char *formats, const Request *);
/* The index, or (`whole`) everything in one page; the plots must have been drawn. */
extern PetscErrorCode WriteIndex(const Contents *, FILE *, PetscBool whole);
/* A page for each method and each model:case, into DIRECTORY/pages. */
extern PetscErrorCode WritePages(const Contents *);

/* The text of a report to the authors of a library, in Markdown. PETSC_ERR_USER_INPUT: there is no such cause. */
extern PetscErrorCode CardIssue(const Contents *, const char *cause, FILE *);
/* BibTeX for the methods, models and libraries of the manifest. */
extern void WriteCitations(const Manifest *, FILE *);

/* The name of a plot without its ending: KIND-METHOD or KIND-MODEL-CASE. */
extern Text PlotName(const char *kind, const char *subject);
