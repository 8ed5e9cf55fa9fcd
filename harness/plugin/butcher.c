#include "plugin/butcher.h"
#include "base/digits.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "base/regular_file.h"
#include "base/text_stream.h"
#include "base/user_error.h"
#include "base/word_list.h"
#include "gimbal.h"

#include <ctype.h>

enum { LARGEST_FILE = 1 << 20, STAGES_MOST = 64, NAME_ROOM = 64, STEM_MOST = 32 };

static const char expected[] =
    "expected rows \"c | a_1 a_2 ...\", then \"| b_1 b_2 ...\" (docs/algebra.md)";

/* ---- Kinds ---- */

/* What a file may hold: tableaux, or rows with labels. A row is one list of numbers, which may be missing where "?"
 * ends its labels; "/" are rows of at most 1, 2, … numbers, and "#" those of a matrix, with as many columns as the
 * label after it has rows, as the list after "=", at the end, has numbers, or else as its longest row has. */
typedef struct {
  const char *word, *formulation;
  gimbal_scheme scheme;
  size_t tableaux, weights; /* how many, and rows of weights of each, without embedded ones */
  const char *rows[12];     /* the first label names the coefficients */
  const char *expected;
} Kind;

#define TABLEAU_ROWS "rows \"c | a_1 a_2 ...\", then \"| b_1 b_2 ...\""

/* clang-format off */
static const Kind kinds[] = {
    {"runge_kutta", "ode", {"runge_kutta", .first = "table"}, 1, 1, {NULL}, TABLEAU_ROWS},
    {"partitioned", "lagrangian", {"partitioned", .first = "first", .second = "second"}, 2, 1, {NULL},
     "two tableaux, of q and p: " TABLEAU_ROWS},
    {"additive", "ode", {"additive", .first = "first", .second = "second"}, 2, 1, {NULL},
     "two tableaux, of f and g: " TABLEAU_ROWS},
    {"nystrom", "lagrangian", {"nystrom", .first = "table", .second = "velocity"}, 1, 2, {NULL},
     "rows \"c | a_1 a_2 ...\", \"b | ...\", \"b' | ...\""},
    {"splitting", "lagrangian", {"splitting", .first = "kick", .second = "drift"}, 0, 0,
     {"kick kicks b V", "drift drifts a T"}, "rows \"kick | ...\" and \"drift | ...\""},
    {"composition", "ode", {"runge_kutta", .first = "midpoint", .weights = "gamma"}, 0, 0,
     {"gamma γ w"}, "a row \"gamma | ...\""},
    {"rosenbrock", "ode", {"rosenbrock", .first = "table"}, 0, 0,
     {"alpha α #", "gamma γ Γ #", "b", "embedded ?"},
     "rows \"alpha | ...\" and \"gamma | ...\" for each stage, and a row \"b | ...\""},
    {"multistep", "ode", {"multistep", .first = "alpha", .second = "beta"}, 0, 0,
     {"alpha α", "beta β"}, "rows \"alpha | alpha_0 ... alpha_k\" and \"beta | beta_0 ... beta_k\""},
    {"general_linear", "ode", {"general_linear", .first = "A", .second = "V"}, 0, 0,
     {"A #A", "U #V", "B #A", "V #V", "c ?", "start w # ?"},
     "rows \"A | ...\" and \"U | ...\" for each stage, and \"B | ...\" and \"V | ...\" for each component"},
    {"gark", "ode", {"gark", .first = "A11", .second = "A22"}, 0, 0,
     {"A11 #A11", "A22 #A22", "A12 #A22", "A21 #A11", "b1", "b2"},
     "rows \"A11 | ...\", \"A12 | ...\", \"A21 | ...\" and \"A22 | ...\", and rows \"b1 | ...\" and \"b2 | ...\""},
    {"multirate", "ode", {"multirate", .first = "c", .second = "Gamma0"}, 0, 0,
     {"c", "Gamma0 G0 Γ0 #", "Gamma1 G1 Γ1 # ?", "Gamma2 G2 Γ2 # ?", "Gamma3 G3 Γ3 # ?"},
     "a row \"c | 0 ... 1\" and rows \"Gamma0 | ...\", \"Gamma1 | ...\""},
    {"commutator_free", "ode", {"commutator_free", .first = "beta", .second = "c"}, 0, 0,
     {"c", "stage ?", "alpha α # ? =c", "beta β # =c"},
     "a row \"c | ...\", rows \"alpha | ...\" for each exponential of a stage, a row \"stage | ...\" that says of which, and "
     "rows \"beta | ...\" for each exponential of the step"},
    {"munthe_kaas", "ode", {"munthe_kaas", .first = "A", .second = "b"}, 0, 0, {"A #", "b", "c ?", "terms ? =terms"},
     "rows \"A | ...\" for each stage, and a row \"b | ...\""},
    {"exponential", "ode", {"exponential", .first = "table"}, 1, 1, {NULL},
     TABLEAU_ROWS " of combinations of phi0(c), phi1(c), ..., which are functions of c h L"},
    {"stochastic", "ode", {"stochastic", .first = "A0", .second = "alpha"}, 0, 0,
     {"A0 # =alpha", "A1 # =alpha", "B0 # =alpha", "B1 # =alpha", "alpha α", "beta1 =alpha", "beta2 ? =alpha",
      "beta3 ? =alpha", "beta4 ? =alpha", "c0 ? =alpha", "c1 ? =alpha"},
     "rows \"A0 | ...\", \"A1 | ...\", \"B0 | ...\" and \"B1 | ...\" for each stage, and rows \"alpha | ...\" and "
     "\"beta1 | ...\", of one Wiener process"},
    {"stochastic_additive", "ode", {"stochastic_additive", .first = "A0", .second = "alpha"}, 0, 0,
     {"A0 # =alpha", "B0 # =alpha", "alpha α", "beta1 =alpha", "beta2 ? =alpha", "c0 ? =alpha", "c1 =alpha"},
     "rows \"A0 | ...\" and \"B0 | ...\" for each stage, and rows \"alpha | ...\", \"beta1 | ...\" and \"c1 | ...\", "
     "of one Wiener process"},
    {"stratonovich", "ode", {"stratonovich", .first = "A0", .second = "alpha"}, 0, 0,
     {"A0 A # =alpha", "B0 B # =alpha", "A1 # ? =alpha", "B1 # ? =alpha", "alpha α", "beta1 beta =alpha",
      "beta2 ? =alpha", "c0 c ? =alpha", "c1 ? =alpha"},
     "rows \"A | ...\" and \"B | ...\" for each stage, and rows \"alpha | ...\" and \"beta | ...\", of one "
     "Wiener process"},
    {"low_storage", "ode", {"low_storage", .first = "A", .second = "B"}, 0, 0, {"A", "B", "c ?"},
     "rows \"A | ...\" and \"B | ...\""},
    {"shu_osher", "ode", {"shu_osher", .first = "alpha", .second = "beta"}, 0, 0,
     {"alpha α /", "beta β /", "c ?"}, "rows \"alpha | ...\" and \"beta | ...\" for each stage"}};
/* clang-format on */

static const Kind *FindKind(const char *word) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(kinds); i++)
    if (!strcmp(word, kinds[i].word))
      return &kinds[i];
  return NULL;
}

/* The rows with that label, or NULL. */
static const char *FindRows(const Kind *kind, const char *label) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(kind->rows) && kind->rows[i]; i++)
    if (*label && WordsContain(kind->rows[i], label))
      return kind->rows[i];
  return NULL;
}

/* A table that is being read: arrays of texts. */
typedef struct {
  const char *file;
  int line, tables;
  char name[NAME_ROOM]; /* "": none was given */
  const Kind *kind;
  const Kind *before;             /* of the table before this one, unless this one has a name */
  const char *last;               /* the rows that were read last */
  PetscBool ruled;                /* a line of dashes was there */
  PetscBool barred;               /* some row has a bar */
  PetscBool separable;            /* a partitioned pair for forces of q and velocities of p */
  json_t *nodes, *rows, *weights; /* of a tableau */
  json_t *tableaux;               /* those before it */
  json_t *labelled;               /* arrays of rows, by their kind's text */
  json_t *claims, *embedded_claims;
  json_t *methods;
} Reader;

/* What is wrong at that line. */
#define CHECK(r, right, format, ...)                                                               \
  UserCheck(right, "%s:%d: " format, (r)->file, (r)->line, __VA_ARGS__)
/* The same, with what the kind has. */
#define CHECK_KIND(r, right, format, ...)                                                          \
  CHECK(r, right, format "; expected %s (docs/algebra.md)", __VA_ARGS__, (r)->kind->expected)

static PetscBool IsKind(const Reader *r, const char *word) {
  return (PetscBool)!strcmp(r->kind->word, word);
}

/* Whether nothing is run, so that the coefficients are judged alone. */
static PetscBool IsOnlyJudged(const Reader *r) {
  return (PetscBool)WordsContain("multistep additive general_linear gark multirate commutator_free "
                                 "munthe_kaas exponential stochastic stochastic_additive "
                                 "stratonovich",
                                 r->kind->word);
}

PetscBool ButcherIsFile(const char *file) {
  const char *dot = strrchr(file, '.');
  return (PetscBool)(dot && WordsContain("txt csv tsv dat json", dot + 1));
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

/* All entries in one array, rows filled up with zeros to s, or to 1, 2, … */
static PetscErrorCode Flatten(const Reader *r, const char *what, const json_t *rows,
                              PetscBool lower, size_t s, json_t **out) {
  json_t *row;
  size_t i;
  *out = json_array();
  json_array_foreach((json_t *)rows, i, row) {
    const size_t count = json_array_size(row), most = lower ? i + 1 : s;
    CHECK_KIND(r, count <= most, "row %zu of %s has %zu entries and there are %zu %s", i + 1, what,
               count, most, lower ? "stages up to it" : "weights");
    for (size_t j = 0; j < most; j++)
      JsonAdd(*out, j < count ? json_incref(json_array_get(row, j)) : json_string("0"));
  }
  return 0;
}

/* Of a square without bars the last row, or the last two, have as many numbers as there are rows above: weights. */
static void FindWeights(Reader *r) {
  const size_t rows = json_array_size(r->rows);
  for (size_t count = 1;
       count <= 2 && count < rows && !r->barred && r->kind == kinds && !json_array_size(r->weights);
       count++) {
    size_t found = 0;
    for (size_t i = rows - count; i < rows; i++)
      found += json_array_size(json_array_get(r->rows, i)) + 1 == rows - count;
    for (size_t i = rows - count; i < rows && found == count; i++) {
      json_t *row = json_array_get(r->rows, rows - count);
      (void)json_array_insert(row, 0, json_array_get(r->nodes, rows - count));
      (void)json_array_append(r->weights, row);
      (void)json_array_remove(r->rows, rows - count);
      (void)json_array_remove(r->nodes, rows - count);
    }
  }
}

static PetscErrorCode EndTableau(Reader *r) {
  FindWeights(r);
  const size_t s = json_array_size(r->rows), weights = json_array_size(r->weights),
               least = r->kind->weights;
  json_t *a;
  if (!s && !weights)
    return 0;
  CHECK_KIND(r, weights == least || weights == 2 * least,
             "%zu rows of stages and %zu rows of weights were found", s, weights);
  for (size_t i = 0; i < weights; i++)
    CHECK(r, json_array_size(json_array_get(r->weights, i)) == s && s <= STAGES_MOST,
          "%zu rows of stages and %zu weights were found; there must be as many of both, and at "
          "most %d",
          s, json_array_size(json_array_get(r->weights, i)), STAGES_MOST);
  PetscCall(Flatten(r, "the table", r->rows, PETSC_FALSE, s, &a));
  JsonAdd(r->tableaux, json_pack("{s:o,s:o,s:o}", "a", a, "c", json_copy(r->nodes), "weights",
                                 json_copy(r->weights)));
  (void)json_array_clear(r->nodes);
  (void)json_array_clear(r->rows);
  (void)json_array_clear(r->weights);
  r->ruled = r->barred = PETSC_FALSE;
  return 0;
}

/* The tableaux of a method, with its first or second weights. */
static json_t *MakeTableaux(const Reader *r, size_t embedded) {
  json_t *list = json_array(), *tableau;
  size_t i;
  json_array_foreach(r->tableaux, i, tableau) {
    json_t *c = json_object_get(tableau, "c");
    JsonAdd(
        list,
        json_pack("{s:s,s:O,s:O,s:O?}", "name", i ? r->kind->scheme.second : r->kind->scheme.first,
                  "a", json_object_get(tableau, "a"), "b",
                  json_array_get(json_object_get(tableau, "weights"), embedded * r->kind->weights),
                  "c", json_array_size(c) ? c : NULL));
  }
  return list;
}

/* How many columns rows of a label have, where there are s weights or none. */
static size_t WidthOf(const Reader *r, const json_t *rows, const char *labels, size_t s) {
  const char *matrix = strchr(labels, '#'), *list = strchr(labels, '=');
  const json_t *row;
  size_t i, longest = 0;
  json_array_foreach((json_t *)rows, i, row) longest = PetscMax(longest, json_array_size(row));
  if (list)
    return json_array_size(
        json_array_get(json_object_get(r->labelled, FindRows(r->kind, list + 1)), 0));
  if (matrix && isalpha((unsigned char)matrix[1]))
    return json_array_size(json_object_get(r->labelled, FindRows(r->kind, matrix + 1)));
  return strchr(r->kind->rows[0], '#') && s ? s : longest;
}

/* Rows with labels as lists, each an array of texts. */
static PetscErrorCode MakeLists(const Reader *r, json_t *lists) {
  const size_t s = json_array_size(json_array_get(json_object_get(r->labelled, "b"), 0));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(r->kind->rows) && r->kind->rows[i]; i++) {
    const char *rows = r->kind->rows[i];
    const json_t *given = json_object_get(r->labelled, rows);
    char name[NAME_ROOM];
    json_t *list;
    if (!given && strchr(rows, '?'))
      continue;
    (void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(rows, " "), rows);
    CHECK_KIND(r, given, "a table of kind %s has no row \"%s\"", r->kind->word, name);
    CHECK_KIND(r, !s || !strchr(rows, '#') || json_array_size(given) == s,
               "there are %zu rows \"%s\" and %zu weights", json_array_size(given), name, s);
    PetscCall(Flatten(r, name, given, (PetscBool)(strchr(rows, '/') != NULL),
                      WidthOf(r, given, rows, s), &list));
    JsonAdd(lists, json_pack("{s:s,s:o}", "name", name, "value", list));
  }
  return 0;
}

/* Of as many kicks as drifts those begin whose row is first: a zero at the end of the drifts lets them begin. */
static void OrderTurns(const Reader *r) {
  const char *first = json_object_iter_key(json_object_iter(r->labelled));
  json_t *drift = json_array_get(json_object_get(r->labelled, r->kind->rows[1]), 0);
  const json_t *kick = json_array_get(json_object_get(r->labelled, r->kind->rows[0]), 0);
  if (json_array_size(kick) == json_array_size(drift) && !strcmp(first, r->kind->rows[1]))
    JsonAdd(drift, json_string("0"));
}

static const json_t *ListOf(const json_t *lists, size_t i) {
  return json_object_get(json_array_get(lists, i), "value");
}

static PetscErrorCode AddMethod(Reader *r, const char *name, size_t embedded) {
  const Kind *kind = r->kind;
  const PetscBool velocities = (PetscBool)(kind->weights == 2);
  const PetscBool separable = (PetscBool)(r->separable || velocities || IsKind(r, "splitting"));
  char title[2 * NAME_ROOM];
  json_t *lists = json_array(), *tableaux = MakeTableaux(r, embedded), *method;
  PetscCall(MakeLists(r, lists));
  (void)snprintf(title, sizeof(title), "the %smethod of the table %s", embedded ? "embedded " : "",
                 name);
  if (IsKind(r, "composition"))
    JsonAdd(tableaux, json_pack("{s:s,s:s,s:s}", "name", "midpoint", "a", "1/2", "b", "1"));
  if (IsKind(r, "rosenbrock")) {
    JsonAdd(tableaux, json_pack("{s:s,s:O,s:O,s:O}", "name", "table", "a", ListOf(lists, 0),
                                "gamma", ListOf(lists, 1), "b", ListOf(lists, 2 + embedded)));
    (void)json_array_clear(lists);
  }
  if (velocities)
    JsonAdd(lists,
            json_pack("{s:s,s:O}", "name", "velocity", "value",
                      json_array_get(json_object_get(json_array_get(r->tableaux, 0), "weights"),
                                     2 * embedded + 1)));
  method = json_pack(
      "{s:s,s:s,s:s,s:s,s:s?,s:o,s:o,s:o,s:[{s:s,s:s,s:s?,s:s?}]}", "name", name, "title", title,
      "citation", r->file, "formulation", kind->formulation, "accepts",
      separable ? "unconstrained && separable" : NULL, "tableaux", tableaux, "coefficients", lists,
      "claims", json_copy(embedded ? r->embedded_claims : r->claims), "schemes", "kind",
      r->separable ? "partitioned_separable" : kind->scheme.kind, "first", kind->scheme.first,
      "second", kind->scheme.second, "weights", kind->scheme.weights);
  PetscCheck(method && !json_array_append_new(r->methods, method), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for the table %s", name);
  return 0;
}

/* Whether there are embedded weights, in all tableaux or in none. */
static PetscErrorCode HasEmbedded(const Reader *r, PetscBool *has) {
  json_t *tableau;
  size_t i, with = 0;
  json_array_foreach(r->tableaux, i, tableau) with +=
      json_array_size(json_object_get(tableau, "weights")) > r->kind->weights;
  CHECK(r, !with || with == i, "%s", "one tableau has embedded weights, and the other has none");
  *has = (PetscBool)(with || json_object_get(r->labelled, "embedded ?"));
  return 0;
}

static PetscErrorCode EndTable(Reader *r) {
  char name[NAME_ROOM];
  PetscBool embedded;
  PetscCall(EndTableau(r));
  if (!json_array_size(r->tableaux) && !json_object_size(r->labelled)) {
    CHECK_KIND(r, r->kind == kinds, "the table of kind %s has no rows", r->kind->word);
    return 0;
  }
  r->tables++;
  NameOf(r, name);
  CHECK_KIND(r, json_array_size(r->tableaux) == r->kind->tableaux,
             "a table of kind %s has %zu tableaux", r->kind->word, json_array_size(r->tableaux));
  PetscCall(HasEmbedded(r, &embedded));
  if (IsKind(r, "splitting"))
    OrderTurns(r);
  PetscCall(AddMethod(r, name, 0));
  if (embedded) {
    (void)strcat(name, "_embedded");
    PetscCall(AddMethod(r, name, 1));
  }
  (void)json_array_clear(r->tableaux);
  (void)json_object_clear(r->labelled);
  (void)json_array_clear(r->claims);
  (void)json_array_clear(r->embedded_claims);
  r->name[0] = 0;
  r->before = r->kind;
  r->kind = kinds;
  r->separable = PETSC_FALSE;
  r->last = NULL;
  return 0;
}

/* ---- Claims ---- */

static void AddClaim(json_t *claims, const char *study, const char *quantity, const char *value) {
  JsonAdd(claims, json_pack("{s:s,s:s,s:s}", "study", study, "quantity", quantity, "value", value));
}

/* Runs show the orders of q and v, or of q and p. Of what is not run the coefficients are judged alone. */
static void AddOrder(const Reader *r, json_t *claims, const char *value) {
  const PetscBool runs = (PetscBool)!IsOnlyJudged(r);
  AddClaim(claims, runs ? "order" : "algebra", runs ? "q" : "order", value);
  if (runs)
    AddClaim(claims, "order", strcmp(r->kind->formulation, "ode") ? "p" : "v", value);
}

/* The kind among the words, which are separated by blanks then, and in which "-" is "_". */
static void FindKindIn(Reader *r, char *text) {
  for (char *at = text; *at; at++)
    if (strchr(",\t\r", *at))
      *at = ' ';
    else if (*at == '-' && at > text && isalpha((unsigned char)at[-1]))
      *at = '_';
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(kinds); i++)
    if (WordsContain(text, kinds[i].word))
      r->kind = &kinds[i];
}

/* "splitting, order 4, symmetric": of what kind the table is that follows, and what is claimed of it. */
static PetscErrorCode ReadClaims(Reader *r, char *text) {
  static const char
      orders[] = "order embedded",
      figures[] =
          "order_nystrom order_w order_stiff order_weak runge_kutta_order linear_order stage_order "
          "ssp real_interval imaginary_interval",
      properties[] = "symplectic symmetric stiffly_accurate a_stable l_stable zero_stable";
  char *rest = text, *word, known[512] = "";
  FindKindIn(r, text);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(kinds); i++)
    WordsAppend(known, sizeof(known), ", ", kinds[i].word);
  while ((word = strtok_r(rest, " ,\t\r", &rest))) {
    const PetscBool order = WordsContain(orders, word), figure = WordsContain(figures, word);
    const PetscBool runs = (PetscBool)(!IsOnlyJudged(r) && !strncmp(word, "sym", strlen("sym")));
    const char *value = "yes";
    if (FindKind(word) || (IsKind(r, "partitioned") && !strcmp(word, "separable"))) {
      r->separable = (PetscBool)(r->separable || !FindKind(word));
      continue;
    }
    CHECK(r, order || figure || WordsContain(properties, word),
          "unknown claim \"%s\" of a table of kind %s (known, with a number: %s %s; without: %s; "
          "separable of partitioned pairs; or a kind: %s)",
          word, r->kind->word, orders, figures, properties, known);
    if (order || figure) {
      value = strtok_r(rest, " ,\t\r", &rest);
      CHECK(r,
            value && (figure ? !!strpbrk(value, "0123456789") /* also sqrt(8) */
                             : isdigit((unsigned char)*value)),
            "%s without a number; expected \"order 5, embedded 4\"", word);
    }
    if (order)
      AddOrder(r, *word == 'e' ? r->embedded_claims : r->claims, value);
    else
      AddClaim(r->claims, runs ? "structure" : "algebra",
               runs && !strcmp(word, "symmetric") ? "reversible" : word, value);
  }
  return 0;
}

/* ---- Text ---- */

static char *Trim(char *text) {
  text += strspn(text, " \t\r");
  size_t length = strlen(text);
  while (length && strchr(" \t\r", text[length - 1]))
    text[--length] = 0;
  return text;
}

/* The text with signs of the plain alphabet, to be freed: none becomes more than three times as long. A digit before a
 * fraction of one sign is left, and refused later. */
static char *ToAsciiSigns(const char *text) {
  static const char *const spellings[][2] = {
      {"−", "-"},   {"–", "-"},      {"─", "-"},      {"━", "-"},      {"═", "="},     {"│", "|"},
      {"┃", "|"},   {"∣", "|"},      {"┼", "+"},      {"├", "+"},      {"╪", "+"},     {"·", "*"},
      {"×", "*"},   {"⁄", "/"},      {"½", "1/2"},    {"⅓", "1/3"},    {"⅔", "2/3"},   {"¼", "1/4"},
      {"¾", "3/4"}, {"⅙", "1/6"},    {"⅚", "5/6"},    {"⅛", "1/8"},    {"⅜", "3/8"},   {"⅝", "5/8"},
      {"⅞", "7/8"}, {"√(", "sqrt("}, {"\u00a0", " "}, {"\u202f", " "}, {"\u2009", " "}};
  char *const plain = MemoryTake(3 * strlen(text) + 1), *to = plain;
  while (*text) {
    const size_t digits = strncmp(text, "√", 3) ? 0 : strspn(text + 3, "0123456789");
    size_t i = 0;
    while (i < PETSC_STATIC_ARRAY_LENGTH(spellings) &&
           strncmp(text, spellings[i][0], strlen(spellings[i][0])) != 0)
      i++;
    if (digits) {
      to += sprintf(to, "sqrt(%.*s)", (int)digits, text + 3);
      text += 3 + digits;
    } else if (i < PETSC_STATIC_ARRAY_LENGTH(spellings) &&
               !(to > plain && isdigit((unsigned char)to[-1]) &&
                 isdigit((unsigned char)*spellings[i][1]))) {
      to += sprintf(to, "%s", spellings[i][1]);
      text += strlen(spellings[i][0]);
    } else
      *to++ = *text++;
  }
  *to = 0;
  return plain;
}

/* An entry as our expressions have it: 1//3, 1.2d-3. */
static void MakePlain(char *cell) {
  char *to = cell;
  for (const char *at = cell; *at; at++) {
    if (at[0] == '/' && at[1] == '/') {
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

/* The cells of a line, or of what is behind its bar. Blanks separate where nothing else does. A tab at the beginning is
 * the end of an empty cell, unless blanks separate the others. */
static PetscErrorCode Split(const Reader *r, char *line, PetscBool bar, json_t **cells) {
  const char *first = line + strspn(line, " \t");
  const PetscBool blank =
      (PetscBool)(!strpbrk(first, ",;&\t") && (bar || first == line || strchr(first, ' ')));
  CHECK(r, !strchr(first, ';') || !strchr(first, ','), "%s",
        "commas and semicolons both separate entries; decimals have a point, as in 0.5");
  *cells = json_array();
  for (char *at = blank || bar ? Trim(line) : line + strspn(line, " "); *at || !blank;) {
    char *end = CellEnd(at, blank ? " " : ",;&\t"), stop = *end, *cell;
    *end = 0;
    cell = Trim(at);
    MakePlain(cell);
    CHECK(r, !*cell || cell[strspn(cell, "+-*/")],
          "\"%s\" stands alone; commas between the entries, or parentheses, allow blanks in them",
          cell);
    CHECK(r, !json_array_append_new(*cells, json_string(cell)), "an entry is not UTF-8; %s",
          expected);
    if (!stop)
      break;
    at = end + 1;
    at += blank ? strspn(at, " ") : 0;
  }
  return 0;
}

static PetscBool IsEmpty(const json_t *text) { return (PetscBool) !*json_string_value(text); }

/* Drops empty cells at the end; other empty cells are zeros. */
static void FillEmpty(json_t *cells) {
  size_t count = json_array_size(cells);
  while (count && IsEmpty(json_array_get(cells, count - 1)))
    (void)json_array_remove(cells, --count);
  for (size_t i = 0; i < count; i++)
    if (IsEmpty(json_array_get(cells, i)))
      (void)json_array_set_new(cells, i, json_string("0"));
}

/* A row of a kind without tableaux; without a label it goes on with the rows before. */
static PetscErrorCode AddLabelled(Reader *r, const char *label, json_t *cells) {
  const char *rows = *label ? FindRows(r->kind, label) : r->last;
  CHECK_KIND(r, rows, "\"%s\" begins no row of a table of kind %s", label, r->kind->word);
  if (!json_object_get(r->labelled, rows))
    JsonSet(r->labelled, rows, json_array());
  json_t *list = json_object_get(r->labelled, rows);
  if (!strpbrk(rows, "/#") && json_array_size(list))
    (void)json_array_extend(json_array_get(list, 0), cells);
  else
    (void)json_array_append(list, cells);
  r->last = rows;
  return 0;
}

/* sqrt(2)/2 is an expression, kutta3 is a name. */
static PetscBool IsWord(const char *text) {
  return (PetscBool)(!strchr("0123456789.+-(", *text) && !strchr(text, '('));
}

/* c, a1, a2: headings, with a word also in the second place. */
static PetscBool IsHeading(const char *text, const json_t *cells) {
  const char *next = json_string_value(json_array_get(cells, 0));
  return (PetscBool)(!strcmp(text, "c") && next && IsWord(next));
}

/* Of exponential methods: a number without a function would be one that is the same for all L. */
static PetscErrorCode CheckFunctions(const Reader *r, const json_t *cells) {
  const json_t *cell;
  size_t i;
  json_array_foreach((json_t *)cells, i, cell) {
    const char *text = json_string_value(cell);
    CHECK_KIND(r, strstr(text, "phi") || !strcmp(text, "0"),
               "\"%s\" has no function; phi0(0) is 1, and 1/2*phi1(1/2) has a sign *", text);
  }
  return 0;
}

static PetscErrorCode AddRow(Reader *r, json_t *node, json_t *cells) {
  const char *text = node ? json_string_value(node) : "";
  if (IsKind(r, "exponential"))
    PetscCall(CheckFunctions(r, cells));
  const PetscBool embedded = WordsContain("bhat b_hat b̂ b^ b* embedded", text);
  if (!*text || embedded || WordsContain("b b'", text)) {
    CHECK(r, json_array_size(r->rows), "weights come before the first stage; %s", expected);
    CHECK(r, !embedded || json_array_size(r->weights) >= r->kind->weights,
          "the row \"%s\" comes before the weights", text);
    (void)json_array_append(r->weights, cells);
    return 0;
  }
  if (!json_array_size(r->rows) && IsHeading(text, cells))
    return 0;
  CHECK(r, !IsWord(text),
        "\"%s\" is no node of a table of kind %s; expected %s, or a line \"NAME: KIND\" that names "
        "another kind%s (docs/algebra.md)",
        text, r->kind->word, r->kind->expected,
        strpbrk(text, "=[{") ? "; python3 -m gimbal.tables reads arrays of programs" : "");
  if (json_array_size(r->weights) && json_array_size(r->tableaux) + 1 < r->kind->tableaux)
    PetscCall(EndTableau(r));
  CHECK(r, !json_array_size(r->weights) && r->before->tableaux < 2, "%s",
        r->kind->tableaux < 2 && r->before->tableaux < 2
            ? "a stage comes after the weights; leave a blank line between tables"
            : "a third tableau: additive methods and pairs of two tableaux are judged; a line "
              "\"NAME:\" begins another table");
  (void)json_array_append(r->nodes, node);
  (void)json_array_append(r->rows, cells);
  return 0;
}

static PetscErrorCode ReadRow(Reader *r, char *line) {
  char *bar = strchr(line, '|'), *entries = bar ? bar + 1 : line;
  const PetscBool labelled = (PetscBool)!r->kind->tableaux;
  json_auto_t *cells = NULL;
  json_t *node = NULL;
  if (bar)
    *bar = 0;
  r->barred = (PetscBool)(r->barred || bar);
  PetscCall(Split(r, entries, (PetscBool)(bar != NULL), &cells));
  CHECK(r, !strchr(entries, '|'), "a row has two bars; %s", expected);
  if (bar) {
    node = json_string(Trim(line));
  } else if (labelled || !r->ruled || IsEmpty(json_array_get(cells, 0))) {
    node = json_incref(json_array_get(cells, 0));
    (void)json_array_remove(cells, 0);
  }
  FillEmpty(cells);
  PetscCall(labelled ? AddLabelled(r, node ? json_string_value(node) : "", cells)
                     : AddRow(r, node, cells));
  json_decref(node);
  return 0;
}

/* Ends it at "#", or at "%" or "!" behind a blank. */
static void CutComment(char *line) {
  char *at = line;
  while (*at && *at != '#' && !(strchr("%!", *at) && (at == line || strchr(" \t", at[-1]))))
    at++;
  *at = 0;
}

static PetscErrorCode ReadLine(Reader *r, char *line) {
  char *colon;
  CutComment(line);
  size_t end = strlen(line);
  while (end && strchr(" \t\r", line[end - 1]))
    line[--end] = 0;
  if (!end) {
    if (json_array_size(r->weights))
      PetscCall(json_array_size(r->tableaux) + 1 < r->kind->tableaux ? EndTableau(r) : EndTable(r));
  } else if (strspn(line, "-+=|: ") == end && strpbrk(line, "-="))
    r->ruled = PETSC_TRUE;
  else if ((colon = strchr(line, ':'))) {
    PetscCall(EndTable(r));
    r->before = kinds;
    *colon = 0;
    CHECK(r, (!strchr(line, ',') || strchr(line, '(')) && !strstr(line, " order "),
          "\"%s\" comes before the colon; expected \"NAME: order 3, …\", with claims after it",
          line);
    (void)snprintf(r->name, sizeof(r->name), "%s", Trim(line));
    PetscCall(ReadClaims(r, colon + 1));
  } else
    PetscCall(ReadRow(r, line));
  return 0;
}

/* The end of a table is reported at its last row, not at the blank line. */
static PetscErrorCode ReadText(Reader *r, char *text) {
  int number = r->line;
  for (char *line = text; line; number++) {
    char *next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    if (line[strspn(line, " \t\r")])
      r->line = number;
    PetscCall(ReadLine(r, line));
    line = next;
  }
  return EndTable(r);
}

/* ---- JSON, as the same lines ---- */

/* Numbers have their shortest digits. */
static void PutEntry(const char *format, const json_t *entry, FILE *to) {
  char digits[DIGITS_ROOM];
  fprintf(to, format,
          json_is_string(entry) ? json_string_value(entry)
                                : DigitsShortest(json_number_value(entry), digits));
}

static void PutRow(const char *label, const json_t *cells, FILE *to) {
  fprintf(to, "%s |", label);
  for (size_t i = 0; i < json_array_size(cells); i++)
    PutEntry(" %s,", json_array_get(cells, i), to);
  fputc('\n', to);
}

/* What is read of a table, not in its rows; a source and a note are for people. */
#define WORD_KEYS "name kind claims source note"
#define TABLEAU_KEYS "A a b b' c embedded embedded'"

/* A claim under another key would not be judged. */
static PetscErrorCode CheckKeys(const Reader *r, const json_t *object, const char *keys) {
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)object, key, value) UserCheck(
      WordsContain(keys, key),
      "%s: a table has no key \"%s\"; its keys are: %s; what is claimed is one text, such as "
      "\"claims\": \"order 2, symplectic\"",
      r->file, key, keys);
  return 0;
}

static PetscErrorCode PutTableau(const Reader *r, const json_t *object, FILE *to) {
  static const char *const weights[] = {"b", "b'", "embedded", "embedded'"};
  const json_t *a = json_object_get(object, "A") ? json_object_get(object, "A")
                                                 : json_object_get(object, "a"),
               *c = json_object_get(object, "c");
  UserCheck(
      json_is_array(a) && json_is_array(json_object_get(object, "b")),
      "%s: a table has no arrays \"A\" and \"b\"; expected {\"A\": [[...], ...], \"b\": [...], "
      "\"c\": [...]}",
      r->file);
  for (size_t i = 0; i < json_array_size(a); i++) {
    const json_t *row = json_array_get(a, i);
    UserCheck(json_is_array(row), "%s: \"A\" is not an array of rows", r->file);
    if (c)
      PutEntry("%s", json_array_get(c, i), to);
    for (size_t j = 0; !c && j < json_array_size(row); j++)
      PutEntry(j ? "+(%s)" : "(%s)", json_array_get(row, j), to);
    PutRow(c || json_array_size(row) ? "" : "0", row, to);
  }
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(weights); i++)
    if (json_object_get(object, weights[i]))
      PutRow("", json_object_get(object, weights[i]), to);
  return 0;
}

/* The line with its name, kind and claims, then its rows: those of tableaux, or arrays by their labels. */
static PetscErrorCode PutObject(Reader *r, const json_t *object, FILE *to) {
  const char *name = json_string_value(json_object_get(object, "name")), *label;
  const char *kind = json_string_value(json_object_get(object, "kind"));
  const char *claims = json_string_value(json_object_get(object, "claims"));
  const json_t *tableaux = json_object_get(object, "tableaux");
  json_t *value;
  char words[256];
  UserCheck(claims || !json_object_get(object, "claims"),
            "%s: \"claims\" is not a text, such as \"order 2, symplectic\"", r->file);
  (void)snprintf(words, sizeof(words), "%s, %s", kind ? kind : "", claims ? claims : "");
  fprintf(to, "%.*s: %s\n", name ? (int)strcspn(name, ":#\n") : 0, name ? name : "", words);
  r->kind = kind ? NULL : kinds;
  FindKindIn(r, words);
  if (!r->kind)
    return 0; /* the line above is refused, with the kinds */
  if (r->kind->tableaux)
    PetscCall(CheckKeys(r, object, WORD_KEYS " tableaux " TABLEAU_KEYS));
  if (r->kind->tableaux && !json_is_array(tableaux))
    return PutTableau(r, object, to);
  for (size_t i = 0; r->kind->tableaux && i < json_array_size(tableaux); i++) {
    PetscCall(CheckKeys(r, json_array_get(tableaux, i), TABLEAU_KEYS));
    PetscCall(PutTableau(r, json_array_get(tableaux, i), to));
  }
  json_object_foreach((json_t *)object, label, value) {
    const size_t rows = json_is_array(json_array_get(value, 0)) ? json_array_size(value) : 1;
    for (size_t i = 0; !r->kind->tableaux && !WordsContain(WORD_KEYS, label) && i < rows; i++)
      PutRow(label, json_is_array(json_array_get(value, 0)) ? json_array_get(value, i) : value, to);
  }
  return 0;
}

static PetscErrorCode ReadJson(Reader *r, const char *text, size_t length) {
  json_error_t why;
  json_auto_t *root = JsonRead(text, length, JSON_REJECT_DUPLICATES, &why);
  TextStream lines;
  PetscErrorCode error = 0;
  UserCheck(root, "%s:%d: %s", r->file, why.line, why.text);
  TextStreamOpen(&lines);
  for (size_t i = 0; i < (json_is_array(root) ? json_array_size(root) : 1) && !error; i++)
    error = PutObject(r, json_is_array(root) ? json_array_get(root, i) : root, lines.file);
  TextStreamClose(&lines);
  r->kind = kinds;
  if (!error)
    error = ReadText(r, lines.text);
  free(lines.text);
  return error;
}

/* ---- Files ---- */

static PetscErrorCode ReadFile(const char *path, char **text, size_t *length) {
  PetscCall(RegularFileRead(path, LARGEST_FILE, text, length));
  UserCheck(*text, "%s: there is no such file", path);
  if (*length > LARGEST_FILE || memchr(*text, 0, *length)) {
    free(*text);
    UserError("%s is longer than a megabyte, or no text; %s", path, expected);
  }
  (*text)[*length] = 0;
  char *const plain = ToAsciiSigns(*text);
  free(*text);
  *text = plain;
  *length = strlen(plain);
  return 0;
}

PetscErrorCode ButcherRead(const char *file, json_t **methods) {
  Reader r = {.file = file, .line = 1, .kind = kinds, .before = kinds};
  json_t **const array[] = {&r.nodes,    &r.rows,   &r.weights,
                            &r.tableaux, &r.claims, &r.embedded_claims};
  PetscErrorCode error;
  size_t length = 0;
  char *text = NULL;
  PetscCall(ReadFile(file, &text, &length));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(array); i++)
    *array[i] = json_array();
  r.labelled = json_object();
  *methods = r.methods = json_array();
  if (text[strspn(text, " \t\r\n")] == '{' || text[strspn(text, " \t\r\n")] == '[')
    error = ReadJson(&r, text, length);
  else
    error = ReadText(&r, text);
  free(text);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(array); i++)
    json_decref(*array[i]);
  json_decref(r.labelled);
  PetscCall(error);
  UserCheck(json_array_size(r.methods), "%s: there is no table; %s", file, expected);
  return 0;
}
