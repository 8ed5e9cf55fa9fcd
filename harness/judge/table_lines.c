/* JSON Lines as lines of cells that are separated by tabs, for the reader of tables. */
#include "base/digits.h"
#include "base/json_text.h"
#include "base/text_stream.h"
#include "judge/error_table.h"

#include <stdlib.h>
#include <string.h>

enum { COMMENTS, HEADINGS, NUMBERS };

/* A number with the digits that were written, but for zeros at the end; null is an empty cell. */
static void PutValue(const json_t *value, FILE *to) {
  char text[DIGITS_ROOM];
  if (json_is_number(value))
    fputs(DigitsShortest(json_number_value(value), text), to);
  else if (json_is_string(value))
    fputs(json_string_value(value), to);
}

/* The cells of a line, their headings, or what an object inside says of the run: "# mu = 1". */
static void PutLine(json_t *line, int what, FILE *to, int *lines) {
  const char *key, *name, *tab = "";
  json_t *value, *number;
  json_object_foreach(line, key, value) {
    const size_t entries = json_is_array(value) ? json_array_size(value) : !json_is_object(value);
    json_object_foreach(what == COMMENTS ? value : NULL, name, number) {
      fprintf(to, "# %s = ", name);
      PutValue(number, to);
      fputc('\n', to);
      --*lines;
    }
    for (size_t i = 0; i < entries && what != COMMENTS; i++, tab = "\t") {
      fputs(tab, to);
      if (what == NUMBERS)
        PutValue(json_is_array(value) ? json_array_get(value, i) : value, to);
      else if (json_is_array(value))
        fprintf(to, "%s%zu", key, i + 1);
      else
        fputs(key, to);
    }
  }
  fputs(what == COMMENTS ? "" : "\n", to);
  *lines -= what == HEADINGS;
}

static PetscErrorCode PutLines(const char *path, const char *text, size_t length, FILE *to,
                               int *first) {
  const char *const end = text + length, *stop;
  int number = 1, what = COMMENTS;
  for (; text < end; text = stop + 1, number++) {
    json_error_t error;
    json_t *line;
    stop = memchr(text, '\n', (size_t)(end - text));
    stop = stop ? stop : end;
    while (text < stop && (*text == ' ' || *text == '\t'))
      text++;
    if (text == stop) {
      fputs(what == NUMBERS ? "\n" : "", to);
      *first += what != NUMBERS;
      continue;
    }
    line = JsonRead(text, (size_t)(stop - text), JSON_REJECT_DUPLICATES, &error);
    PetscCheck(json_is_object(line), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: this is no JSON object in one line", path, number);
    for (; what < NUMBERS; what++)
      PutLine(line, what, to, first);
    PutLine(line, what, to, first);
    json_decref(line);
  }
  return 0;
}

PetscErrorCode TableFromJsonLines(const char *path, char **text, size_t *length, int *line) {
  TextStream table;
  PetscErrorCode error;
  size_t first = 0;
  while (first < *length && strchr(" \t\n", (*text)[first]))
    first++;
  if (first == *length || (*text)[first] != '{')
    return 0;
  PetscCall(TextStreamOpen(&table));
  error = PutLines(path, *text, *length, table.file, line);
  PetscCall(TextStreamClose(&table, "a table"));
  free(error ? table.text : *text);
  *text = error ? *text : table.text;
  *length = table.length;
  return error;
}
