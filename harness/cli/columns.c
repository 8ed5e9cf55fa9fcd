#include "cli/columns.h"
#include "base/arena.h"
#include "base/utf8.h"

typedef struct {
  const char *text;
  PetscBool whole; /* it is not broken */
} Cell;

struct _p_Columns {
  PetscInt columns, indent, cells;
  PetscBool wrap;
  Cell *cell;
  Arena arena;
};

enum { PAGE = 100, NARROWEST = 30 };

Columns ColumnsCreate(PetscInt columns, PetscInt indent, PetscBool wrap) {
  Columns out = MemoryZeroed(1, sizeof(*out));
  out->columns = columns;
  out->indent = indent;
  out->wrap = wrap;
  out->arena = ArenaCreate();
  return out;
}

static void AddCell(Columns c, const char *text, PetscBool whole) {
  ArenaAppend(c->arena, c->cells, &c->cell,
              (Cell){.text = ArenaText(c->arena, text), .whole = whole});
}

void ColumnsAdd(Columns c, const char *text) { AddCell(c, text ? text : "", PETSC_FALSE); }

void ColumnsAddWhole(Columns c, const char *text) { AddCell(c, text, PETSC_TRUE); }

void ColumnsRow(Columns c, const char *name, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = ArenaPrintList(c->arena, format, arguments);
  va_end(arguments);
  if (!*text)
    return;
  ColumnsAdd(c, name);
  ColumnsAdd(c, text);
}

/* Prints a text from column `start` on, broken at blanks, further lines indented to `start`. */
static void PrintWrapped(const char *text, int start) {
  int room = PAGE - start > NARROWEST ? PAGE - start : NARROWEST;
  for (;;) {
    size_t end = 0, good = 0;
    for (; text[end] && Utf8Letters(text, end + 1) <= room; end++)
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

void ColumnsPrint(Columns *columns) {
  Columns c = *columns;
  PetscInt last = c->columns - 1;
  int *width, start = (int)c->indent;
  width = MemoryZeroed(c->columns, sizeof(*width));
  for (PetscInt i = 0; i < c->cells; i++)
    width[i % c->columns] = PetscMax(width[i % c->columns], Utf8Letters(c->cell[i].text, SIZE_MAX));
  for (PetscInt j = 0; j < last; j++)
    start += width[j] ? width[j] + 2 : 0;
  for (PetscInt i = 0; i < c->cells; i++) {
    PetscInt j = i % c->columns;
    int pad = width[j] + 2 - Utf8Letters(c->cell[i].text, SIZE_MAX);
    PetscBool rest = PETSC_FALSE; /* whether anything follows: no blanks at the ends of lines */
    for (PetscInt k = i + 1; k <= i - j + last; k++)
      if (k < c->cells && *c->cell[k].text)
        rest = PETSC_TRUE;
    if (!j)
      printf("%*s", (int)c->indent, "");
    if (j == last && (!c->wrap || c->cell[i].whole))
      puts(c->cell[i].text);
    else if (j == last)
      PrintWrapped(c->cell[i].text, start);
    else if (width[j])
      printf("%s%*s", c->cell[i].text, rest ? pad : 0, "");
  }
  free(width);
  ArenaDestroy(&c->arena);
  free(*columns);
  *columns = NULL;
}
