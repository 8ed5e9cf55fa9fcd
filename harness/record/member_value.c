/* Members that are values: texts, words, numbers, and lists and tables of them. */
#include "record/member.h"
#include "base/text_stream.h"
#include "base/utf8.h"
#include "record/verdict.h"

/* ---- Texts and words ---- */

static PetscErrorCode ReadText(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  if (!json_is_string(value))
    PetscCall(PassageRefuse(passage, NULL, "a text is expected"));
  return PassageText(passage, json_string_value(value), At(structure, member->offset));
}

/* A text (NULL: null); one that is not UTF-8 is refused, with the member's key. */
static PetscErrorCode TextToJson(Passage *passage, const char *key, const char *text,
                                 json_t **value) {
  *value = text ? json_string(text) : json_null();
  if (!*value && Utf8Valid(text) < strlen(text))
    PetscCall(PassageRefuse(passage, key, "the text is not valid UTF-8"));
  return 0;
}

static PetscErrorCode WriteText(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  return TextToJson(passage, member->key, PointerAt(structure, member->offset), value);
}

static PetscErrorCode ReadWord(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  const char *word = json_string_value(value);
  char expected[256] = "expected is one of:";
  int i = 0;
  while (member->words[i] && (!word || strcmp(word, member->words[i])))
    i++;
  if (!member->words[i]) {
    for (i = 0; member->words[i]; i++) {
      const size_t used = strlen(expected);
      (void)snprintf(expected + used, sizeof(expected) - used, " %s", member->words[i]);
    }
    PetscCall(PassageRefuse(passage, NULL, expected));
  }
  memcpy(At(structure, member->offset), &i, sizeof(i));
  return 0;
}

static PetscErrorCode WriteWord(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  int word;
  memcpy(&word, AtConst(structure, member->offset), sizeof(word));
  return TextToJson(passage, member->key, member->words[word], value);
}

static PetscErrorCode ReadTruth(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  if (!json_is_boolean(value))
    PetscCall(PassageRefuse(passage, NULL, "true or false is expected"));
  *(PetscBool *)At(structure, member->offset) = json_is_true(value) ? PETSC_TRUE : PETSC_FALSE;
  return 0;
}

static PetscErrorCode WriteTruth(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  (void)passage;
  *value = json_boolean(*(const PetscBool *)AtConst(structure, member->offset));
  return 0;
}

/* ---- Numbers ---- */

static PetscErrorCode ReadReal(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  if (!json_is_number(value) && !json_is_null(value))
    PetscCall(PassageRefuse(passage, NULL, "a number is expected"));
  *(PetscReal *)At(structure, member->offset) =
      json_is_null(value) ? NAN : json_number_value(value);
  return 0;
}

static json_t *RealToJson(PetscReal real) {
  return isfinite(real) ? json_real((double)real) : json_null();
}

static PetscErrorCode WriteReal(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  (void)passage;
  *value = RealToJson(*(const PetscReal *)AtConst(structure, member->offset));
  return 0;
}

static PetscBool IsWide(const Member *member) {
  return (PetscBool)(member->kind == MEMBER_COUNT64 || member->kind == MEMBER_INDEX64);
}

static PetscErrorCode ReadInteger(Passage *passage, const Member *member, const json_t *value,
                                  void *structure) {
  const PetscInt64 wide = (PetscInt64)json_integer_value(value);
  void *at = At(structure, member->offset);
  if (!json_is_integer(value))
    PetscCall(PassageRefuse(passage, NULL, "a whole number is expected"));
  if (!IsWide(member) && (wide < PETSC_MIN_INT || wide > PETSC_MAX_INT))
    PetscCall(PassageRefuse(passage, NULL, "the number is too large"));
  if (IsWide(member))
    *(PetscInt64 *)at = wide;
  else
    *(PetscInt *)at = (PetscInt)wide;
  return 0;
}

static PetscErrorCode WriteInteger(Passage *passage, const Member *member, const void *structure,
                                   json_t **value) {
  const void *at = AtConst(structure, member->offset);
  const PetscInt64 wide = IsWide(member) ? *(const PetscInt64 *)at : *(const PetscInt *)at;
  const PetscBool index =
      (PetscBool)(member->kind == MEMBER_INDEX || member->kind == MEMBER_INDEX64);
  (void)passage;
  *value = index && wide == -1 ? json_null() : json_integer((json_int_t)wide);
  return 0;
}

static PetscErrorCode ReadNumberOrWord(Passage *passage, const Member *member, const json_t *value,
                                       void *structure) {
  NumberOrWord *either = At(structure, member->offset);
  if (json_is_string(value))
    PetscCall(PassageText(passage, json_string_value(value), &either->word));
  else if (json_is_number(value))
    either->number = json_number_value(value);
  else
    PetscCall(PassageRefuse(passage, NULL, "a number or a text is expected"));
  return 0;
}

static PetscErrorCode WriteNumberOrWord(Passage *passage, const Member *member,
                                        const void *structure, json_t **value) {
  const NumberOrWord *either = AtConst(structure, member->offset);
  if (either->word)
    PetscCall(TextToJson(passage, member->key, either->word, value));
  else
    *value = RealToJson(either->number);
  return 0;
}

/* ---- Lists of values ---- */

/* So many values of one kind, side by side, from a list; or one of them, which stands alone. */
static PetscErrorCode ReadEntries(Passage *passage, MemberKind kind, const json_t *value,
                                  PetscInt count, void *at) {
  const Member entry = {.kind = kind};
  for (PetscInt i = 0; i < count; i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    passage->place = &here;
    PetscCall(ValueKinds[kind].read(passage, &entry,
                                    json_is_array(value) ? json_array_get(value, (size_t)i) : value,
                                    (char *)at + (size_t)i * ValueKinds[kind].size));
    passage->place = here.above;
  }
  return 0;
}

static PetscErrorCode WriteEntries(Passage *passage, MemberKind kind, PetscInt count,
                                   const void *at, json_t **array) {
  const Member entry = {.kind = kind};
  *array = json_array();
  for (PetscInt i = 0; i < count; i++) {
    json_t *value;
    PetscCall(ValueKinds[kind].write(passage, &entry,
                                     (const char *)at + (size_t)i * ValueKinds[kind].size, &value));
    (void)json_array_append_new(*array, value);
  }
  return 0;
}

/* Texts, Reals and Integers are alike: how many, and where they are. */
typedef struct {
  PetscInt count;
  void *at;
} Values;

static const struct {
  MemberKind entry;
  const char *expected;
} lists[] = {
    [MEMBER_TEXTS] = {MEMBER_TEXT, "a list of texts is expected"},
    [MEMBER_REALS] = {MEMBER_REAL, "a list of numbers is expected"},
    [MEMBER_INTEGERS] = {MEMBER_COUNT64, "a list of whole numbers is expected"},
};

static Values ValuesAt(const Member *member, const void *structure) {
  Values values;
  memcpy(&values, AtConst(structure, member->offset), sizeof(values));
  return values;
}

static PetscErrorCode ReadValues(Passage *passage, const Member *member, const json_t *value,
                                 void *structure) {
  const MemberKind entry = lists[member->kind].entry;
  const PetscBool single = (PetscBool)(member->kind == MEMBER_TEXTS      ? json_is_string(value)
                                       : member->kind == MEMBER_INTEGERS ? json_is_number(value)
                                                                         : 0);
  Values values = {.count = single ? 1 : (PetscInt)json_array_size(value)};
  if (!single && !json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, lists[member->kind].expected));
  values.at = ArenaAllocate(passage->arena, (size_t)values.count * ValueKinds[entry].size);
  PetscCall(ReadEntries(passage, entry, value, values.count, values.at));
  memcpy(At(structure, member->offset), &values, sizeof(values));
  return 0;
}

static PetscErrorCode WriteValues(Passage *passage, const Member *member, const void *structure,
                                  json_t **value) {
  const Values values = ValuesAt(member, structure);
  return WriteEntries(passage, lists[member->kind].entry, values.count, values.at, value);
}

static PetscErrorCode ReadRange(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  if (json_array_size(value) != 2)
    PetscCall(PassageRefuse(passage, NULL, "a list of two whole numbers is expected"));
  return ReadEntries(passage, MEMBER_COUNT, value, 2, At(structure, member->offset));
}

static PetscErrorCode WriteRange(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  return WriteEntries(passage, MEMBER_COUNT, 2, AtConst(structure, member->offset), value);
}

/* Rows of equal length. */
static PetscErrorCode ReadMatrix(Passage *passage, const Member *member, const json_t *value,
                                 void *structure) {
  PetscInt *sizes = At(structure, member->count);
  json_t *row;
  size_t i;
  if (!json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, "a list of lists of numbers is expected"));
  sizes[0] = (PetscInt)json_array_size(value);
  sizes[1] = (PetscInt)json_array_size(json_array_get(value, 0));
  json_array_foreach((json_t *)value, i, row) {
    const Place here = {passage->place, NULL, i};
    passage->place = &here;
    if (!json_is_array(row) || (PetscInt)json_array_size(row) != sizes[1])
      PetscCall(
          PassageRefuse(passage, NULL, "a list of numbers is expected, as long as the first"));
    passage->place = here.above;
  }
  PetscReal *at = ArenaArray(passage->arena, (PetscInt64)sizes[0] * sizes[1], sizeof(*at));
  json_array_foreach((json_t *)value, i, row) {
    const Place here = {passage->place, NULL, i};
    passage->place = &here;
    PetscCall(ReadEntries(passage, MEMBER_REAL, row, sizes[1], at + i * (size_t)sizes[1]));
    passage->place = here.above;
  }
  SetPointer(structure, member->offset, at);
  return 0;
}

static PetscErrorCode WriteMatrix(Passage *passage, const Member *member, const void *structure,
                                  json_t **value) {
  const PetscInt *sizes = AtConst(structure, member->count);
  const PetscReal *at = PointerAt(structure, member->offset);
  *value = json_array();
  for (PetscInt i = 0; i < sizes[0]; i++) {
    json_t *row;
    PetscCall(WriteEntries(passage, MEMBER_REAL, sizes[1], at + i * sizes[1], &row));
    (void)json_array_append_new(*value, row);
  }
  return 0;
}

/* ---- All kinds ---- */

static const PetscInt64 zeros[2];

/* Of lists the size is that of their count, which says whether they are empty. */
const ValueKind ValueKinds[MEMBER_PART] = {
    [MEMBER_TEXT] = {sizeof(const char *), zeros, ReadText, WriteText},
    [MEMBER_REAL] = {sizeof(PetscReal), &(const PetscReal){NAN}, ReadReal, WriteReal},
    [MEMBER_AMOUNT] = {sizeof(PetscReal), zeros, ReadReal, WriteReal},
    [MEMBER_FACTOR] = {sizeof(PetscReal), &(const PetscReal){1}, ReadReal, WriteReal},
    [MEMBER_COUNT] = {sizeof(PetscInt), zeros, ReadInteger, WriteInteger},
    [MEMBER_INDEX] = {sizeof(PetscInt), &(const PetscInt){-1}, ReadInteger, WriteInteger},
    [MEMBER_COUNT64] = {sizeof(PetscInt64), zeros, ReadInteger, WriteInteger},
    [MEMBER_INDEX64] = {sizeof(PetscInt64), &(const PetscInt64){-1}, ReadInteger, WriteInteger},
    [MEMBER_TRUTH] = {sizeof(PetscBool), zeros, ReadTruth, WriteTruth},
    [MEMBER_TRUST] = {sizeof(PetscBool), &(const PetscBool){PETSC_TRUE}, ReadTruth, WriteTruth},
    [MEMBER_WORD] = {sizeof(int), zeros, ReadWord, WriteWord},
    [MEMBER_NUMBER_OR_WORD] = {sizeof(NumberOrWord), &(const NumberOrWord){NULL, NAN},
                               ReadNumberOrWord, WriteNumberOrWord},
    [MEMBER_TEXTS] = {sizeof(PetscInt), zeros, ReadValues, WriteValues},
    [MEMBER_REALS] = {sizeof(PetscInt), zeros, ReadValues, WriteValues},
    [MEMBER_INTEGERS] = {sizeof(PetscInt), zeros, ReadValues, WriteValues},
    [MEMBER_RANGE] = {2 * sizeof(PetscInt), zeros, ReadRange, WriteRange},
    [MEMBER_MATRIX] = {sizeof(PetscReal *), zeros, ReadMatrix, WriteMatrix},
};

void ValueClear(const Member *member, void *structure) {
  const ValueKind *kind = &ValueKinds[member->kind];
  memcpy(At(structure, member->offset), kind->none, kind->size);
}

/* Infinities are written as null, as NaN is. */
PetscBool ValueIsEmpty(const Member *member, const void *structure) {
  const ValueKind *kind = &ValueKinds[member->kind];
  const void *at = AtConst(structure, member->offset);
  const NumberOrWord *either = at;
  if (member->kind == MEMBER_REAL)
    return (PetscBool)!isfinite(*(const PetscReal *)at);
  if (member->kind == MEMBER_NUMBER_OR_WORD)
    return (PetscBool)(!either->word && !isfinite(either->number));
  return (PetscBool)!memcmp(at, kind->none, kind->size);
}

/* ---- Where a member is in its file, for messages ---- */

static void PutPlace(const Place *place, FILE *file) {
  if (place->above)
    PutPlace(place->above, file);
  if (place->key)
    fprintf(file, "%s%s", place->above ? "." : "", place->key);
  else
    fprintf(file, "[%zu]", place->index);
}

PetscErrorCode PassageRefuse(const Passage *passage, const char *key, const char *expected) {
  const Place below = {passage->place, key, 0};
  const Place *place = key ? &below : passage->place;
  TextStream text;
  TextStreamOpen(&text);
  if (place)
    PutPlace(place, text.file);
  TextStreamClose(&text);
  const PetscErrorCode error =
      PetscError(PETSC_COMM_SELF, __LINE__, PETSC_FUNCTION_NAME, __FILE__, PETSC_ERR_USER_INPUT,
                 PETSC_ERROR_INITIAL, "%s: %s%s%s%s", passage->where, place ? "member '" : "",
                 text.text, place ? "': " : "", expected);
  free(text.text);
  return error;
}

PetscErrorCode PassageLimit(const Passage *passage, const char *key, size_t count, const char *what,
                            size_t most, const char *limit) {
  char expected[128];
  (void)snprintf(expected, sizeof(expected), "%zu %s; at most %zu (%s)", count, what, most, limit);
  if (count > most)
    PetscCall(PassageRefuse(passage, key, expected));
  return 0;
}

PetscErrorCode PassageText(Passage *passage, const char *text, const char **out) {
  if (text[Utf8Shown(text)])
    PetscCall(PassageRefuse(passage, NULL, "the text has a control character"));
  *out = ArenaText(passage->arena, text);
  return 0;
}
