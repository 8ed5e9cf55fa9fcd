/* Reports, made from stored results and from nothing else. Rendering twice gives the same bytes. */
#pragma once

#include "record/store.h"

/* PETSC_ERR_USER_INPUT: no report can be made there: index.html is another program's, or one of the
 * folders is another kind of file, or a symbolic link, which may lead out of DIR. */
extern PetscErrorCode ReportCheckFolder(const char *directory);

/* Renders everything into the store's folder: verify.tap, junit.xml, tables/, plots/, pages/,
 * index.html, and removes requested tables and figures (ReportFolder) of earlier results. Without gnuplot
 * it reports that on standard error and makes the rest. PETSC_ERR_USER_INPUT: the folder cannot be
 * written. */
extern PetscErrorCode ReportWrite(Store);

/* The verdicts as TAP version 13, one test point each. `not ok` is what a suite does not let pass;
 * a refutation that was expected is `not ok … # TODO`. Each of these has a block of YAML: claim,
 * observation, reason and command; with `details` all points have one. */
extern void ReportTap(Store, FILE *, PetscBool details);

/* One line per method for people, and the claims that did not pass; of a screenful methods of which
 * all passes in one paragraph. Coloured on a terminal unless NO_COLOR is set. */
extern void ReportSummary(Store, FILE *, PetscBool screenful);

/* What does not pass, and the whole in numbers, as Markdown for a comment on a change: no links, less
 * than 60 kB, and less than 5 where little fails. The path's folder must be there.
 * PETSC_ERR_FILE_WRITE. */
extern PetscErrorCode ReportComment(Store, const char *path);

typedef struct {
  const char *formats; /* of the plots: a list of svg, which the pages show, png and pdf */
  const char *summary; /* also the comment, as this file; NULL: none */
  PetscBool single;    /* also report.html, which has all pages and plots in one file */
  /* Also these tables: "order:METHOD:MODEL[:CASE]", or "comparison", of these methods and models (globs;
   * none: all); and these figures, at the width of a column: the same words. */
  Texts tables, methods, models, figures;
  const char
      *issue; /* a cause: only the report to the authors of its library, on stdout; NULL: none */
} ReportOptions;

/* Reads the folder and renders everything into it; what was requested before stays. PETSC_ERR_USER_INPUT: it is no
 * output folder, or holds a broken file; a table is requested of what it does not have; an unknown format; and the errors of
 * ReportWrite. */
extern PetscErrorCode ReportFolder(const char *directory, const ReportOptions *);

/* BibTeX for all that the folder's results used. PETSC_ERR_USER_INPUT: it is no output folder, or
 * does not say what it used. */
extern PetscErrorCode ReportCitations(const char *directory, FILE *);
