/* Tables in Markdown and LaTeX, as lines of cells that are separated by tabs. A row stays in the line in
 * which it begins, so that errors name the right one. */
#include "judge/error_table.h"
#include "base/word_list.h"

#include <ctype.h>

/* ---- Markdown ---- */

/* Norms in the headings, ||u||: their bars separate no cells. A pair with blanks on both sides is an empty
 * cell. The letter in their place looks like them, and has two bytes, too. */
static void KeepNorms(char *text, size_t first, size_t last) {
  int pairs = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = first + 1; i + 2 < last; i++)
      if (text[i] == '|' && text[i + 1] == '|' &&
          (!strchr(" |", text[i - 1]) || !strchr(" |", text[i + 2]))) {
        if (pass && pairs % 2 == 0)
          memcpy(text + i, "\xc7\x81", 2);
        pairs += !pass;
        i++;
      }
}

/* Of such lines only those with a bar are rows; one of dashes alone is a rule. Where the headings have no
 * bar at their end, one at the end of a row stands before an empty cell. */
static size_t FromMarkdown(char *text, size_t length) {
  size_t to = 0;
  PetscBool headings = PETSC_TRUE, closed = PETSC_FALSE;
  for (size_t from = 0; from < length;) {
    const char *newline = memchr(text + from, '\n', length - from);
    size_t end = newline ? (size_t)(newline - text) : length, first = from, last = end;
    while (first < last && isspace((unsigned char)text[first]))
      first++;
    while (last > first && isspace((unsigned char)text[last - 1]))
      last--;
    if (memchr(text + first, '|', last - first)) {
      PetscBool rule = PETSC_TRUE;
      if (headings) {
        KeepNorms(text, first, last);
        closed = (PetscBool)(text[last - 1] == '|');
        headings = PETSC_FALSE;
      }
      for (size_t i = first; i < last; i++)
        rule = (PetscBool)(rule && strchr("|-:+= \t", text[i]) && text[i]);
      closed = (PetscBool)(closed || text[first] == '|');
      first += text[first] == '|';
      last -= closed && last > first && text[last - 1] == '|';
      for (size_t i = first; i < last && !rule; i++)
        text[to++] = (char)(text[i] == '|' ? '\t' : text[i]);
    }
    if (newline)
      text[to++] = '\n';
    from = end + 1;
  }
  return to;
}

/* ---- LaTeX ---- */

typedef struct {
  const char *at, *end; /* what is left */
  char *out;
  size_t used, room;
  int swallowed;   /* ends of lines within the row */
  PetscBool begun; /* the row */
  PetscBool owed;  /* the row has ended, its line has not */
} Latex;

static void PutLatex(Latex *l, char c) {
  if (l->used < l->room)
    l->out[l->used++] = c;
  if (!isspace((unsigned char)c))
    l->begun = PETSC_TRUE;
}

/* A group in the brackets given, with its content, if one follows. */
static PetscBool TakeGroup(Latex *l, char open, char close, const char **inside, size_t *length) {
  const char *at = l->at;
  int depth = 0;
  while (at < l->end && (*at == ' ' || *at == '*'))
    at++;
  if (at == l->end || *at != open)
    return PETSC_FALSE;
  *inside = at + 1;
  for (; at < l->end; at++) {
    depth += *at == open;
    depth -= *at == close;
    if (!depth) {
      *length = (size_t)(at - *inside);
      l->at = at + 1;
      return PETSC_TRUE;
    }
  }
  return PETSC_FALSE;
}

static PetscBool SkipGroup(Latex *l, char open, char close) {
  const char *inside;
  size_t length;
  return TakeGroup(l, open, close, &inside, &length);
}

static void SkipGroups(Latex *l) {
  while (SkipGroup(l, '{', '}') || SkipGroup(l, '[', ']') || SkipGroup(l, '(', ')'))
    ;
}

/* \multicolumn{3}{c}{text}: the text over each of them. */
static void TakeColumns(Latex *l) {
  const char *count, *text;
  size_t length;
  int columns;
  if (!TakeGroup(l, '{', '}', &count, &length))
    return;
  columns = atoi(count);
  SkipGroup(l, '{', '}');
  if (!TakeGroup(l, '{', '}', &text, &length))
    return;
  for (int c = 0; c < columns && c < 64; c++) {
    if (c)
      PutLatex(l, '\t');
    for (size_t i = 0; i < length; i++)
      PutLatex(l, (char)(isspace((unsigned char)text[i]) || text[i] == '&' ? ' ' : text[i]));
  }
  l->begun = PETSC_TRUE;
}

static void EndRow(Latex *l) {
  PutLatex(l, '\n');
  for (; l->swallowed; l->swallowed--)
    PutLatex(l, '\n');
  l->begun = PETSC_FALSE;
  l->owed = PETSC_TRUE;
}

static void TakeCommand(Latex *l) {
  static const char dropped[] = "hline toprule midrule bottomrule cline cmidrule label caption "
                                "centering noalign addlinespace begin end small footnotesize";
  const char *at = l->at + 1;
  char name[16] = "";
  for (size_t i = 0; at < l->end && isalpha((unsigned char)*at) && i + 1 < sizeof(name); at++)
    name[i++] = *at;
  if (at < l->end && at == l->at + 1 && *at == '\\') {
    l->at += 2;
    while (SkipGroup(l, '[', ']'))
      ;
    EndRow(l);
  } else if (*name && WordsContain(dropped, name)) {
    l->at = at;
    SkipGroups(l);
  } else if (!strcmp(name, "multicolumn")) {
    l->at = at;
    TakeColumns(l);
  } else if (!strcmp(name, "multirow")) {
    l->at = at;
    SkipGroup(l, '{', '}');
    SkipGroup(l, '[', ']');
    SkipGroup(l, '{', '}');
  } else {
    PutLatex(l, '\\');
    l->at++;
    if (!*name && l->at < l->end && *l->at != '\n')
      PutLatex(l, *l->at++);
  }
}

static void TakeLatex(Latex *l) {
  const char c = *l->at;
  if (c == '\\') {
    TakeCommand(l);
    return;
  }
  l->at++;
  if (c == '%') {
    while (l->at < l->end && *l->at != '\n')
      l->at++;
  } else if (c == '&') {
    PutLatex(l, '\t');
    l->begun = PETSC_TRUE;
  } else if (c == '\n' && l->begun) {
    PutLatex(l, ' ');
    l->swallowed++;
  } else if (c == '\n') {
    if (!l->owed)
      PutLatex(l, '\n');
    l->owed = PETSC_FALSE;
  } else {
    PutLatex(l, (char)(c == '\t' ? ' ' : c));
  }
}

/* The first place of a word between text and end, or NULL. */
static const char *FindWord(const char *text, const char *end, const char *word) {
  return memmem(text, (size_t)(end - text), word, strlen(word));
}

/* From the text's \begin{tabular} to its end, or else all of it. */
static void FromLatex(Arena arena, char **text, size_t *length) {
  const char *begin = FindWord(*text, *text + *length, "\\begin{tabular"), *end;
  Latex l = {.at = *text, .end = *text + *length, .room = 2 * *length + 2};
  l.out = ArenaAllocate(arena, l.room + 1);
  if (begin) {
    for (; l.at < begin; l.at++)
      if (*l.at == '\n')
        PutLatex(&l, '\n');
    l.at += strlen("\\begin");
    end = FindWord(l.at, l.end, "\\end{tabular");
    l.end = end ? end : l.end;
    SkipGroups(&l);
  }
  while (l.at < l.end)
    TakeLatex(&l);
  if (l.begun)
    EndRow(&l);
  *text = l.out;
  *length = l.used;
}

PetscBool TableFromMarkup(Arena arena, char **text, size_t *length) {
  const char *end = *text + *length, *line = *text, *newline;
  if (FindWord(line, end, "\\\\") && FindWord(line, end, "&")) {
    FromLatex(arena, text, length);
    return PETSC_TRUE;
  }
  /* In Markdown a row of bars and dashes stands below the headings; others have bars at both ends. */
  for (; line < end; line = newline + 1) {
    newline = memchr(line, '\n', (size_t)(end - line));
    newline = newline ? newline : end;
    while (line < newline && isspace((unsigned char)*line))
      line++;
    if (line < newline && *line != '#' && memchr(line, '|', (size_t)(newline - line)) &&
        (*line == '|' || !memchr(line, ',', (size_t)(newline - line)))) {
      *length = FromMarkdown(*text, *length);
      return PETSC_TRUE;
    }
  }
  return PETSC_FALSE;
}
