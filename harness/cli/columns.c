#include "cli/columns.h"
#include "base/resize.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct _p_Columns {
  PetscInt columns, indent, cells, room;
  PetscBool wrap;
  char **cell;
  PetscBool *whole; /* of each cell: it is not broken */
};

enum { PAGE = 100, NARROWEST = 30 };

/* Characters of UTF-8: bytes that do not continue one. */
static int Width(const char *text, size_t bytes) {
  int width = 0;
  for (size_t i = 0; i < bytes; i++)
    width += ((unsigned char)text[i] & 0xc0) != 0x80;
  return width;
}

PetscErrorCode ColumnsCreate(PetscInt columns, PetscInt indent, PetscBool wrap, Columns *out) {
  PetscCall(PetscNew(out));
  (*out)->columns = columns;
  (*out)->indent = indent;
  (*out)->wrap = wrap;
  return 0;
}

/* The text, from malloc, becomes the table's. */
static PetscErrorCode AddCell(Columns c, char *text, PetscBool whole) {
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a table");
  if (c->cells == c->room) {
    c->room = 2 * c->room + 64;
    PetscCall(Resize((size_t)c->room * sizeof(char *), &c->cell));
    PetscCall(Resize((size_t)c->room * sizeof(PetscBool), &c->whole));
  }
  c->whole[c->cells] = whole;
  c->cell[c->cells++] = text;
  return 0;
}

PetscErrorCode ColumnsAdd(Columns c, const char *text) {
  return AddCell(c, strdup(text ? text : ""), PETSC_FALSE);
}

PetscErrorCode ColumnsAddWhole(Columns c, const char *text) {
  return AddCell(c, strdup(text), PETSC_TRUE);
}

/* From malloc; NULL: no memory. */
static char *FormatText(const char *format, va_list arguments) {
  char *text;
  return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}

PetscErrorCode ColumnsAddFormat(Columns c, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = FormatText(format, arguments);
  va_end(arguments);
  return AddCell(c, text, PETSC_FALSE);
}

PetscErrorCode ColumnsRow(Columns c, const char *name, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = FormatText(format, arguments);
  va_end(arguments);
  if (text && !*text) {
    free(text);
    return 0;
  }
  PetscCall(ColumnsAdd(c, name));
  return AddCell(c, text, PETSC_FALSE);
}

/* Prints a text from column `start` on, broken at blanks, further lines indented to `start`. */
static void PrintWrapped(const char *text, int start) {
  int room = PAGE - start > NARROWEST ? PAGE - start : NARROWEST;
  for (;;) {
    size_t end = 0, good = 0;
    for (; text[end] && Width(text, end + 1) <= room; end++)
      if (text[end + 1] == ' ' || !text[end + 1])
        good = end + 1;
    if (!text[end])
      good = end;
    if (!good)
      good = end + strcspn(text + end, " "); /* a word longer than the line */
    printf("%.*s\n", (int)good, text);
    text += good + strspn(text + good, " ");
    if (!*text)
      return;
    printf("%*s", start, "");
  }
}

PetscErrorCode ColumnsPrint(Columns *columns) {
  Columns c = *columns;
  PetscInt last = c->columns - 1;
  int *width, start = (int)c->indent;
  PetscCall(PetscCalloc1(c->columns, &width));
  for (PetscInt i = 0; i < c->cells; i++) {
    int needed = Width(c->cell[i], strlen(c->cell[i]));
    if (needed > width[i % c->columns])
      width[i % c->columns] = needed;
  }
  for (PetscInt j = 0; j < last; j++)
    start += width[j] ? width[j] + 2 : 0;
  for (PetscInt i = 0; i < c->cells; i++) {
    PetscInt j = i % c->columns;
    int pad = width[j] + 2 - Width(c->cell[i], strlen(c->cell[i]));
    PetscBool rest = PETSC_FALSE; /* whether anything follows: no blanks at the ends of lines */
    for (PetscInt k = i + 1; k <= i - j + last; k++)
      if (k < c->cells && c->cell[k][0])
        rest = PETSC_TRUE;
    if (!j)
      printf("%*s", (int)c->indent, "");
    if (j == last && (!c->wrap || c->whole[i]))
      puts(c->cell[i]);
    else if (j == last)
      PrintWrapped(c->cell[i], start);
    else if (width[j])
      printf("%s%*s", c->cell[i], rest ? pad : 0, "");
  }
  for (PetscInt i = 0; i < c->cells; i++)
    free(c->cell[i]);
  PetscCall(PetscFree(width));
  PetscCall(PetscFree(c->cell));
  PetscCall(PetscFree(c->whole));
  return PetscFree(*columns);
}
