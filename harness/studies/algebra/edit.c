/* Misprints in tables of any kind: each change of a sign or a digit and each exchange of two numbers of a list is tried,
 * and the scheme is made of the changed texts. */
#include "base/word_list.h"
#include "registry/schemes.h"
#include "studies/algebra/algebra.h"
#include "studies/algebra/repair.h"
#include "studies/experiment.h"

enum { LISTS = 24, TRIES = 40000 };

/* A list of numbers of the descriptor: one of coefficients, or of a tableau. */
typedef struct {
  const char **text, *printed, *name;
  const char *of; /* the tableau's name where there are several; NULL */
  PetscBool tableau;
  PetscInt count, columns, first; /* columns of a matrix, or 0; the number of the first entry */
  char (*entry)[MISPRINT_ROOM];
} List;

typedef struct {
  struct _n_Method method; /* with copies of the lists */
  gimbal_method family;
  gimbal_value *values;
  gimbal_own_tableau *tableaux;
  const gimbal_scheme *declared;
  const Scheme *scheme;
  const AlgebraWanted *wanted;
  PetscInt lists, tries, at; /* the entry that is changed */
  List list[LISTS], *now;
  AlgebraEdits *out;
  PetscErrorCode error;
} Search;

/* ---- Lists ---- */

static PetscErrorCode AddList(Search *s, const char **text, const char *name, const char *of) {
  const char *const kind = s->declared->kind;
  const PetscBool all = s->out->all;
  List *list = &s->list[s->lists];
  if (!*text)
    return 0;
  s->out->all = PETSC_FALSE;
  if (s->lists == LISTS)
    return 0;
  *list = (List){.text = text, .printed = *text, .name = name, .of = of};
  PetscCall(ExpressionEvaluateList(*text, s->method.variables, &list->count, NULL));
  PetscCall(PetscMalloc1(list->count + 1, &list->entry));
  list->first = strcmp(kind, "multistep") != 0;
  for (PetscInt i = 0; i < list->count; ++i)
    if (!ExpressionEntry(*text, i, MISPRINT_ROOM, list->entry[i]))
      return PetscFree(list->entry); /* longer than what is sought */
  s->lists++;
  s->out->all = all;
  return 0;
}

static PetscErrorCode AddTableau(Search *s, gimbal_own_tableau *own) {
  const char *of = s->family.tableaux.count > 1 ? own->name : NULL;
  const PetscInt before = s->lists;
  PetscInt columns;
  PetscCall(ExpressionEvaluateList(own->b, s->method.variables, &columns, NULL));
  PetscCall(AddList(s, &own->a, own->gamma ? "alpha" : "a", of));
  PetscCall(AddList(s, &own->gamma, "gamma", of));
  for (PetscInt i = before; i < s->lists; ++i)
    s->list[i].columns = columns;
  PetscCall(AddList(s, &own->b, "b", of));
  PetscCall(AddList(s, &own->c, "c", of));
  for (PetscInt i = before; i < s->lists; ++i)
    s->list[i].tableau = PETSC_TRUE;
  return 0;
}

static PetscErrorCode Begin(Search *s, Method method) {
  const gimbal_list values = method->family->coefficients, tableaux = method->family->tableaux;
  s->method = *method;
  s->family = *method->family;
  PetscCall(PetscMalloc2(values.count + 1, &s->values, tableaux.count + 1, &s->tableaux));
  for (size_t i = 0; i < values.count; ++i)
    s->values[i] = *ListAt(values, gimbal_value, i);
  for (size_t i = 0; i < tableaux.count; ++i)
    s->tableaux[i] = *ListAt(tableaux, gimbal_own_tableau, i);
  s->family.coefficients.at = s->values;
  s->family.tableaux.at = s->tableaux;
  s->method.family = &s->family;
  s->method.family_quad = method->family_quad ? &s->family : NULL;
  for (size_t i = 0; i < values.count; ++i)
    PetscCall(AddList(s, &s->values[i].value, s->values[i].name, NULL));
  for (size_t i = 0; i < tableaux.count; ++i)
    PetscCall(AddTableau(s, &s->tableaux[i]));
  return 0;
}

static PetscErrorCode End(Search *s) {
  for (PetscInt i = 0; i < s->lists; ++i)
    PetscCall(PetscFree(s->list[i].entry));
  return PetscFree2(s->values, s->tableaux);
}

static void NamePlace(const Search *s, PetscInt i, char place[32]) {
  static const char vectors[] = "runge_kutta splitting multistep low_storage nystrom";
  const List *list = s->now;
  const char *of = list->of ? " of " : "", *tableau = list->of ? list->of : "";
  if (list->columns)
    (void)snprintf(place, 32, "%s_%d,%d%s%s", list->name, (int)(i / list->columns) + 1,
                   (int)(i % list->columns) + 1, of, tableau);
  else if (list->tableau || WordsContain(vectors, s->declared->kind))
    (void)snprintf(place, 32, "%s_%d%s%s", list->name, (int)(i + list->first), of, tableau);
  else
    (void)snprintf(place, 32, "entry %d of %s", (int)i + 1, list->name);
}

/* ---- Changes ---- */

/* Whether the scheme of the texts, as they are now, is wanted. Tables that do not make a scheme are not. */
static PetscErrorCode HasAll(Search *s, PetscBool *has) {
  const Pairing pairing = {&s->method, NULL, 0};
  const Core *core = CoreOf(s->method.family_quad ? IN_QUAD : IN_DOUBLE);
  const SchemeSource source = {core->method_tableau, core->epsilon, NULL, NULL};
  Scheme made;
  *has = PETSC_FALSE;
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  const PetscErrorCode failed =
      MethodMakeNumbers(&pairing, s->declared, &source, &s->scheme->field, &made);
  PetscCall(PetscPopErrorHandler());
  if (failed)
    return 0;
  PetscCall(AlgebraHasAll(&made, s->wanted, has));
  return SchemeDestroy(&made);
}

/* As it is, or backwards as one of so many entries, which begins with zeros. */
static PetscErrorCode Write(List *list, PetscInt backwards, char **text) {
  const PetscInt count = PetscMax(list->count, backwards);
  size_t used = 0;
  PetscCall(PetscMalloc1(count * MISPRINT_ROOM + 1, text));
  **text = 0;
  for (PetscInt i = 0; i < count; ++i) {
    const PetscInt from = backwards ? count - 1 - i : i;
    used += (size_t)sprintf(*text + used, "%s%s", i ? "," : "",
                            from < list->count ? list->entry[from] : "0");
  }
  *list->text = *text;
  return 0;
}

static PetscErrorCode TryNow(Search *s, const AlgebraEdit *edit) {
  PetscBool has;
  char *text;
  PetscCall(Write(s->now, 0, &text));
  PetscCall(HasAll(s, &has));
  for (PetscInt i = 0; i < s->out->count && has; ++i) /* digits that the last ones do not show */
    has = (PetscBool)(*edit->other || strcmp(s->out->at[i].place, edit->place) != 0 ||
                      s->out->at[i].kind > edit->kind);
  if (has && s->out->count < ALGEBRA_REPAIRS)
    s->out->at[s->out->count++] = *edit;
  *s->now->text = s->now->printed;
  return PetscFree(text);
}

static PetscErrorCode TryText(Search *s, const char *text, MisprintKind kind, PetscInt digit) {
  char *const entry = s->now->entry[s->at], complaint[8] = "";
  AlgebraEdit edit = {.kind = kind, .digit = digit};
  Quad value = 0, before = 0;
  PetscInt one = 1;
  if (strlen(text) >= MISPRINT_ROOM || s->tries > TRIES)
    return 0;
  (void)ExpressionTry(entry, s->method.variables, &one, &before, sizeof(complaint), complaint);
  if (!ExpressionTry(text, s->method.variables, &one, &value, sizeof(complaint), complaint) ||
      one != 1 || !isfinite((double)value) || value == before)
    return 0;
  s->tries++;
  NamePlace(s, s->at, edit.place);
  strcpy(edit.printed, entry);
  strcpy(edit.text, text);
  strcpy(entry, text);
  PetscCall(TryNow(s, &edit));
  strcpy(entry, edit.printed);
  return 0;
}

static void TryEdit(void *context, const char *text, MisprintKind kind, PetscInt digit) {
  Search *const s = context;
  if (!s->error)
    s->error = TryText(s, text, kind, digit);
}

static PetscErrorCode TryExchange(Search *s, PetscInt i, PetscInt j) {
  char kept[MISPRINT_ROOM], (*const entry)[MISPRINT_ROOM] = s->now->entry;
  AlgebraEdit edit = {.kind = MISPRINT_ENTRIES};
  if (!strcmp(entry[i], entry[j]) || s->tries++ > TRIES)
    return 0;
  NamePlace(s, i, edit.place);
  NamePlace(s, j, edit.other);
  strcpy(kept, entry[i]);
  strcpy(entry[i], entry[j]);
  strcpy(entry[j], kept);
  PetscCall(TryNow(s, &edit));
  strcpy(entry[j], entry[i]);
  strcpy(entry[i], kept);
  return 0;
}

/* The newest point first, as many write multistep methods. */
static PetscErrorCode TryReversed(Search *s) {
  char *text[LISTS];
  PetscBool has;
  for (PetscInt k = 0; k < s->lists; ++k)
    PetscCall(Write(&s->list[k], s->list[0].count, &text[k]));
  PetscCall(HasAll(s, &has));
  if (has)
    s->out->at[s->out->count++] = (AlgebraEdit){.reversed = PETSC_TRUE};
  for (PetscInt k = 0; k < s->lists; ++k)
    PetscCall(PetscFree(text[k]));
  return 0;
}

/* Whether numbers stand there: of a matrix not above the last diagonal that has some. */
static PetscBool IsReached(const List *list, PetscInt i) {
  const PetscInt columns = list->columns;
  for (PetscInt k = 0; k < list->count && columns; ++k)
    if (k % columns - k / columns >= i % columns - i / columns && strcmp(list->entry[k], "0") != 0)
      return PETSC_TRUE;
  return (PetscBool)!columns;
}

/* In rows of a matrix, or in the list. */
static PetscErrorCode TryExchanges(Search *s) {
  const List *list = s->now;
  const PetscInt row = PetscMax(1, list->columns ? list->columns : list->count);
  for (PetscInt i = 0; i < list->count; ++i)
    for (PetscInt j = i + 1; j < (i / row + 1) * row; ++j)
      if (IsReached(list, i) && IsReached(list, j))
        PetscCall(TryExchange(s, i, j));
  return 0;
}

static int BySimplicity(const void *x, const void *y) {
  const AlgebraEdit *a = x, *b = y;
  if (a->reversed != b->reversed)
    return a->reversed ? -1 : 1;
  return (a->kind > b->kind) - (a->kind < b->kind);
}

PetscErrorCode AlgebraFindEdits(Method method, const Scheme *scheme, const AlgebraWanted *wanted,
                                AlgebraEdits *out) {
  const Pairing pairing = {method, NULL, 0};
  Search s = {.scheme = scheme, .wanted = wanted, .out = out};
  *out = (AlgebraEdits){.all = PETSC_FALSE};
  if (PetscMax(wanted->order, wanted->special_order) > SCHEME_ORDERS_MAX || scheme->more ||
      scheme->stages)
    return 0;
  out->all = PETSC_TRUE;
  PetscCall(MethodFindScheme(&pairing, &s.declared));
  PetscCall(Begin(&s, method));
  for (PetscInt k = 0; k < s.lists; ++k) {
    s.now = &s.list[k];
    PetscCall(TryExchanges(&s));
    for (s.at = 0; s.at < s.now->count; ++s.at) {
      char printed[MISPRINT_ROOM];
      strcpy(printed, s.now->entry[s.at]);
      if (IsReached(s.now, s.at))
        MisprintEach(printed, TryEdit, &s);
    }
    PetscCall(s.error);
  }
  if (scheme->multistep && out->count < ALGEBRA_REPAIRS)
    PetscCall(TryReversed(&s));
  out->all = (PetscBool)(out->all && s.lists && s.tries <= TRIES);
  qsort(out->at, (size_t)out->count, sizeof(*out->at), BySimplicity);
  return End(&s);
}
