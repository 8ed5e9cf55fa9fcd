#include "plugin/butcher.h"
#include "base/digits.h"
#include "base/json_text.h"
#include "base/regular_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20, STAGES_MOST = 64, NAME_ROOM = 64, STEM_MOST = 32 };

static const char expected[] =
    "expected rows \"c | a_1 a_2 ...\", then \"| b_1 b_2 ...\" (docs/algebra.md)";

/* A table that is being read: arrays of texts. */
typedef struct {
  const char *file;
  int line, tables;
  char name[NAME_ROOM]; /* "": none was given */
  PetscBool ruled;      /* a line of dashes was there */
  json_t *nodes, *rows, *weights;
  json_t *claims, *embedded_claims;
  json_t *methods;
} Reader;

PetscBool ButcherIsFile(const char *file) {
  static const char *const endings[] = {".txt", ".csv", ".tsv", ".dat", ".json"};
  const char *dot = strrchr(file, '.');
  for (size_t i = 0; dot && i < PETSC_STATIC_ARRAY_LENGTH(endings); i++)
    if (!strcmp(dot, endings[i]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* ---- Tables ---- */

/* A name for commands, of small letters, digits and underscores: the given one, or "rk4_table" of rk4.txt. */
static void NameOf(const Reader *r, char name[NAME_ROOM]) {
  const char *slash = strrchr(r->file, '/'), *from = slash ? slash + 1 : r->file;
  const int length = PetscMin((int)strcspn(from, "."), STEM_MOST);
  if (*r->name)
    (void)snprintf(name, NAME_ROOM, "%.*s", STEM_MOST, r->name);
  else if (r->tables > 1)
    (void)snprintf(name, NAME_ROOM, "%.*s_table_%d", length, from, r->tables);
  else
    (void)snprintf(name, NAME_ROOM, "%.*s_table", length, from);
  for (char *at = name; *at; at++)
    *at = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '_';
  if (!isalpha((unsigned char)*name))
    *name = 't';
}

/* All entries in one array, rows filled up with zeros to s. */
static PetscErrorCode Flatten(const Reader *r, size_t s, json_t **out) {
  json_t *row;
  size_t i;
  *out = json_array();
  json_array_foreach(r->rows, i, row) {
    const size_t count = json_array_size(row);
    PetscCheck(count <= s, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: row %zu of the table has %zu entries and there are %zu weights; %s", r->file,
               r->line, i + 1, count, s, expected);
    for (size_t j = 0; j < s; j++)
      (void)json_array_append_new(*out, j < count ? json_incref(json_array_get(row, j))
                                                  : json_string("0"));
  }
  return 0;
}

static PetscErrorCode AddMethod(Reader *r, const char *name, const char *what, json_t *a, json_t *b,
                                const json_t *claims) {
  char title[2 * NAME_ROOM];
  json_t *table, *method;
  (void)snprintf(title, sizeof(title), "%s of the table %s", what, name);
  table = json_pack("{s:s,s:O,s:O}", "name", "table", "a", a, "b", b);
  if (json_array_size(r->nodes))
    (void)json_object_set_new(table, "c", json_copy(r->nodes)); /* it is cleared */
  method =
      json_pack("{s:s,s:s,s:s,s:s,s:[o],s:o,s:[{s:s,s:s}]}", "name", name, "title", title,
                "citation", r->file, "formulation", "ode", "tableaux", table, "claims",
                json_copy((json_t *)claims), "schemes", "kind", "runge_kutta", "first", "table");
  PetscCheck(method && !json_array_append_new(r->methods, method), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for the table %s", name);
  return 0;
}

/* The table is complete. */
static PetscErrorCode EndTable(Reader *r) {
  const size_t s = json_array_size(r->rows), weights = json_array_size(r->weights);
  char name[NAME_ROOM];
  json_t *a = NULL;
  if (!s && !weights)
    return 0;
  r->tables++;
  NameOf(r, name);
  PetscCheck(weights == 1 || weights == 2, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s:%d: %zu rows of stages and %zu rows of weights were found; %s", r->file, r->line,
             s, weights, expected);
  for (size_t i = 0; i < weights; i++)
    PetscCheck(json_array_size(json_array_get(r->weights, i)) == s && s <= STAGES_MOST,
               PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: %zu rows of stages and %zu weights were found; there must be as many of "
               "both, and at most %d",
               r->file, r->line, s, json_array_size(json_array_get(r->weights, i)), STAGES_MOST);
  PetscCall(Flatten(r, s, &a));
  PetscCall(AddMethod(r, name, "the method", a, json_array_get(r->weights, 0), r->claims));
  if (weights > 1) {
    (void)strcat(name, "_embedded");
    PetscCall(AddMethod(r, name, "the embedded method", a, json_array_get(r->weights, 1),
                        r->embedded_claims));
  }
  json_decref(a);
  (void)json_array_clear(r->nodes);
  (void)json_array_clear(r->rows);
  (void)json_array_clear(r->weights);
  (void)json_array_clear(r->claims);
  (void)json_array_clear(r->embedded_claims);
  r->name[0] = 0;
  r->ruled = PETSC_FALSE;
  return 0;
}

/* ---- Claims ---- */

static void AddClaim(json_t *claims, const char *study, const char *quantity, const char *value) {
  (void)json_array_append_new(
      claims, json_pack("{s:s,s:s,s:s}", "study", study, "quantity", quantity, "value", value));
}

static void AddOrder(json_t *claims, const char *value) {
  AddClaim(claims, "order", "q", value);
  AddClaim(claims, "order", "v", value);
}

/* "order 5, embedded 4, symplectic": what is claimed of the table that follows. */
static PetscErrorCode ReadClaims(Reader *r, char *text) {
  static const struct {
    const char *word, *study, *quantity;
    PetscBool number;
  } known[] = {{"order", NULL, NULL, PETSC_TRUE},
               {"embedded", NULL, NULL, PETSC_TRUE},
               {"linear_order", "algebra", "linear_order", PETSC_TRUE},
               {"ssp", "algebra", "ssp", PETSC_TRUE},
               {"real_interval", "algebra", "real_interval", PETSC_TRUE},
               {"imaginary_interval", "algebra", "imaginary_interval", PETSC_TRUE},
               {"symplectic", "structure", "symplectic", PETSC_FALSE},
               {"symmetric", "structure", "reversible", PETSC_FALSE},
               {"stiffly_accurate", "algebra", "stiffly_accurate", PETSC_FALSE},
               {"a_stable", "algebra", "a_stable", PETSC_FALSE},
               {"l_stable", "algebra", "l_stable", PETSC_FALSE}};
  const size_t count = PETSC_STATIC_ARRAY_LENGTH(known);
  char *rest = text, *word;
  while ((word = strtok_r(rest, " ,\t\r", &rest))) {
    const char *value = "yes";
    size_t i = 0;
    while (i < count && strcmp(word, known[i].word) != 0)
      i++;
    PetscCheck(i < count, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: unknown claim \"%s\" (known: order P, embedded P, linear_order P, ssp C, "
               "real_interval X, imaginary_interval X, symplectic, symmetric, stiffly_accurate, "
               "a_stable, l_stable)",
               r->file, r->line, word);
    if (known[i].number) {
      value = strtok_r(rest, " ,\t\r", &rest);
      PetscCheck(value && (known[i].study ? !!strpbrk(value, "0123456789") /* also sqrt(8) */
                                          : isdigit((unsigned char)*value)),
                 PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
                 "%s:%d: %s without a number; expected \"order 5, embedded 4\"", r->file, r->line,
                 word);
    }
    if (known[i].study)
      AddClaim(r->claims, known[i].study, known[i].quantity, value);
    else
      AddOrder(i ? r->embedded_claims : r->claims, value);
  }
  return 0;
}

/* ---- Text ---- */

static char *Trim(char *text) {
  size_t length;
  text += strspn(text, " \t\r");
  length = strlen(text);
  while (length && strchr(" \t\r", text[length - 1]))
    text[--length] = 0;
  return text;
}

/* An entry as our expressions have it: 1//3, 1.2d-3 and the sign of minus of texts. */
static void MakePlain(char *cell) {
  char *to = cell;
  for (const char *at = cell; *at; at++) {
    if (!strncmp(at, "\xe2\x88\x92", 3)) {
      *to++ = '-';
      at += 2;
    } else if (at[0] == '/' && at[1] == '/') {
      *to++ = *at++;
    } else if ((*at == 'd' || *at == 'D') && at > cell && strchr("0123456789.", at[-1]) && at[1] &&
               strchr("+-0123456789", at[1])) {
      *to++ = 'e';
    } else
      *to++ = *at;
  }
  *to = 0;
}

/* The end of the cell that begins there: at a separator outside of parentheses. */
static char *CellEnd(char *at, const char *separators) {
  int depth = 0;
  for (; *at; at++) {
    depth += (*at == '(') - (*at == ')');
    if (!depth && strchr(separators, *at))
      break;
  }
  return at;
}

/* The cells of a line. Blanks separate where nothing else does; `bar` ends the first cell then. */
static PetscErrorCode Split(const Reader *r, char *line, json_t **cells) {
  const PetscBool blank = (PetscBool)!strpbrk(line, ",;&\t");
  *cells = json_array();
  for (char *at = Trim(line); *at || !blank;) {
    char *end = CellEnd(at, blank ? " " : ",;&\t"), stop = *end, *cell;
    *end = 0;
    cell = Trim(at);
    MakePlain(cell);
    PetscCheck(!json_array_append_new(*cells, json_string(cell)), PETSC_COMM_SELF,
               PETSC_ERR_USER_INPUT, "%s:%d: an entry is not UTF-8; %s", r->file, r->line,
               expected);
    if (!stop)
      break;
    at = end + 1;
    at += blank ? strspn(at, " ") : 0;
  }
  return 0;
}

/* The first cell is taken off. */
static json_t *TakeFirst(json_t *cells) {
  json_t *first = json_incref(json_array_get(cells, 0));
  (void)json_array_remove(cells, 0);
  return first;
}

static PetscBool IsEmpty(const json_t *text) { return (PetscBool) !*json_string_value(text); }

/* Empty cells at the end are none, and others are zeros. */
static void FillEmpty(json_t *cells) {
  size_t count = json_array_size(cells);
  while (count && IsEmpty(json_array_get(cells, count - 1)))
    (void)json_array_remove(cells, --count);
  for (size_t i = 0; i < count; i++)
    if (IsEmpty(json_array_get(cells, i)))
      (void)json_array_set_new(cells, i, json_string("0"));
}

static PetscErrorCode ReadRow(Reader *r, char *line) {
  char *bar = strchr(line, '|'), *entries = bar ? bar + 1 : line;
  json_t *cells, *node = NULL;
  if (bar)
    *bar = 0;
  PetscCall(Split(r, entries, &cells));
  PetscCheck(!strchr(entries, '|'), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s:%d: a row has two bars; %s", r->file, r->line, expected);
  if (bar) {
    node = json_string(Trim(line));
  } else if (!r->ruled || IsEmpty(json_array_get(cells, 0)))
    node = TakeFirst(cells);
  FillEmpty(cells);
  if (!node || IsEmpty(node)) {
    PetscCheck(json_array_size(r->rows), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: weights come before the first stage; %s", r->file, r->line, expected);
    (void)json_array_append(r->weights, cells);
  } else {
    PetscCheck(!json_array_size(r->weights), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: a stage comes after the weights; leave a blank line between tables", r->file,
               r->line);
    (void)json_array_append(r->nodes, node);
    (void)json_array_append(r->rows, cells);
  }
  json_decref(node);
  json_decref(cells);
  return 0;
}

static PetscErrorCode ReadLine(Reader *r, char *line) {
  const size_t length = strcspn(line, "#");
  char *colon;
  size_t end;
  if (line[length] == '#')
    line[length] = 0;
  line = Trim(line);
  end = strlen(line);
  if (!end) {
    if (json_array_size(r->weights))
      PetscCall(EndTable(r));
  } else if (strspn(line, "-+=|: ") == end && strpbrk(line, "-="))
    r->ruled = PETSC_TRUE;
  else if ((colon = strchr(line, ':'))) {
    PetscCall(EndTable(r));
    *colon = 0;
    (void)snprintf(r->name, sizeof(r->name), "%s", line);
    PetscCall(ReadClaims(r, colon + 1));
  } else
    PetscCall(ReadRow(r, line));
  return 0;
}

static PetscErrorCode ReadText(Reader *r, char *text) {
  for (char *line = text; line; r->line++) {
    char *next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    PetscCall(ReadLine(r, line));
    line = next;
  }
  return EndTable(r);
}

/* ---- JSON ---- */

/* Numbers as texts of their shortest digits. */
static json_t *Texts(const json_t *list) {
  json_t *texts = json_array(), *entry;
  size_t i;
  json_array_foreach((json_t *)list, i, entry) {
    char digits[DIGITS_ROOM];
    (void)json_array_append_new(
        texts, json_is_string(entry)
                   ? json_incref(entry)
                   : json_string(DigitsShortest(json_number_value(entry), digits)));
  }
  return texts;
}

static PetscErrorCode ReadObject(Reader *r, const json_t *object) {
  const json_t *a = json_object_get(object, "A") ? json_object_get(object, "A")
                                                 : json_object_get(object, "a"),
               *b = json_object_get(object, "b"), *c = json_object_get(object, "c"),
               *embedded = json_object_get(object, "embedded");
  const char *name = json_string_value(json_object_get(object, "name")),
             *claims = json_string_value(json_object_get(object, "claims"));
  char words[256];
  json_t *row;
  size_t i;
  PetscCheck(json_is_array(a) && json_is_array(b), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: table %d has no arrays \"A\" and \"b\"; expected {\"A\": [[...], ...], \"b\": "
             "[...], \"c\": [...]}",
             r->file, r->tables + 1);
  (void)snprintf(r->name, sizeof(r->name), "%s", name ? name : "");
  if (claims) {
    (void)snprintf(words, sizeof(words), "%s", claims);
    PetscCall(ReadClaims(r, words));
  }
  json_array_foreach((json_t *)a, i, row) {
    PetscCheck(json_is_array(row), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: table %d: \"A\" is no array of rows", r->file, r->tables + 1);
    (void)json_array_append_new(r->rows, Texts(row));
  }
  (void)json_array_append_new(r->weights, Texts(b));
  if (embedded)
    (void)json_array_append_new(r->weights, Texts(embedded));
  if (c) {
    json_t *nodes = Texts(c);
    (void)json_array_extend(r->nodes, nodes);
    json_decref(nodes);
  }
  return EndTable(r);
}

static PetscErrorCode ReadJson(Reader *r, const char *text, size_t length) {
  json_error_t why;
  json_t *root = JsonRead(text, length, JSON_REJECT_DUPLICATES, &why);
  PetscErrorCode error = 0;
  PetscCheck(root, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s:%d: %s", r->file, why.line, why.text);
  if (json_is_array(root))
    for (size_t i = 0; i < json_array_size(root) && !error; i++)
      error = ReadObject(r, json_array_get(root, i));
  else
    error = ReadObject(r, root);
  json_decref(root);
  return error;
}

/* ---- Files ---- */

static PetscErrorCode ReadFile(const char *path, char **text, size_t *length) {
  PetscErrorCode error;
  FILE *file;
  PetscCall(RegularFileOpen(path, &file));
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: there is no such file", path);
  error = StreamReadAll(file, LARGEST_FILE, text, length);
  fclose(file);
  PetscCall(error);
  if (*length > LARGEST_FILE || memchr(*text, 0, *length)) {
    free(*text);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s is longer than a megabyte, or no text; %s",
            path, expected);
  }
  (*text)[*length] = 0;
  return 0;
}

PetscErrorCode ButcherRead(const char *file, json_t **methods) {
  Reader r = {.file = file, .line = 1};
  PetscErrorCode error;
  size_t length = 0;
  char *text = NULL;
  PetscCall(ReadFile(file, &text, &length));
  r.nodes = json_array();
  r.rows = json_array();
  r.weights = json_array();
  r.claims = json_array();
  r.embedded_claims = json_array();
  *methods = r.methods = json_array();
  if (text[strspn(text, " \t\r\n")] == '{' || text[strspn(text, " \t\r\n")] == '[')
    error = ReadJson(&r, text, length);
  else
    error = ReadText(&r, text);
  free(text);
  json_decref(r.nodes);
  json_decref(r.rows);
  json_decref(r.weights);
  json_decref(r.claims);
  json_decref(r.embedded_claims);
  if (!error && !json_array_size(r.methods))
    error =
        PetscError(PETSC_COMM_SELF, __LINE__, PETSC_FUNCTION_NAME, __FILE__, PETSC_ERR_USER_INPUT,
                   PETSC_ERROR_INITIAL, "%s: there is no table; %s", file, expected);
  if (error)
    json_decref(r.methods);
  return error;
}
