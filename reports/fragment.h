/* Pieces of pages, from page.html next to the style sheet: markup with places for values, and with parts that
 * are left out where one of their values is empty. */
#pragma once

#include "base/program_files.h"

/* Reads what reports are made of; it must have been done before a page, a table in LaTeX or a citation is written. */
enum { PAGE_HTML, STYLE_CSS, REPORT_JS, SYMBOLS_TEX, REFERENCES_BIB, FRAGMENT_TEXTS };
extern PetscErrorCode FragmentsRead(void);
extern const char *FragmentTexts[FRAGMENT_TEXTS];
/* Writes a fragment, which page.html has. Names of its places, at most 24, and their values alternate, both texts; a
 * NULL is the last. */
extern void FragmentPut(FILE *, const char *fragment, ...);
/* The whole path of a file that comes with the reports (a template, the style sheet): next to the program's sources, or
 * in the installed PREFIX/share/gimbal/reports. */
extern PetscErrorCode FragmentFind(const char *name, char path[PATH_MAX]);
/* Such a file, as it is; to be freed. */
extern PetscErrorCode FragmentFile(const char *name, char **text);
