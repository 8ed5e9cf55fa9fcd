/* Reports, made from the stored files of an output folder and from nothing else: results.jsonl,
 * verdicts.jsonl, manifest.json, timings.jsonl. Rendering twice gives the same bytes. */
#ifndef GIMBAL_REPORTS_REPORT_H
#define GIMBAL_REPORTS_REPORT_H

#include <petscsys.h>
#include <stdio.h>

/* Renders everything into the folder: verify.tap, junit.xml, tables/, plots/, index.html. `formats`
 * is a comma-separated list of the plots' formats, of svg, png and pdf; svg is always made, because
 * the page embeds it. Without gnuplot it says so on standard error and makes the rest.
 * PETSC_ERR_USER_INPUT: the folder is no output folder, cannot be written, or holds a broken file;
 * an unknown format. */
extern PetscErrorCode ReportWrite(const char *directory, const char *formats);

/* The verdicts as TAP version 13, one test point each. `not ok` is what a suite does not let pass;
 * a refutation that was expected is `not ok … # TODO`. */
extern PetscErrorCode ReportTap(const char *directory, FILE *);

/* One line per method for people, and the claims that did not pass. Coloured on a terminal unless
 * NO_COLOR is set. */
extern PetscErrorCode ReportSummary(const char *directory, FILE *);

#endif
