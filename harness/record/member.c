#include "record/member.h"
#include "base/lists.h"
#include "record/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

static size_t PutPlace(const Place *place, char *text, size_t room) {
  size_t used = place->above ? PutPlace(place->above, text, room) : 0;
  if (used >= room)
    return used;
  const int more = place->key
                       ? snprintf(text + used, room - used, "%s%s", used ? "." : "", place->key)
                       : snprintf(text + used, room - used, "[%zu]", place->index);
  return used + (size_t)(more > 0 ? more : 0);
}

PetscErrorCode PassageRefuse(const Passage *passage, const char *key, const char *expected) {
  const Place below = {passage->place, key, 0};
  const Place *place = key ? &below : passage->place;
  char text[256] = "";
  PetscFunctionBeginUser;
  if (place)
    (void)PutPlace(place, text, sizeof(text));
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: %s%s%s%s", passage->where,
          place ? "member '" : "", text, place ? "': " : "", expected);
}

/* ---- Where in a structure ---- */

static void *At(void *structure, size_t offset) { return (char *)structure + offset; }

static const void *AtConst(const void *structure, size_t offset) {
  return (const char *)structure + offset;
}

static PetscInt CountOf(const Member *member, const void *structure) {
  return *(const PetscInt *)AtConst(structure, member->count);
}

static void *PointerAt(const void *structure, size_t offset) {
  void *pointer;
  memcpy(&pointer, AtConst(structure, offset), sizeof(pointer));
  return pointer;
}

static void SetPointer(void *structure, size_t offset, void *pointer) {
  memcpy(At(structure, offset), &pointer, sizeof(pointer));
}

static PetscErrorCode NoMemory(void) {
  PetscFunctionBeginUser;
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a record");
}

/* ---- One kind after the other: reading, writing, and whether there is something ---- */

typedef struct {
  PetscErrorCode (*read)(Passage *, const Member *, const json_t *value, void *structure);
  PetscErrorCode (*write)(Passage *, const Member *, const void *structure, json_t **value);
  PetscBool (*is_empty)(const Member *, const void *structure);
} Kind;

static const Kind kinds[MEMBER_KINDS];

/* ---- Texts and words ---- */

static PetscErrorCode ReadText(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  PetscFunctionBeginUser;
  if (!json_is_string(value))
    PetscCall(PassageRefuse(passage, NULL, "a text is expected"));
  PetscCall(ArenaText(passage->arena, json_string_value(value), At(structure, member->offset)));
  PetscFunctionReturn(0);
}

static PetscErrorCode TextToJson(Passage *passage, const char *text, json_t **value) {
  PetscFunctionBeginUser;
  *value = text ? json_string(text) : json_null();
  if (!*value) { /* for want of memory, or because of the text */
    json_t *unchecked = json_string_nocheck(text);
    if (!unchecked)
      PetscCall(NoMemory());
    json_decref(unchecked);
    PetscCall(PassageRefuse(passage, NULL, "the text is not valid UTF-8"));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteText(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  PetscFunctionBeginUser;
  PetscCall(TextToJson(passage, PointerAt(structure, member->offset), value));
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
  PetscCall(TextToJson(passage, member->words[WordAt(member, structure)], value));
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
    PetscCall(NoMemory());
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
    PetscCall(NoMemory());
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
    PetscCall(ArenaText(passage->arena, json_string_value(value), &either->word));
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
    PetscCall(TextToJson(passage, either->word, value));
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

/* Whatever becomes of the value, which is given away. */
static PetscErrorCode Append(json_t *array, json_t *value) {
  PetscFunctionBeginUser;
  if (json_array_append_new(array, value))
    PetscCall(NoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode NewArray(json_t **array) {
  PetscFunctionBeginUser;
  *array = json_array();
  if (!*array)
    PetscCall(NoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteTexts(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  const Texts *texts = AtConst(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(NewArray(value));
  for (PetscInt i = 0; i < texts->count; i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    json_t *text;
    passage->place = &here;
    PetscCall(TextToJson(passage, texts->at[i], &text));
    passage->place = here.above;
    PetscCall(Append(*value, text));
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
  PetscCall(NewArray(value));
  for (PetscInt i = 0; i < count; i++) {
    json_t *real;
    PetscCall(RealToJson(at[i], &real));
    PetscCall(Append(*value, real));
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
  PetscCall(NewArray(value));
  for (PetscInt i = 0; i < integers->count; i++) {
    json_t *integer;
    PetscCall(IntegerToJson(integers->at[i], &integer));
    PetscCall(Append(*value, integer));
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
  PetscCall(NewArray(value));
  for (int i = 0; i < 2; i++) {
    json_t *integer;
    PetscCall(IntegerToJson(range[i], &integer));
    PetscCall(Append(*value, integer));
  }
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyRange(const Member *member, const void *structure) {
  const PetscInt *range = AtConst(structure, member->offset);
  return (PetscBool)(range[0] == 0 && range[1] == 0);
}

/* ---- Tables of numbers ---- */

/* Rows of equal length, of which `given` (if it is not negative) is the right one. */
static PetscErrorCode RowsFromJson(Passage *passage, const json_t *value, PetscInt *length,
                                   PetscInt given, PetscReal **at) {
  const size_t rows = json_array_size(value);
  PetscFunctionBeginUser;
  if (!json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, "a list of lists of numbers is expected"));
  *length = given >= 0 ? given : (PetscInt)json_array_size(json_array_get(value, 0));
  PetscCall(ArenaArray(passage->arena, rows * (size_t)*length, at));
  for (size_t i = 0; i < rows; i++) {
    const json_t *row = json_array_get(value, i);
    const Place here = {passage->place, NULL, i};
    passage->place = &here;
    if (!json_is_array(row) || (PetscInt)json_array_size(row) != *length)
      PetscCall(PassageRefuse(passage, NULL,
                              given == 2 ? "a list of two numbers is expected"
                                         : "a list of numbers is expected, as long as the first"));
    PetscCall(RealsFromJson(passage, row, *length, *at + i * (size_t)*length));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode RowsToJson(PetscInt rows, PetscInt length, const PetscReal *at,
                                 json_t **value) {
  PetscFunctionBeginUser;
  PetscCall(NewArray(value));
  for (PetscInt i = 0; i < rows; i++) {
    json_t *row;
    PetscCall(RealsToJson(length, at + i * length, &row));
    PetscCall(Append(*value, row));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadPairs(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  PetscReal *at;
  PetscInt two;
  PetscFunctionBeginUser;
  PetscCall(RowsFromJson(passage, value, &two, 2, &at));
  *(PetscInt *)At(structure, member->count) = (PetscInt)json_array_size(value);
  SetPointer(structure, member->offset, at);
  PetscFunctionReturn(0);
}

static PetscErrorCode WritePairs(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  PetscFunctionBeginUser;
  (void)passage;
  PetscCall(RowsToJson(CountOf(member, structure), 2, PointerAt(structure, member->offset), value));
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyList(const Member *member, const void *structure) {
  return (PetscBool)!CountOf(member, structure);
}

static PetscErrorCode ReadMatrix(Passage *passage, const Member *member, const json_t *value,
                                 void *structure) {
  PetscInt *sizes = At(structure, member->count);
  PetscReal *at;
  PetscFunctionBeginUser;
  PetscCall(RowsFromJson(passage, value, &sizes[1], -1, &at));
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

/* ---- Structures ---- */

static PetscErrorCode WriteMember(Passage *, const Member *, const void *structure, json_t *object);

static PetscBool IsEmptyShape(const Shape *shape, const void *structure) {
  for (PetscInt i = 0; i < shape->members; i++)
    if (!kinds[shape->member[i].kind].is_empty(&shape->member[i], structure))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscBool IsEmptyPart(const Member *member, const void *structure) {
  if (member->count)
    return (PetscBool) !*(const PetscBool *)AtConst(structure, member->count);
  return IsEmptyShape(member->shape, AtConst(structure, member->offset));
}

static PetscErrorCode ReadMembers(Passage *, const Shape *, const json_t *object, void *structure);

static PetscErrorCode ReadPart(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  PetscFunctionBeginUser;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
  PetscCall(ReadMembers(passage, member->shape, value, At(structure, member->offset)));
  if (member->count)
    *(PetscBool *)At(structure, member->count) = PETSC_TRUE;
  PetscFunctionReturn(0);
}

static PetscErrorCode NewObject(json_t **object) {
  PetscFunctionBeginUser;
  *object = json_object();
  if (!*object)
    PetscCall(NoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode WritePart(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  PetscFunctionBeginUser;
  if (IsEmptyPart(member, structure)) {
    *value = json_null();
    PetscFunctionReturn(0);
  }
  PetscCall(NewObject(value));
  PetscCall(ShapeWrite(passage, member->shape, AtConst(structure, member->offset), *value));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteFlat(Passage *passage, const Member *member, const void *structure,
                                json_t **object) {
  PetscFunctionBeginUser;
  PetscCall(ShapeWrite(passage, member->shape, AtConst(structure, member->offset), *object));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadFlat(Passage *passage, const Member *member, const json_t *object,
                               void *structure) {
  PetscFunctionBeginUser;
  PetscCall(ReadMembers(passage, member->shape, object, At(structure, member->offset)));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadList(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  const Shape *shape = member->shape;
  const size_t count = json_array_size(value);
  char *at;
  PetscFunctionBeginUser;
  if (!json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, "a list of objects is expected"));
  PetscCall(ArenaAllocate(passage->arena, count * shape->size, &at));
  for (size_t i = 0; i < count; i++) {
    const json_t *element = json_array_get(value, i);
    const Place here = {passage->place, NULL, i};
    passage->place = &here;
    if (!json_is_object(element))
      PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
    PetscCall(ShapeRead(passage, shape, element, at + i * shape->size));
    passage->place = here.above;
  }
  *(PetscInt *)At(structure, member->count) = (PetscInt)count;
  SetPointer(structure, member->offset, at);
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteList(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  const Shape *shape = member->shape;
  const char *at = PointerAt(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(NewArray(value));
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    json_t *element;
    PetscCall(NewObject(&element));
    PetscCall(Append(*value, element));
    passage->place = &here;
    PetscCall(ShapeWrite(passage, shape, at + (size_t)i * shape->size, element));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

/* ---- Structures by name ---- */

static const char *NameAt(const Shape *shape, const void *element) {
  return PointerAt(element, shape->member[0].offset);
}

static Shape Unnamed(const Shape *shape) {
  return (Shape){shape->size, shape->members - 1, shape->member + 1};
}

static PetscErrorCode ReadMap(Passage *passage, const Member *member, const json_t *value,
                              void *structure) {
  const Shape rest = Unnamed(member->shape);
  const size_t size = member->shape->size;
  const char *name;
  json_t *element;
  char *at;
  PetscInt i = 0;
  PetscFunctionBeginUser;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object of objects is expected"));
  PetscCall(ArenaAllocate(passage->arena, json_object_size(value) * size, &at));
  json_object_foreach((json_t *)value, name, element) {
    const Place here = {passage->place, name, 0};
    char *to = at + (size_t)i++ * size;
    passage->place = &here;
    if (!json_is_object(element))
      PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
    PetscCall(ShapeClear(member->shape, to));
    PetscCall(ReadMembers(passage, &rest, element, to));
    PetscCall(ArenaText(passage->arena, name, At(to, member->shape->member[0].offset)));
    passage->place = here.above;
  }
  *(PetscInt *)At(structure, member->count) = i;
  SetPointer(structure, member->offset, at);
  PetscFunctionReturn(0);
}

/* A name as a key; the value is given away. */
static PetscErrorCode PutNamed(Passage *passage, json_t *object, const char *name, json_t *value) {
  PetscFunctionBeginUser;
  if (json_object_set_new(object, name ? name : "", value)) {
    json_t *text;
    PetscCall(TextToJson(passage, name ? name : "", &text));
    json_decref(text);
    PetscCall(NoMemory());
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteMap(Passage *passage, const Member *member, const void *structure,
                               json_t **value) {
  const Shape rest = Unnamed(member->shape);
  const char *at = PointerAt(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(NewObject(value));
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const void *element = at + (size_t)i * member->shape->size;
    const Place here = {passage->place, NameAt(member->shape, element), 0};
    json_t *object;
    PetscCall(NewObject(&object));
    passage->place = &here;
    PetscCall(PutNamed(passage, *value, here.key, object));
    PetscCall(ShapeWrite(passage, &rest, element, object));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

/* The element of that name among the first `count`, or the one after them. */
static PetscInt FindNamed(const Shape *shape, const char *at, PetscInt count, const char *name) {
  PetscInt i = 0;
  while (i < count) {
    const char *there = NameAt(shape, at + (size_t)i * shape->size);
    if (there && !strcmp(there, name))
      break;
    i++;
  }
  return i;
}

/* Several aspects may share one list: elements that another has made are found again. */
static PetscErrorCode ReadAspect(Passage *passage, const Member *member, const json_t *value,
                                 void *structure) {
  const Shape *shape = member->shape;
  const Member *part = &shape->member[member->which];
  PetscInt *count = At(structure, member->count);
  const char *old = PointerAt(structure, member->offset), *name;
  json_t *entry;
  char *at;
  PetscFunctionBeginUser;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
  PetscCall(
      ArenaAllocate(passage->arena, ((size_t)*count + json_object_size(value)) * shape->size, &at));
  if (*count)
    memcpy(at, old, (size_t)*count * shape->size);
  SetPointer(structure, member->offset, at);
  json_object_foreach((json_t *)value, name, entry) {
    const Place here = {passage->place, name, 0};
    const PetscInt i = FindNamed(shape, at, *count, name);
    char *element = at + (size_t)i * shape->size;
    if (i == *count) {
      PetscCall(ShapeClear(shape, element));
      PetscCall(ArenaText(passage->arena, name, At(element, shape->member[0].offset)));
      ++*count;
    }
    passage->place = &here;
    if (!json_is_null(entry))
      PetscCall(kinds[part->kind].read(passage, part, entry, element));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteAspect(Passage *passage, const Member *member, const void *structure,
                                  json_t **value) {
  const Member *part = &member->shape->member[member->which];
  const char *at = PointerAt(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(NewObject(value));
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const void *element = at + (size_t)i * member->shape->size;
    const Place here = {passage->place, NameAt(member->shape, element), 0};
    json_t *entry;
    passage->place = &here;
    PetscCall(kinds[part->kind].write(passage, part, element, &entry));
    PetscCall(PutNamed(passage, *value, here.key, entry));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyAspect(const Member *member, const void *structure) {
  const Member *part = &member->shape->member[member->which];
  const char *at = PointerAt(structure, member->offset);
  for (PetscInt i = 0; i < CountOf(member, structure); i++)
    if (!kinds[part->kind].is_empty(part, at + (size_t)i * member->shape->size))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static const Kind kinds[MEMBER_KINDS] = {
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
    [MEMBER_PAIRS] = {ReadPairs, WritePairs, IsEmptyList},
    [MEMBER_MATRIX] = {ReadMatrix, WriteMatrix, IsEmptyPointer},
    [MEMBER_PART] = {ReadPart, WritePart, IsEmptyPart},
    [MEMBER_FLAT] = {ReadFlat, WriteFlat, IsEmptyPart},
    [MEMBER_LIST] = {ReadList, WriteList, IsEmptyList},
    [MEMBER_MAP] = {ReadMap, WriteMap, IsEmptyList},
    [MEMBER_ASPECT] = {ReadAspect, WriteAspect, IsEmptyAspect},
};

/* ---- All members ---- */

static void Clear(const Member *member, void *structure) {
  void *at = At(structure, member->offset);
  switch (member->kind) {
  case MEMBER_REAL:
    *(PetscReal *)at = NAN;
    break;
  case MEMBER_FACTOR:
    *(PetscReal *)at = 1;
    break;
  case MEMBER_TRUST:
    *(PetscBool *)at = PETSC_TRUE;
    break;
  case MEMBER_INDEX:
    *(PetscInt *)at = -1;
    break;
  case MEMBER_INDEX64:
    *(PetscInt64 *)at = -1;
    break;
  case MEMBER_NUMBER_OR_WORD:
    ((NumberOrWord *)at)->number = NAN;
    break;
  case MEMBER_PART:
  case MEMBER_FLAT:
    for (PetscInt i = 0; i < member->shape->members; i++)
      Clear(&member->shape->member[i], at);
    break;
  default: /* zero */
    break;
  }
}

PetscErrorCode ShapeClear(const Shape *shape, void *structure) {
  PetscFunctionBeginUser;
  memset(structure, 0, shape->size);
  for (PetscInt i = 0; i < shape->members; i++)
    Clear(&shape->member[i], structure);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadMembers(Passage *passage, const Shape *shape, const json_t *object,
                                  void *structure) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    const Place here = {passage->place, member->key, 0};
    if (member->kind == MEMBER_FLAT) {
      PetscCall(ReadFlat(passage, member, object, structure));
      continue;
    }
    const json_t *value = json_object_get(object, member->key);
    if (!value || json_is_null(value)) {
      if (member->presence == NEEDED)
        PetscCall(PassageRefuse(passage, member->key, "it is missing"));
      continue;
    }
    passage->place = &here;
    PetscCall(kinds[member->kind].read(passage, member, value, structure));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ShapeRead(Passage *passage, const Shape *shape, const json_t *object,
                         void *structure) {
  PetscFunctionBeginUser;
  PetscCall(ShapeClear(shape, structure));
  PetscCall(ReadMembers(passage, shape, object, structure));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteMember(Passage *passage, const Member *member, const void *structure,
                                  json_t *object) {
  const Place here = {passage->place, member->key, 0};
  json_t *value = NULL;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  if (member->kind == MEMBER_FLAT) {
    PetscCall(WriteFlat(passage, member, structure, &object));
    PetscFunctionReturn(0);
  }
  if (member->presence == LEFT_OUT && kinds[member->kind].is_empty(member, structure))
    PetscFunctionReturn(0);
  passage->place = &here;
  error = kinds[member->kind].write(passage, member, structure, &value);
  if (error)
    json_decref(value);
  PetscCall(error);
  passage->place = here.above;
  if (json_object_set_new_nocheck(object, member->key, value))
    PetscCall(NoMemory());
  PetscFunctionReturn(0);
}

PetscErrorCode ShapeWrite(Passage *passage, const Shape *shape, const void *structure,
                          json_t *object) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < shape->members; i++)
    PetscCall(WriteMember(passage, &shape->member[i], structure, object));
  PetscFunctionReturn(0);
}

void ShapeKeys(const Shape *shape, void (*visit)(const char *key, void *context), void *context) {
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    if (member->key[0])
      visit(member->key, context);
    if (member->shape && member->kind != MEMBER_ASPECT)
      ShapeKeys(member->shape, visit, context);
  }
}

/* ---- Text ---- */

PetscErrorCode ObjectFromText(const char *where, const char *text, size_t length, json_t **object) {
  json_error_t error = {0};
  char line[32] = "";
  PetscFunctionBeginUser;
  *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
  if (!json_is_object(*object)) {
    json_decref(*object);
    *object = NULL;
    if (memchr(text, '\n', length))
      (void)snprintf(line, sizeof(line), ", line %d", error.line);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s%s: not a JSON object%s%s%s", where, line,
            error.text[0] ? " (" : "", error.text, error.text[0] ? ")" : "");
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ObjectToText(json_t **object, char **text) {
  PetscFunctionBeginUser;
  *text = json_dumps(*object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17));
  json_decref(*object);
  *object = NULL;
  if (!*text)
    PetscCall(NoMemory());
  PetscFunctionReturn(0);
}
