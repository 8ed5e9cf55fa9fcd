/* Members that are values: texts, words, numbers, and lists and tables of them. */
#include "record/member_private.h"
#include "base/utf8.h"
#include "base/lists.h"
#include "record/verdict.h"

#include <math.h>
#include <string.h>

PetscErrorCode RecordNoMemory(void) {
  PetscFunctionBeginUser;
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a record");
}

/* ---- Texts and words ---- */

PetscErrorCode PassageText(Passage *passage, const char *text, const char **out) {
  PetscFunctionBeginUser;
  if (text[Utf8Shown(text)])
    PetscCall(PassageRefuse(passage, NULL, "the text has a control character"));
  PetscCall(ArenaText(passage->arena, text, out));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadText(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  PetscFunctionBeginUser;
  if (!json_is_string(value))
    PetscCall(PassageRefuse(passage, NULL, "a text is expected"));
  PetscCall(PassageText(passage, json_string_value(value), At(structure, member->offset)));
  PetscFunctionReturn(0);
}

PetscErrorCode MemberTextToJson(Passage *passage, const char *text, json_t **value) {
  PetscFunctionBeginUser;
  *value = text ? json_string(text) : json_null();
  if (!*value && text && Utf8Valid(text) < strlen(text))
    PetscCall(PassageRefuse(passage, NULL, "the text is not valid UTF-8"));
  if (!*value)
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteText(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  PetscFunctionBeginUser;
  PetscCall(MemberTextToJson(passage, PointerAt(structure, member->offset), value));
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyPointer(const Member *member, const void *structure) {
  return (PetscBool)!PointerAt(structure, member->offset);
}

static PetscErrorCode ReadWord(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  const char *word = json_string_value(value);
  char expected[256] = "expected is one of:";
  int i = 0;
  PetscFunctionBeginUser;
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
  PetscFunctionReturn(0);
}

static int WordAt(const Member *member, const void *structure) {
  int word;
  memcpy(&word, AtConst(structure, member->offset), sizeof(word));
  return word;
}

static PetscErrorCode WriteWord(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  PetscFunctionBeginUser;
  PetscCall(MemberTextToJson(passage, member->words[WordAt(member, structure)], value));
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyWord(const Member *member, const void *structure) {
  return (PetscBool)!WordAt(member, structure);
}

static PetscErrorCode ReadTruth(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  PetscFunctionBeginUser;
  if (!json_is_boolean(value))
    PetscCall(PassageRefuse(passage, NULL, "true or false is expected"));
  *(PetscBool *)At(structure, member->offset) = json_is_true(value) ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(0);
}

static PetscBool IsFalse(const Member *member, const void *structure) {
  return (PetscBool) !*(const PetscBool *)AtConst(structure, member->offset);
}

static PetscBool IsTrue(const Member *member, const void *structure) {
  return *(const PetscBool *)AtConst(structure, member->offset);
}

static PetscErrorCode WriteTruth(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  PetscFunctionBeginUser;
  (void)passage;
  *value = json_boolean(!IsFalse(member, structure));
  PetscFunctionReturn(0);
}

/* ---- Numbers ---- */

static PetscErrorCode RealFromJson(Passage *passage, const json_t *value, PetscReal *real) {
  PetscFunctionBeginUser;
  if (json_is_null(value)) {
    *real = NAN;
    PetscFunctionReturn(0);
  }
  if (!json_is_number(value))
    PetscCall(PassageRefuse(passage, NULL, "a number is expected"));
  *real = json_number_value(value);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadReal(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  PetscFunctionBeginUser;
  PetscCall(RealFromJson(passage, value, At(structure, member->offset)));
  PetscFunctionReturn(0);
}

static PetscErrorCode RealToJson(PetscReal real, json_t **value) {
  PetscFunctionBeginUser;
  *value = isfinite(real) ? json_real((double)real) : json_null();
  if (!*value)
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

static PetscReal RealAt(const Member *member, const void *structure) {
  return *(const PetscReal *)AtConst(structure, member->offset);
}

static PetscErrorCode WriteReal(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  PetscFunctionBeginUser;
  (void)passage;
  PetscCall(RealToJson(RealAt(member, structure), value));
  PetscFunctionReturn(0);
}

static PetscBool IsNotFinite(const Member *member, const void *structure) {
  return (PetscBool)!isfinite(RealAt(member, structure));
}

static PetscBool IsZero(const Member *member, const void *structure) {
  return (PetscBool)(RealAt(member, structure) == 0);
}

static PetscBool IsOne(const Member *member, const void *structure) {
  return (PetscBool)(RealAt(member, structure) == 1);
}

static PetscErrorCode IntegerFromJson(Passage *passage, const json_t *value, PetscInt64 *integer) {
  PetscFunctionBeginUser;
  if (!json_is_integer(value))
    PetscCall(PassageRefuse(passage, NULL, "a whole number is expected"));
  *integer = (PetscInt64)json_integer_value(value);
  PetscFunctionReturn(0);
}

static PetscErrorCode SmallFromJson(Passage *passage, const json_t *value, PetscInt *integer) {
  PetscInt64 wide;
  PetscFunctionBeginUser;
  PetscCall(IntegerFromJson(passage, value, &wide));
  if (wide < PETSC_MIN_INT || wide > PETSC_MAX_INT)
    PetscCall(PassageRefuse(passage, NULL, "the number is too large"));
  *integer = (PetscInt)wide;
  PetscFunctionReturn(0);
}

static PetscErrorCode IntegerToJson(PetscInt64 integer, json_t **value) {
  PetscFunctionBeginUser;
  *value = json_integer((json_int_t)integer);
  if (!*value)
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

static PetscBool IsWide(const Member *member) {
  return (PetscBool)(member->kind == MEMBER_COUNT64 || member->kind == MEMBER_INDEX64);
}

static PetscBool IsIndex(const Member *member) {
  return (PetscBool)(member->kind == MEMBER_INDEX || member->kind == MEMBER_INDEX64);
}

static PetscErrorCode ReadInteger(Passage *passage, const Member *member, const json_t *value,
                                  void *structure) {
  void *at = At(structure, member->offset);
  PetscFunctionBeginUser;
  if (IsWide(member))
    PetscCall(IntegerFromJson(passage, value, at));
  else
    PetscCall(SmallFromJson(passage, value, at));
  PetscFunctionReturn(0);
}

static PetscInt64 IntegerAt(const Member *member, const void *structure) {
  const void *at = AtConst(structure, member->offset);
  return IsWide(member) ? *(const PetscInt64 *)at : *(const PetscInt *)at;
}

static PetscBool IsEmptyInteger(const Member *member, const void *structure) {
  return (PetscBool)(IntegerAt(member, structure) == (IsIndex(member) ? -1 : 0));
}

static PetscErrorCode WriteInteger(Passage *passage, const Member *member, const void *structure,
                                   json_t **value) {
  PetscFunctionBeginUser;
  (void)passage;
  if (IsIndex(member) && IsEmptyInteger(member, structure))
    *value = json_null();
  else
    PetscCall(IntegerToJson(IntegerAt(member, structure), value));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadNumberOrWord(Passage *passage, const Member *member, const json_t *value,
                                       void *structure) {
  NumberOrWord *either = At(structure, member->offset);
  PetscFunctionBeginUser;
  if (json_is_string(value))
    PetscCall(PassageText(passage, json_string_value(value), &either->word));
  else if (json_is_number(value))
    either->number = json_number_value(value);
  else
    PetscCall(PassageRefuse(passage, NULL, "a number or a text is expected"));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteNumberOrWord(Passage *passage, const Member *member,
                                        const void *structure, json_t **value) {
  const NumberOrWord *either = AtConst(structure, member->offset);
  PetscFunctionBeginUser;
  if (either->word)
    PetscCall(MemberTextToJson(passage, either->word, value));
  else
    PetscCall(RealToJson(either->number, value));
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyNumberOrWord(const Member *member, const void *structure) {
  const NumberOrWord *either = AtConst(structure, member->offset);
  return (PetscBool)(!either->word && !isfinite(either->number));
}

/* ---- Lists of numbers and texts ---- */

/* The number of entries of a list; a single value counts as one if that is allowed. */
static PetscErrorCode ListSize(Passage *passage, const json_t *value, PetscBool single,
                               const char *expected, PetscInt *count) {
  PetscFunctionBeginUser;
  if (!json_is_array(value) && !single)
    PetscCall(PassageRefuse(passage, NULL, expected));
  *count = json_is_array(value) ? (PetscInt)json_array_size(value) : 1;
  PetscFunctionReturn(0);
}

static const json_t *Entry(const json_t *value, PetscInt i) {
  return json_is_array(value) ? json_array_get(value, (size_t)i) : value;
}

static PetscErrorCode ReadTexts(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  static const Member text = {.key = "", .kind = MEMBER_TEXT};
  Texts *texts = At(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(ListSize(passage, value, (PetscBool)json_is_string(value),
                     "a list of texts is expected", &texts->count));
  PetscCall(ArenaArray(passage->arena, texts->count, &texts->at));
  for (PetscInt i = 0; i < texts->count; i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    passage->place = &here;
    PetscCall(ReadText(passage, &text, Entry(value, i), &texts->at[i]));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ArrayAppend(json_t *array, json_t *value) {
  PetscFunctionBeginUser;
  if (json_array_append_new(array, value))
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

PetscErrorCode ArrayCreate(json_t **array) {
  PetscFunctionBeginUser;
  *array = json_array();
  if (!*array)
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteTexts(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  const Texts *texts = AtConst(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(ArrayCreate(value));
  for (PetscInt i = 0; i < texts->count; i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    json_t *text;
    passage->place = &here;
    PetscCall(MemberTextToJson(passage, texts->at[i], &text));
    passage->place = here.above;
    PetscCall(ArrayAppend(*value, text));
  }
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyTexts(const Member *member, const void *structure) {
  return (PetscBool) !((const Texts *)AtConst(structure, member->offset))->count;
}

static PetscErrorCode RealsFromJson(Passage *passage, const json_t *value, PetscInt count,
                                    PetscReal *at) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < count; i++) {
    const json_t *entry = json_array_get(value, (size_t)i);
    const Place here = {passage->place, NULL, (size_t)i};
    passage->place = &here;
    PetscCall(RealFromJson(passage, entry, &at[i]));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode RealsToJson(PetscInt count, const PetscReal *at, json_t **value) {
  PetscFunctionBeginUser;
  PetscCall(ArrayCreate(value));
  for (PetscInt i = 0; i < count; i++) {
    json_t *real;
    PetscCall(RealToJson(at[i], &real));
    PetscCall(ArrayAppend(*value, real));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadReals(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  Reals *reals = At(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(ListSize(passage, value, PETSC_FALSE, "a list of numbers is expected", &reals->count));
  PetscCall(ArenaArray(passage->arena, reals->count, &reals->at));
  PetscCall(RealsFromJson(passage, value, reals->count, reals->at));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteReals(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  const Reals *reals = AtConst(structure, member->offset);
  PetscFunctionBeginUser;
  (void)passage;
  PetscCall(RealsToJson(reals->count, reals->at, value));
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyReals(const Member *member, const void *structure) {
  return (PetscBool) !((const Reals *)AtConst(structure, member->offset))->count;
}

static PetscErrorCode ReadIntegers(Passage *passage, const Member *member, const json_t *value,
                                   void *structure) {
  Integers *integers = At(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(ListSize(passage, value, (PetscBool)json_is_number(value),
                     "a list of whole numbers is expected", &integers->count));
  PetscCall(ArenaArray(passage->arena, integers->count, &integers->at));
  for (PetscInt i = 0; i < integers->count; i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    passage->place = &here;
    PetscCall(IntegerFromJson(passage, Entry(value, i), &integers->at[i]));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteIntegers(Passage *passage, const Member *member, const void *structure,
                                    json_t **value) {
  const Integers *integers = AtConst(structure, member->offset);
  PetscFunctionBeginUser;
  (void)passage;
  PetscCall(ArrayCreate(value));
  for (PetscInt i = 0; i < integers->count; i++) {
    json_t *integer;
    PetscCall(IntegerToJson(integers->at[i], &integer));
    PetscCall(ArrayAppend(*value, integer));
  }
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyIntegers(const Member *member, const void *structure) {
  return (PetscBool) !((const Integers *)AtConst(structure, member->offset))->count;
}

static PetscErrorCode ReadRange(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  PetscInt *range = At(structure, member->offset);
  PetscFunctionBeginUser;
  if (json_array_size(value) != 2)
    PetscCall(PassageRefuse(passage, NULL, "a list of two whole numbers is expected"));
  PetscCall(SmallFromJson(passage, json_array_get(value, 0), &range[0]));
  PetscCall(SmallFromJson(passage, json_array_get(value, 1), &range[1]));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteRange(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  const PetscInt *range = AtConst(structure, member->offset);
  PetscFunctionBeginUser;
  (void)passage;
  PetscCall(ArrayCreate(value));
  for (int i = 0; i < 2; i++) {
    json_t *integer;
    PetscCall(IntegerToJson(range[i], &integer));
    PetscCall(ArrayAppend(*value, integer));
  }
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyRange(const Member *member, const void *structure) {
  const PetscInt *range = AtConst(structure, member->offset);
  return (PetscBool)(range[0] == 0 && range[1] == 0);
}

/* ---- Tables of numbers ---- */

/* Rows of equal length. */
static PetscErrorCode RowsFromJson(Passage *passage, const json_t *value, PetscInt *length,
                                   PetscReal **at) {
  const size_t rows = json_array_size(value);
  PetscFunctionBeginUser;
  if (!json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, "a list of lists of numbers is expected"));
  *length = (PetscInt)json_array_size(json_array_get(value, 0));
  PetscCall(ArenaArray(passage->arena, rows * (size_t)*length, at));
  for (size_t i = 0; i < rows; i++) {
    const json_t *row = json_array_get(value, i);
    const Place here = {passage->place, NULL, i};
    passage->place = &here;
    if (!json_is_array(row) || (PetscInt)json_array_size(row) != *length)
      PetscCall(
          PassageRefuse(passage, NULL, "a list of numbers is expected, as long as the first"));
    PetscCall(RealsFromJson(passage, row, *length, *at + i * (size_t)*length));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode RowsToJson(PetscInt rows, PetscInt length, const PetscReal *at,
                                 json_t **value) {
  PetscFunctionBeginUser;
  PetscCall(ArrayCreate(value));
  for (PetscInt i = 0; i < rows; i++) {
    json_t *row;
    PetscCall(RealsToJson(length, at + i * length, &row));
    PetscCall(ArrayAppend(*value, row));
  }
  PetscFunctionReturn(0);
}

PetscBool MemberIsEmptyList(const Member *member, const void *structure) {
  return (PetscBool)!CountOf(member, structure);
}

static PetscErrorCode ReadMatrix(Passage *passage, const Member *member, const json_t *value,
                                 void *structure) {
  PetscInt *sizes = At(structure, member->count);
  PetscReal *at;
  PetscFunctionBeginUser;
  PetscCall(RowsFromJson(passage, value, &sizes[1], &at));
  sizes[0] = (PetscInt)json_array_size(value);
  SetPointer(structure, member->offset, at);
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteMatrix(Passage *passage, const Member *member, const void *structure,
                                  json_t **value) {
  const PetscInt *sizes = AtConst(structure, member->count);
  PetscFunctionBeginUser;
  (void)passage;
  PetscCall(RowsToJson(sizes[0], sizes[1], PointerAt(structure, member->offset), value));
  PetscFunctionReturn(0);
}

const Kind ValueKinds[MEMBER_PART] = {
    [MEMBER_TEXT] = {ReadText, WriteText, IsEmptyPointer},
    [MEMBER_REAL] = {ReadReal, WriteReal, IsNotFinite},
    [MEMBER_AMOUNT] = {ReadReal, WriteReal, IsZero},
    [MEMBER_FACTOR] = {ReadReal, WriteReal, IsOne},
    [MEMBER_COUNT] = {ReadInteger, WriteInteger, IsEmptyInteger},
    [MEMBER_INDEX] = {ReadInteger, WriteInteger, IsEmptyInteger},
    [MEMBER_COUNT64] = {ReadInteger, WriteInteger, IsEmptyInteger},
    [MEMBER_INDEX64] = {ReadInteger, WriteInteger, IsEmptyInteger},
    [MEMBER_TRUTH] = {ReadTruth, WriteTruth, IsFalse},
    [MEMBER_TRUST] = {ReadTruth, WriteTruth, IsTrue},
    [MEMBER_WORD] = {ReadWord, WriteWord, IsEmptyWord},
    [MEMBER_NUMBER_OR_WORD] = {ReadNumberOrWord, WriteNumberOrWord, IsEmptyNumberOrWord},
    [MEMBER_TEXTS] = {ReadTexts, WriteTexts, IsEmptyTexts},
    [MEMBER_REALS] = {ReadReals, WriteReals, IsEmptyReals},
    [MEMBER_INTEGERS] = {ReadIntegers, WriteIntegers, IsEmptyIntegers},
    [MEMBER_RANGE] = {ReadRange, WriteRange, IsEmptyRange},
    [MEMBER_MATRIX] = {ReadMatrix, WriteMatrix, IsEmptyPointer},
};
