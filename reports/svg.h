/* Making gnuplot's SVG small. */
#ifndef GIMBAL_REPORTS_SVG_H
#define GIMBAL_REPORTS_SVG_H

#include <petscsys.h>
#include <stdio.h>

/* Writes gnuplot's SVG again at a fraction of its size; marks stay where they are to a tenth of a
 * pixel, lines to two. An SVG with anything in it that is not known here is written as it is, and so
 * is one that is small already. */
extern PetscErrorCode SvgSlim(FILE *, const char *svg);
/* Writes an SVG as the text of a data URL for a double-quoted attribute. */
extern void SvgEmbed(FILE *, const char *svg);

#endif
